"""Playing and watching on a running system, through crashes."""

import asyncio

import pytest

from client import BlueMoon, RejectedError, Update
from schemas.city.actions import Draw
from schemas.city.options import CityOptions
from schemas.city.state import CityState
from schemas.redaction import SPECTATOR
from schemas.table import GameEnded, Takeback
from tests.client.local_system import LocalSystem
from tests.client.playing import open_table, resign, running_bots, wait_for_seq
from tests.waiting import DEADLINE_SECONDS

pytestmark = pytest.mark.anyio


async def watch(moon: BlueMoon, table: str) -> list[Update]:
    token = await moon.gateway.mint_token(table, SPECTATOR)
    async with moon.spectator(table, token, after=0) as spectator:
        return [update async for update in spectator]


def assert_complete(updates: list[Update]) -> None:
    """Check that every commit came once, in order, with the view after it."""
    seqs = [commit.seq for update in updates for commit in update.commits]
    assert seqs == list(range(1, len(seqs) + 1))
    assert all(update.view.seq == update.commits[-1].seq for update in updates)
    assert isinstance(updates[-1].commits[-1].events[-1], GameEnded)
    assert updates[-1].view.table.results


async def test_a_seat_sees_its_own_cards_and_a_spectator_none(moon: BlueMoon) -> None:
    table = (await moon.gateway.open_table("city", CityOptions(2))).table
    tokens = [
        (await moon.gateway.take_seat(table, seat, name)).token
        for seat, name in enumerate(("Amber", "Basalt"))
    ]
    await moon.gateway.start_game(table)
    spectator_token = await moon.gateway.mint_token(table, SPECTATOR)
    for token, expected in ((tokens[0], [True, False]), (spectator_token, [False, False])):
        async with moon.spectator(table, token) as viewer:
            play = viewer.view.table.play
            assert isinstance(play, CityState)
            assert [isinstance(seat.hand, tuple) for seat in play.seats] == expected


async def test_asks_for_and_answers_a_takeback(moon: BlueMoon) -> None:
    table = await open_table(moon, "", "", takebacks=True)
    tokens = [
        (await moon.gateway.take_seat(table, seat, name)).token
        for seat, name in enumerate(("Amber", "Basalt"))
    ]
    async with moon.seat(table, tokens[0]) as amber, moon.seat(table, tokens[1]) as basalt:
        asking, agreeing = (amber, basalt) if amber.view.actions else (basalt, amber)
        turn = await anext(aiter(asking.turns()))
        await asking.act(Draw(), expected_seq=turn.view.seq)
        turns = aiter(agreeing.turns())
        assert (await anext(turns)).takeback is None
        await asking.ask_takeback()
        assert (await anext(turns)).takeback == Takeback(asking.seat)
        await agreeing.answer_takeback(agree=True)
        assert (await asking.refresh()).table.play == turn.view.table.play


async def test_a_stale_action_is_rejected(moon: BlueMoon) -> None:
    table = (await moon.gateway.open_table("city", CityOptions(2))).table
    tokens = [
        (await moon.gateway.take_seat(table, seat, name)).token
        for seat, name in enumerate(("Amber", "Basalt"))
    ]
    await moon.gateway.start_game(table)
    async with moon.seat(table, tokens[0]) as seat:
        with pytest.raises(RejectedError) as error:
            await seat.act(Draw(), expected_seq=seat.view.seq - 1)
        assert error.value.rejection.code == "stale"
        assert (await seat.refresh()).seq == 4


async def test_a_game_survives_a_killed_notifier_and_server(local_system: LocalSystem) -> None:
    """The spectator gets every commit once, and every command takes effect once."""
    async with local_system.moon() as moon:
        table = await open_table(moon, "", "")
        async with running_bots(moon, table, 0, 1):
            watching = asyncio.create_task(watch(moon, table))
            await wait_for_seq(moon, table, 20)
            await asyncio.to_thread(local_system.kill, "notifier")
            await wait_for_seq(moon, table, 40)
            await asyncio.to_thread(local_system.kill_server)
            await wait_for_seq(moon, table, 50)
            await resign(moon, table)
            updates = await asyncio.wait_for(watching, DEADLINE_SECONDS)
        assert_complete(updates)
