"""How often somebody may call."""

import pytest
from hypothesis import given
from hypothesis import strategies as some
from msgspec.structs import replace

from services.gateway import rates
from services.gateway.rates import RateLimit
from services.runtime.event_log import EventLog
from services.runtime.settings import Settings
from tests.services.gateway.conftest import PLATFORM_KEY, serving

BODY = {"game": "city", "options": {"players": 2}}


@given(
    rate=some.floats(0.1, 1000),
    burst=some.floats(0, 10),
    pauses=some.lists(some.floats(0, 2), min_size=1, max_size=200),
)
def test_nobody_ever_gets_more_than_the_rate_and_a_burst(
    rate: float, burst: float, pauses: list[float]
) -> None:
    limit = RateLimit(rate, burst)
    now, allowed = 0.0, 0
    for pause in pauses:
        now += pause
        allowed += limit.wait_seconds("somebody", now) == 0
    assert allowed <= 1 + rate * (now + burst) + 1e-6


@given(rate=some.floats(0.1, 1000), calls=some.integers(1, 100))
def test_who_waits_as_long_as_told_is_let_in(rate: float, calls: int) -> None:
    limit = RateLimit(rate)
    now = 0.0
    for _ in range(calls):
        wait = limit.wait_seconds("somebody", now)
        if wait:
            now += wait + 1e-6
            assert limit.wait_seconds("somebody", now) == 0


def test_one_caller_does_not_use_up_anothers_calls() -> None:
    limit = RateLimit(1, burst_seconds=1)
    assert limit.wait_seconds("Amber", 0) == 0
    assert limit.wait_seconds("Amber", 0) > 0
    assert limit.wait_seconds("Basalt", 0) == 0


def test_a_rate_of_zero_is_no_limit() -> None:
    limit = RateLimit(0)
    assert all(limit.wait_seconds("anybody", 0) == 0 for _ in range(1000))


def test_a_flood_of_callers_takes_no_more_memory_than_allowed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rates, "KEYS_MAX", 10)
    limit = RateLimit(1)
    for number in range(1000):
        limit.wait_seconds(f"address {number}", 0)
    assert len(limit._quiet_at) <= 10


@pytest.mark.anyio
async def test_a_platform_that_calls_too_often_is_told_when_to_come_again(
    gateway_settings: Settings, event_log: EventLog
) -> None:
    few = replace(gateway_settings, platform_calls_per_second=1.0)
    async with serving(few, event_log) as gateway:
        headers = {"Authorization": f"Bearer {PLATFORM_KEY}"}
        answers = [await gateway.http.get("/v1/games", headers=headers) for _ in range(4)]
        anonymous = await gateway.http.get("/v1/games")
    assert [answer.status_code for answer in answers] == [200, 200, 429, 429]
    assert anonymous.status_code == 200, "others may go on"
    assert answers[-1].headers["Retry-After"] == "1"
    problem = answers[-1].json()
    assert problem["code"] == "too_many"
    assert 0 < problem["extra"]["retry_after_seconds"] <= 1


@pytest.mark.anyio
async def test_who_guesses_keys_is_slowed_down(
    gateway_settings: Settings, event_log: EventLog
) -> None:
    few = replace(gateway_settings, client_calls_per_second=1.0)
    async with serving(few, event_log) as gateway:
        headers = {"Authorization": "Bearer a guess"}
        answers = [await gateway.http.get("/v1/games", headers=headers) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [401, 401, 429, 429]


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("trusted", "statuses"), [(("127.0.0.1",), [200, 200, 200]), ((), [200, 200, 429])]
)
async def test_behind_a_proxy_that_is_trusted_addresses_are_its_clients(
    gateway_settings: Settings, event_log: EventLog, trusted: tuple[str, ...], statuses: list[int]
) -> None:
    few = replace(gateway_settings, client_calls_per_second=1.0, trusted_proxies=trusted)
    async with serving(few, event_log) as gateway:
        answers = [
            await gateway.http.get("/v1/games", headers={"X-Forwarded-For": f"192.0.2.{client}"})
            for client in range(3)
        ]
    assert [answer.status_code for answer in answers] == statuses
