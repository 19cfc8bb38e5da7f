"""Rate limits of requests."""

import math
import re

import pytest
from msgspec.structs import replace

from services.runtime.operations.settings import Settings
from services.runtime.store.event_log import EventLog
from tests.services.engines import Engines
from tests.services.gateway.conftest import PLATFORM_KEY, serve_gateway

LOW_RATE = 0.001
"""Requests per second: so few that even a slow test never gets a second one."""


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
async def test_responses_say_what_is_left_of_the_limit(
    gateway_settings: Settings, event_log: EventLog
) -> None:
    limited = replace(gateway_settings, client_calls_per_second=0.05)
    async with serve_gateway(limited, event_log) as gateway:
        allowed, refused = [await gateway.http.get("/v1/site") for _ in range(2)]
    assert (allowed.status_code, refused.status_code) == (200, 429)
    for response in (allowed, refused):
        assert response.headers["RateLimit-Policy"] == '"client";q=1;w=20'
        assert re.fullmatch(r'"client";r=0;t=\d+', response.headers["RateLimit"])
    async with serve_gateway(gateway_settings, event_log) as gateway:
        cacheable = await gateway.http.get("/v1/games")
    assert "RateLimit" not in cacheable.headers, "a shared cache would pass it on"


@pytest.mark.anyio
async def test_malformed_requests_cost_their_address_and_not_their_token(
    gateway_settings: Settings, event_log: EventLog, engines: Engines
) -> None:
    await engines.start()
    async with serve_gateway(gateway_settings, event_log) as gateway:
        table, [token, _] = await gateway.start_game()
    limited = replace(gateway_settings, client_calls_per_second=LOW_RATE)
    headers = {"Authorization": f"Bearer {token}"}
    async with serve_gateway(limited, event_log) as gateway:
        path = f"/v1/tables/{table}/view"
        malformed = [
            await gateway.http.get(path, params={"at": "x"}, headers=headers) for _ in range(3)
        ]
        well_formed = [await gateway.http.get(path, headers=headers) for _ in range(2)]
    assert [response.status_code for response in malformed] == [400, 429, 429]
    assert [response.status_code for response in well_formed] == [200, 429]


@pytest.mark.anyio
async def test_spectators_and_seats_have_budgets_of_their_own(
    gateway_settings: Settings, event_log: EventLog, engines: Engines
) -> None:
    await engines.start()
    async with serve_gateway(gateway_settings, event_log) as gateway:
        table, tokens = await gateway.start_game()
        spectator = await gateway.spectator(table)
    limited = replace(
        gateway_settings, client_calls_per_second=LOW_RATE, trusted_proxies=("127.0.0.1",)
    )

    async def statuses(token: str, *addresses: str) -> list[int]:
        return [
            (
                await gateway.http.get(
                    f"/v1/tables/{table}/view",
                    headers={"Authorization": f"Bearer {token}", "X-Forwarded-For": address},
                )
            ).status_code
            for address in addresses
        ]

    async with serve_gateway(limited, event_log) as gateway:
        assert await statuses(spectator, "192.0.2.1", "192.0.2.1", "192.0.2.2") == [200, 429, 200]
        assert await statuses(tokens[0], "192.0.2.1", "192.0.2.1") == [200, 429]
        assert await statuses(tokens[1], "192.0.2.1", "192.0.2.1") == [200, 429]
        networks = ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1")
        assert await statuses(spectator, *networks) == [200, 429, 200]


@pytest.mark.anyio
async def test_commands_of_one_seat_do_not_use_up_the_share_of_another(
    gateway_settings: Settings, event_log: EventLog, engines: Engines
) -> None:
    await engines.start()
    limited = replace(gateway_settings, seat_commands_per_second=LOW_RATE)
    async with serve_gateway(limited, event_log) as gateway:
        table, tokens = await gateway.start_game()
        path = f"/v1/tables/{table}/commands"

        async def status(seat: int, command: str) -> int:
            body = {"id": command, "action": {"type": "resign"}, "expected_seq": 99, "wait": 0}
            headers = {"Authorization": f"Bearer {tokens[seat]}"}
            return (await gateway.http.post(path, json=body, headers=headers)).status_code

        assert [await status(0, f"junk-{number}") for number in range(3)] == [202, 429, 429]
        assert await status(1, "move") == 202


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
