"""Playing and watching through a whole running system, and through what happens to it."""

import asyncio

import pytest

from client import BlueMoon, RejectedError, Update
from schemas.city import CityOptions, CityState, Draw
from schemas.secrecy import SPECTATOR
from schemas.table import GameEnded, Takeback
from tests.client.house import House
from tests.client.playing import at_version, bots_at, open_table, resign

pytestmark = pytest.mark.anyio


async def watch(moon: BlueMoon, table: str) -> list[Update]:
    token = await moon.gateway.mint_token(table, SPECTATOR)
    async with moon.spectator(table, token, after=0) as spectator:
        return [update async for update in spectator]


def assert_whole(updates: list[Update]) -> None:
    """Every commit once, in order, each update with the view after exactly its commits."""
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
    watching = await moon.gateway.mint_token(table, SPECTATOR)
    for token, expected in ((tokens[0], [True, False]), (watching, [False, False])):
        async with moon.spectator(table, token) as viewer:
            play = viewer.view.table.play
            assert isinstance(play, CityState)
            assert [isinstance(seat.hand, tuple) for seat in play.seats] == expected


async def test_a_takeback_is_asked_answered_and_taken(moon: BlueMoon) -> None:
    table = await open_table(moon, "", "", takebacks=True)
    tokens = [
        (await moon.gateway.take_seat(table, seat, name)).token
        for seat, name in enumerate(("Amber", "Basalt"))
    ]
    async with moon.seat(table, tokens[0]) as amber, moon.seat(table, tokens[1]) as basalt:
        asks, agrees = (amber, basalt) if (await amber.legal()).actions else (basalt, amber)
        turn = await anext(aiter(asks.turns()))
        await asks.act(Draw(), expected_seq=turn.view.seq)
        answers = aiter(agrees.turns())
        assert (await anext(answers)).takeback is None
        await asks.ask_takeback()
        assert (await anext(answers)).takeback == Takeback(asks.seat)
        await agrees.answer_takeback(agree=True)
        assert (await asks.look()).table.play == turn.view.table.play


async def test_a_stale_action_is_refused_and_changes_nothing(moon: BlueMoon) -> None:
    table = (await moon.gateway.open_table("city", CityOptions(2))).table
    tokens = [
        (await moon.gateway.take_seat(table, seat, name)).token
        for seat, name in enumerate(("Amber", "Basalt"))
    ]
    await moon.gateway.start_game(table)
    async with moon.seat(table, tokens[0]) as seat:
        with pytest.raises(RejectedError) as refused:
            await seat.act(Draw(), expected_seq=seat.view.seq - 1)
        assert refused.value.rejection.code == "stale"
        assert (await seat.look()).seq == 4


async def test_a_game_goes_on_through_a_killed_notifier_and_a_killed_server(home: House) -> None:
    """The watcher gets every commit once, and the bots' commands have one effect each."""
    async with home.moon() as moon:
        table = await open_table(moon, "", "")
        async with bots_at(moon, table, 0, 1):
            watching = asyncio.create_task(watch(moon, table))
            await at_version(moon, table, 20)
            await asyncio.to_thread(home.kill, "notifier")
            await at_version(moon, table, 40)
            await asyncio.to_thread(home.kill_server)
            await at_version(moon, table, 50)
            await resign(moon, table)
            updates = await asyncio.wait_for(watching, 90)
        assert_whole(updates)
