"""All services run under their own users of the server, and need no other right."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest

from client import BlueMoon
from schemas.city.options import CityOptions
from schemas.redaction import SPECTATOR
from tests.client.playing import open_table, resign, running_bots
from tests.deploy.deployed_system import (
    OPERATOR_KEY,
    PLATFORM_KEY,
    DeployedSystem,
    run_deployed_system,
)
from tests.services.servers import free_port
from tests.waiting import eventually

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DeployedSystem]:
    with run_deployed_system(tmp_path_factory.mktemp("deployed")) as system:
        yield system


@pytest.fixture
async def moon(system: DeployedSystem) -> AsyncIterator[BlueMoon]:
    async with system.moon() as moon:
        await eventually(lambda: is_ready(system), "the gateway responds")
        yield moon


async def is_ready(system: DeployedSystem) -> bool:
    async with httpx.AsyncClient() as http:
        try:
            return (await http.get(f"{system.gateway}/v1/health")).is_success
        except httpx.TransportError:
            return False


async def is_listed_as_over(moon: BlueMoon, table: str) -> bool:
    page = await moon.gateway.list_tables(stage="over")
    return any(row.table == table for row in page.tables)


async def watch(moon: BlueMoon, table: str) -> int:
    """Follow a table to its end and return the last seq."""
    token = await moon.gateway.mint_token(table, SPECTATOR)
    seq = 0
    async with moon.spectator(table, token, after=0) as viewer:
        async for update in viewer:
            seq = update.commits[-1].seq if update.commits else seq
    return seq


async def test_a_game_is_played_to_its_end(system: DeployedSystem, moon: BlueMoon) -> None:
    table = await open_table(moon, "", "")
    watching = asyncio.create_task(watch(moon, table))
    async with running_bots(moon, table, 0, 1):
        pass
    last_seq = await watching
    view = await moon.gateway.get_view(table)
    assert (view.table.stage, last_seq) == ("over", view.seq)
    await eventually(lambda: is_listed_as_over(moon, table), "the read models follow")
    assert system.server.refusals() == [], system.logs()


async def test_the_api_needs_no_other_right(system: DeployedSystem, moon: BlueMoon) -> None:
    async def call(method: str, path: str, body: object = None, key: str = PLATFORM_KEY) -> None:
        headers = {"Authorization": f"Bearer {key}"} | (
            {"Idempotency-Key": path.replace("/", ".")} if method == "POST" else {}
        )
        response = await http.request(method, f"/v1{path}", json=body, headers=headers)
        assert response.is_success, response.text

    async with httpx.AsyncClient(base_url=system.gateway, timeout=60) as http:
        nobody_listens = f"http://127.0.0.1:{free_port()}/"
        webhook = {"url": nobody_listens, "events": ["game_started", "game_over"]}
        await call("PUT", "/webhooks/main", webhook)
        terms = {"external_id": "match-1", "metadata": {"round": "1"}}
        await call("POST", "/tables", {"game": "city", "options": {"players": 2}, **terms})
        await call("GET", "/tables?metadata=round:1")

        table = (await moon.gateway.open_table("city", CityOptions(2))).table
        player = (await moon.gateway.take_seat(table, 0, "Amber")).player
        await moon.gateway.take_seat(table, 1, "Basalt")
        await moon.gateway.start_game(table)
        await call("PUT", f"/tables/{table}/metadata", {"metadata": {"round": "2"}})
        await moon.gateway.revoke_seat(table, 0)
        await resign(moon, table)
        await eventually(lambda: is_listed_as_over(moon, table), "the read models follow")

        voided = (await moon.gateway.open_table("city", CityOptions(2))).table
        await moon.gateway.void_table(voided, "the tournament was cancelled")
        await moon.gateway.open_guest_table("city", CityOptions(2), "Coral")
        for path in ("/standings/city", f"/players/{player}", "/activity", "/webhooks"):
            await call("GET", path)
        await call("GET", f"/players/{player}/export")
        await call("DELETE", f"/players/{player}")
        await call("PUT", "/platforms/jade", {}, OPERATOR_KEY)
        await call("POST", "/platforms/jade/suspend", {"reason": "unpaid"}, OPERATOR_KEY)
        await call("GET", "/operations", key=OPERATOR_KEY)
        await call("DELETE", "/webhooks/main")
    assert system.server.refusals() == [], system.logs()


@pytest.mark.parametrize(
    "arguments",
    [
        ("table", "ls"),
        ("shards",),
        ("dead-letters", "ls"),
        ("read-models", "status"),
        ("read-models", "rebuild"),
        ("webhooks", "ls"),
        ("platform", "add", "opal"),
        ("platform", "ls"),
        ("audit-log",),
    ],
)
async def test_operators_need_no_other_right(
    system: DeployedSystem, moon: BlueMoon, arguments: tuple[str, ...]
) -> None:
    assert moon is not None, "the system is ready"
    system.run_as_operator(*arguments)
    assert system.server.refusals() == []
