"""The list of services: who is on it, for how long, and where they are reached."""

import msgspec
import pytest
from structlog.testing import capture_logs

from services.runtime import directory
from services.runtime.connection import Client, parse_address
from services.runtime.directory import FORGOTTEN_SECONDS, Listed, listed, reachable, services
from services.runtime.keys import SERVICES
from tests.services.engines import eventually

pytestmark = pytest.mark.anyio


async def names(client: Client) -> list[str]:
    return [service.name for service in await services(client)]


async def shows(client: Client, *expected: str) -> None:
    """Until just these are on the list."""

    async def found() -> bool:
        return await names(client) == list(expected)

    await eventually(found, f"{expected} are on the list")


async def silent(client: Client, name: str, seconds: float) -> None:
    """A service whose last sign of life is so long ago: it was killed."""
    now, _ = await client.time()
    member = msgspec.json.encode(Listed(name, f"{name}-1", "http://127.0.0.1:1"))
    await client.zadd(SERVICES, {member: now - seconds})


async def test_a_service_is_on_the_list_while_it_runs(client: Client) -> None:
    async with listed(client, "engine", "http://127.0.0.1:9") as service:
        assert service.id.startswith("engine-")
        await shows(client, "engine")
        assert await services(client) == (service,)
        async with listed(client, "engine", "http://127.0.0.1:8") as other:
            assert other.id != service.id
            await shows(client, "engine", "engine")
    assert await services(client) == ()


async def test_one_that_was_killed_is_seen_for_a_minute_and_then_forgotten(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    await silent(client, "killed", FORGOTTEN_SECONDS / 2)
    await silent(client, "forgotten", FORGOTTEN_SECONDS * 2)
    assert await names(client) == ["killed"]
    monkeypatch.setattr(directory, "SIGN_SECONDS", 0.01)
    async with listed(client, "engine", "http://127.0.0.1:9"):
        await shows(client, "engine", "killed")
        assert await client.zcard(SERVICES) == 2


async def test_who_is_lost_from_the_list_comes_back_with_the_next_sign_of_life(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(directory, "SIGN_SECONDS", 0.01)
    async with listed(client, "engine", "http://127.0.0.1:9"):
        await shows(client, "engine")
        await client.delete(SERVICES)
        await shows(client, "engine")


async def test_a_sign_that_can_not_be_given_is_given_later(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(directory, "SIGN_SECONDS", 0.01)
    await client.set(SERVICES, "no list")
    with capture_logs() as logs:
        async with listed(client, "engine", "http://127.0.0.1:9"):

            async def refused() -> bool:
                return bool(logs)

            await eventually(refused, "a sign of life was refused")
            await client.delete(SERVICES)
            await shows(client, "engine")
    assert logs[0]["event"] == "no sign of life can be given"


async def test_one_that_is_started_again_at_the_same_address_takes_the_place_of_the_one_before(
    client: Client,
) -> None:
    await silent(client, "engine", 10)
    async with listed(client, "engine", "http://127.0.0.1:1") as service:

        async def replaced() -> bool:
            return await services(client) == (service,)

        await eventually(replaced, "only the new one is on the list")


@pytest.mark.parametrize(
    "server",
    [
        "redis://:word@127.0.0.1:6379/0",
        "unix:///tmp/server.sock",
        "redis+cluster://127.0.0.1:7000,10.0.0.9:7000",
    ],
)
async def test_who_listens_everywhere_is_reached_where_it_reaches_the_server_from(
    server: str,
) -> None:
    address = parse_address(server)
    assert reachable("http://0.0.0.0:9100", address) == "http://127.0.0.1:9100"
    assert reachable("http://192.0.2.7:9100", address) == "http://192.0.2.7:9100"
