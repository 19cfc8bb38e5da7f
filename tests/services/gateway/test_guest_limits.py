"""Guests can have a limited number of unfinished tables."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from msgspec.structs import replace

from services.runtime.operations.settings import Settings
from services.runtime.store.event_log import EventLog
from tests.services.engines import Engines
from tests.services.full_client import stores_of
from tests.services.gateway.conftest import GatewayClient, serve_gateway
from tests.waiting import eventually

pytestmark = pytest.mark.anyio

TABLES = "/v1/guests/tables"
OWN_NETWORK = "127.0.0.1"


@asynccontextmanager
async def guests(
    settings: Settings, event_log: EventLog, **limits: int
) -> AsyncIterator[GatewayClient]:
    limited = replace(settings, guests=True, guest_tables_per_minute=0, **limits)
    async with serve_gateway(limited, event_log) as client:
        yield client


async def open_table(client: GatewayClient, status: int = 201) -> Any:
    body = {"game": "city", "options": {"players": 2}, "player": "Amber"}
    return await client("POST", TABLES, body, status=status)


async def leave(client: GatewayClient, seated: Any) -> None:
    body = {"id": "leave", "action": {"type": "leave_seat"}}
    path = f"/v1/tables/{seated['table']}"
    await client("POST", f"{path}/commands", body, token=seated["token"])

    async def is_closed() -> bool:
        return bool((await client("GET", path))["stage"] == "aborted")

    await eventually(is_closed, "the engine closes a table that all guests have left")


async def test_an_address_has_a_limited_number_of_unfinished_tables(
    gateway_settings: Settings, event_log: EventLog, engines: Engines
) -> None:
    await engines.start()
    limit = {"guest_tables_per_address_max": 2}
    async with guests(gateway_settings, event_log, **limit) as client:
        first = await open_table(client)
        await open_table(client)
        problem = await open_table(client, 429)
        assert (problem["code"], problem["extra"]["allowed"]) == ("too_many", 2)
    async with guests(gateway_settings, event_log, **limit) as other_gateway:
        await open_table(other_gateway, 429)
        await leave(other_gateway, first)
        await open_table(other_gateway)
    networks = await stores_of(event_log).guest_tables.networks()
    assert set(networks.values()) == {OWN_NETWORK}
    assert first["table"] not in networks, "an ended table is forgotten"


async def test_all_guests_together_have_a_limited_number_of_tables(
    gateway_settings: Settings, event_log: EventLog, engines: Engines
) -> None:
    await engines.start()
    async with guests(gateway_settings, event_log, guest_tables_max=2) as client:
        first, _ = await open_table(client), await open_table(client)
        await stores_of(event_log).guest_tables.add(first["table"], "203.0.113.7")
        problem = await open_table(client, 429)
        assert (problem["code"], problem["extra"]["allowed"]) == ("too_many", 2)
