"""Nobody keeps the system busy with tables that no person plays at."""

import pytest

from client import BlueMoon
from schemas.city.options import CityOptions
from schemas.table import Resign
from schemas.terms import BotSeat, Terms
from tests.waiting import eventually

pytestmark = pytest.mark.anyio


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
