"""Nobody keeps the system busy with tables that no person plays at."""

from pathlib import Path

import pytest

from client import BlueMoon
from schemas.city.options import CityOptions
from schemas.table import Resign
from schemas.terms import BotSeat, Terms
from tests.client.local_system import run_local_system
from tests.waiting import eventually

pytestmark = pytest.mark.anyio

SHORT_HOURS = 0.0003
"""About a second."""


async def wait_for_stage(moon: BlueMoon, table: str, stage: str) -> None:
    async def has_stage() -> bool:
        return str((await moon.gateway.get_view(table)).table.stage) == stage

    await eventually(has_stage, f"the table is {stage}")


async def test_a_table_that_nobody_starts_is_closed(tmp_path: Path) -> None:
    with run_local_system(tmp_path, open_table_hours=SHORT_HOURS) as system:
        async with system.moon() as moon:
            table = (await moon.gateway.open_table("city", CityOptions(2))).table
            await wait_for_stage(moon, table, "aborted")


@pytest.mark.parametrize(("policy", "stage"), [("void", "voided"), ("resign", "over")])
async def test_a_game_that_nobody_plays_is_ended_by_policy(
    tmp_path: Path, policy: str, stage: str
) -> None:
    settings = {"idle_table_hours": SHORT_HOURS, "idle_table_policy": policy}
    with run_local_system(tmp_path, **settings) as system:
        async with system.moon() as moon:
            table = (await moon.gateway.open_table("city", CityOptions(2))).table
            await moon.gateway.take_seat(table, 0, "Amber")
            await moon.gateway.take_seat(table, 1, "Basalt")
            await moon.gateway.start_game(table)
            await wait_for_stage(moon, table, stage)


async def test_bots_do_not_play_on_without_people(moon: BlueMoon) -> None:
    bots = (BotSeat(1, "random"), BotSeat(2, "random"))
    terms = Terms(bots=bots, autostart=True, listed=False)
    table = (await moon.gateway.open_table("city", CityOptions(3), terms=terms)).table
    token = (await moon.gateway.take_seat(table, 0, "Amber")).token

    async def stage() -> str:
        return str((await moon.gateway.get_table(table)).stage)

    async def is_playing() -> bool:
        return await stage() == "playing"

    async def is_over() -> bool:
        return await stage() == "over"

    await eventually(is_playing, "the bots of the system have sat down")
    await moon.gateway.with_credential(token).send_command(table, Resign())
    await eventually(is_over, "the game is over")
    results = (await moon.gateway.get_table(table)).results
    assert not next(result for result in results if result.seat == 0).won
