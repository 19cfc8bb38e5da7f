"""The registry of services: registration, heartbeats and expiry."""

import msgspec
import pytest
from structlog.testing import capture_logs

from services.runtime.operations import service_registry
from services.runtime.operations.service_registry import (
    EXPIRY_SECONDS,
    ServiceRecord,
    reachable_url,
    registered,
    running_services,
)
from services.runtime.server.connection import parse_address
from services.runtime.store.keys import SERVICES
from tests.services.full_client import FullClient
from tests.waiting import eventually

pytestmark = pytest.mark.anyio


async def service_names(client: FullClient) -> list[str]:
    return [service.name for service in await running_services(client)]


async def wait_for_services(client: FullClient, *expected: str) -> None:
    async def is_expected() -> bool:
        return await service_names(client) == list(expected)

    await eventually(is_expected, f"{expected} are registered")


async def add_killed_service(client: FullClient, name: str, seconds: float) -> None:
    """Register a service whose last heartbeat was `seconds` ago."""
    now, _ = await client.time()
    member = msgspec.json.encode(ServiceRecord(name, f"{name}-1", "http://127.0.0.1:1"))
    await client.zadd(SERVICES, {member: now - seconds})


async def test_lists_a_service_while_it_runs(client: FullClient) -> None:
    async with registered(client, "engine", "http://127.0.0.1:9") as service:
        assert service.id.startswith("engine-")
        await wait_for_services(client, "engine")
        assert await running_services(client) == (service,)
        async with registered(client, "engine", "http://127.0.0.1:8") as other:
            assert other.id != service.id
            await wait_for_services(client, "engine", "engine")
    assert await running_services(client) == ()


async def test_lists_a_killed_service_until_it_expires(
    client: FullClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    await add_killed_service(client, "killed", EXPIRY_SECONDS / 2)
    await add_killed_service(client, "expired", EXPIRY_SECONDS * 2)
    assert await service_names(client) == ["killed"]
    monkeypatch.setattr(service_registry, "HEARTBEAT_SECONDS", 0.01)
    async with registered(client, "engine", "http://127.0.0.1:9"):
        await wait_for_services(client, "engine", "killed")
        assert await client.zcard(SERVICES) == 2


async def test_the_next_heartbeat_restores_a_lost_entry(
    client: FullClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_registry, "HEARTBEAT_SECONDS", 0.01)
    async with registered(client, "engine", "http://127.0.0.1:9"):
        await wait_for_services(client, "engine")
        await client.delete(SERVICES)
        await wait_for_services(client, "engine")


async def test_retries_a_failed_heartbeat(
    client: FullClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_registry, "HEARTBEAT_SECONDS", 0.01)
    await client.set(SERVICES, "not a sorted set")
    with capture_logs() as logs:
        async with registered(client, "engine", "http://127.0.0.1:9"):

            async def has_failed() -> bool:
                return bool(logs)

            await eventually(has_failed, "a heartbeat failed")
            await client.delete(SERVICES)
            await wait_for_services(client, "engine")
    assert logs[0]["event"] == "heartbeat failed"


async def test_a_restarted_service_replaces_the_old_one_at_its_url(
    client: FullClient,
) -> None:
    await add_killed_service(client, "engine", 10)
    async with registered(client, "engine", "http://127.0.0.1:1") as service:

        async def is_replaced() -> bool:
            return await running_services(client) == (service,)

        await eventually(is_replaced, "only the new service is listed")


@pytest.mark.parametrize(
    "server",
    [
        "redis://:word@127.0.0.1:6379/0",
        "unix:///tmp/server.sock",
        "redis+cluster://127.0.0.1:7000,10.0.0.9:7000",
    ],
)
async def test_replaces_a_wildcard_host_by_the_local_address(
    server: str,
) -> None:
    address = parse_address(server)
    assert reachable_url("http://0.0.0.0:9100", address) == "http://127.0.0.1:9100"
    assert reachable_url("http://192.0.2.7:9100", address) == "http://192.0.2.7:9100"
