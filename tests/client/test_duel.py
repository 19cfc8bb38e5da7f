"""A duel is played through the same calls as any game and hides its secrets."""

from typing import Any

import pytest

from client import BlueMoon
from games import table as tables
from games.duel.duelist import duelist_bot
from games.duel.rulebook import DUEL
from schemas.duel.actions import Mulligan
from schemas.duel.options import DuelOptions

pytestmark = pytest.mark.anyio

COMMANDS_MAX = 600


def _first(_limit: int) -> int:
    return 0


async def test_plays_a_duel_to_its_end_through_the_gateway(moon: BlueMoon) -> None:
    options = DuelOptions(("flit", "terrah"), crystals_to_win=1)
    table = (await moon.gateway.open_table("duel", options)).table
    seats = []
    for seat, player in enumerate(("Amber", "Basalt")):
        seated = await moon.gateway.take_seat(table, seat, player)
        seats.append(moon.gateway.with_credential(seated.token))
    await moon.gateway.start_game(table)
    first: Any = (await seats[0].get_view(table)).table.play
    assert len(first.sides[0].hand) == 6
    assert (first.sides[1].hand, first.sides[1].deck) == (6, 24)

    for _ in range(COMMANDS_MAX):
        table_view = (await moon.gateway.get_view(table)).table
        waiting = tables.to_act(DUEL, table_view)
        if not waiting:
            break
        seat = waiting[0]
        view = await seats[seat].get_view(table)
        action = duelist_bot(view.table, seat, view.actions, _first)
        await seats[seat].send_command(table, action)
        if isinstance(view.actions[0], Mulligan):
            other: Any = (await seats[1 - seat].get_view(table)).table.play
            assert other.sides[seat].exchange is None

    over = (await seats[1].get_view(table)).table
    assert over.stage == "over"
    assert sorted(result.place for result in over.results) == [1, 2]
    opened: Any = over.play
    assert isinstance(opened.sides[0].deck, tuple)
