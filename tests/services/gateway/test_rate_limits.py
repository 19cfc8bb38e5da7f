"""Rate limits."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from services.gateway import rate_limits
from services.gateway.rate_limits import RateLimit
from services.runtime.operations.settings import Settings
from services.runtime.store.event_log import EventLog
from tests.services.gateway.conftest import PLATFORM_KEY, serve_gateway

LOW_RATE = 0.001
"""Requests per second: so few that even a slow test never gets a second one."""


@given(
    rate=st.floats(0.1, 1000),
    burst=st.floats(0, 10),
    pauses=st.lists(st.floats(0, 2), min_size=1, max_size=200),
)
def test_never_allows_more_than_the_rate_plus_a_burst(
    rate: float, burst: float, pauses: list[float]
) -> None:
    limit = RateLimit(rate, burst)
    now, allowed = 0.0, 0
    for pause in pauses:
        now += pause
        allowed += limit.wait_seconds("Amber", now) == 0
    assert allowed <= 1 + rate * (now + burst) + 1e-6


@given(rate=st.floats(0.1, 1000), calls=st.integers(1, 100))
def test_allows_a_request_after_the_returned_wait(rate: float, calls: int) -> None:
    limit = RateLimit(rate)
    now = 0.0
    for _ in range(calls):
        wait = limit.wait_seconds("Amber", now)
        if wait:
            now += wait + 1e-6
            assert limit.wait_seconds("Amber", now) == 0


def test_counts_keys_separately() -> None:
    limit = RateLimit(1, burst_seconds=1)
    assert limit.wait_seconds("Amber", 0) == 0
    assert limit.wait_seconds("Amber", 0) > 0
    assert limit.wait_seconds("Basalt", 0) == 0


def test_a_rate_of_zero_means_no_limit() -> None:
    limit = RateLimit(0)
    assert all(limit.wait_seconds("anybody", 0) == 0 for _ in range(1000))


def test_a_flood_of_keys_uses_bounded_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rate_limits, "KEYS_MAX", 10)
    limit = RateLimit(1)
    for number in range(1000):
        limit.wait_seconds(f"address {number}", 0)
    assert len(limit._empty_at) <= 10


@pytest.mark.anyio
async def test_limits_a_platform_and_returns_when_to_retry(
    gateway_settings: Settings, event_log: EventLog
) -> None:
    limited = replace(gateway_settings, platform_calls_per_second=LOW_RATE)
    async with serve_gateway(limited, event_log) as gateway:
        headers = {"Authorization": f"Bearer {PLATFORM_KEY}"}
        responses = [await gateway.http.get("/v1/games", headers=headers) for _ in range(4)]
        anonymous = await gateway.http.get("/v1/games")
    assert [response.status_code for response in responses] == [200, 429, 429, 429]
    assert anonymous.status_code == 200, "other clients are not limited"
    problem = responses[-1].json()
    assert problem["code"] == "too_many"
    wait = problem["extra"]["retry_after_seconds"]
    assert 0 < wait <= 1 / LOW_RATE
    assert int(responses[-1].headers["Retry-After"]) == math.ceil(wait)


@pytest.mark.anyio
async def test_limits_guesses_of_keys_by_address(
    gateway_settings: Settings, event_log: EventLog
) -> None:
    limited = replace(gateway_settings, client_calls_per_second=LOW_RATE)
    async with serve_gateway(limited, event_log) as gateway:
        headers = {"Authorization": "Bearer a guess"}
        responses = [await gateway.http.get("/v1/games", headers=headers) for _ in range(4)]
    assert [response.status_code for response in responses] == [401, 429, 429, 429]


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("trusted", "statuses"), [(("127.0.0.1",), [200, 200, 200]), ((), [200, 429, 429])]
)
async def test_uses_forwarded_addresses_only_of_trusted_proxies(
    gateway_settings: Settings, event_log: EventLog, trusted: tuple[str, ...], statuses: list[int]
) -> None:
    limited = replace(gateway_settings, client_calls_per_second=LOW_RATE, trusted_proxies=trusted)
    async with serve_gateway(limited, event_log) as gateway:
        responses = [
            await gateway.http.get("/v1/games", headers={"X-Forwarded-For": f"192.0.2.{client}"})
            for client in range(3)
        ]
    assert [response.status_code for response in responses] == statuses
