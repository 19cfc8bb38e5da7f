"""Rate limits: a steady rate with bursts, counted for each key."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.runtime.web import rate_limits
from services.runtime.web.rate_limits import Allowance, RateLimit


def wait_seconds(limit: RateLimit, key: str, now: float) -> float:
    """Count a request and return 0, or return how long to wait."""
    allowance = limit.charge(key, now)
    return 0.0 if allowance is None else allowance.wait_seconds


def test_says_what_is_left() -> None:
    limit = RateLimit("test", 2, burst_seconds=2)
    allowances = [limit.charge("Amber", 0) for _ in range(5)]
    assert [each and each.remaining for each in allowances] == [3, 2, 1, 0, 0]
    assert allowances[0] == Allowance("test", 4, 2.0, remaining=3, reset_seconds=0.5)
    assert allowances[4] == Allowance("test", 4, 2.0, 0, reset_seconds=2.0, wait_seconds=0.5)
    later = limit.charge("Amber", 1)
    assert later is not None
    assert later.remaining == 1


@given(
    rate=st.floats(0.1, 1000),
    burst=st.floats(0, 10),
    pauses=st.lists(st.floats(0, 2), min_size=1, max_size=200),
)
def test_never_allows_more_than_the_rate_plus_a_burst(
    rate: float, burst: float, pauses: list[float]
) -> None:
    limit = RateLimit("test", rate, burst)
    now, allowed = 0.0, 0
    for pause in pauses:
        now += pause
        allowed += wait_seconds(limit, "Amber", now) == 0
    assert allowed <= 1 + rate * (now + burst) + 1e-6


@given(rate=st.floats(0.1, 1000), calls=st.integers(1, 100))
def test_allows_a_request_after_the_returned_wait(rate: float, calls: int) -> None:
    limit = RateLimit("test", rate)
    now = 0.0
    for _ in range(calls):
        wait = wait_seconds(limit, "Amber", now)
        if wait:
            now += wait + 1e-6
            assert wait_seconds(limit, "Amber", now) == 0


def test_counts_keys_separately() -> None:
    limit = RateLimit("test", 1, burst_seconds=1)
    assert wait_seconds(limit, "Amber", 0) == 0
    assert wait_seconds(limit, "Amber", 0) > 0
    assert wait_seconds(limit, "Basalt", 0) == 0


def test_a_rate_of_zero_means_no_limit() -> None:
    limit = RateLimit("test", 0)
    assert all(wait_seconds(limit, "anybody", 0) == 0 for _ in range(1000))


def test_a_flood_of_keys_uses_bounded_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rate_limits, "KEYS_MAX", 10)
    limit = RateLimit("test", 1)
    for number in range(1000):
        wait_seconds(limit, f"address {number}", 0)
    assert len(limit._empty_at) <= 10
