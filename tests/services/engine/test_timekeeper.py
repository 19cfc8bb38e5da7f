"""Deadlines: called when they have passed, whichever engine owns the shard by then."""

import time

import pytest

from games import table as tables
from games.city.game import CITY
from games.history import Position, replay
from schemas.city import CityOptions, Draw
from schemas.outcome import Outcome
from schemas.table import SYSTEM, CallTime, OpenTable, TakeSeat, TimeRanOut
from schemas.terms import PerMove, Terms
from services.engine.timekeeper import Timekeeper
from services.runtime.dispatch import Dispatcher
from services.runtime.event_log import EventLog
from services.runtime.health import Health
from tests.services.asking import ask, commits_of, new_game
from tests.services.engines import Engines, eventually

pytestmark = pytest.mark.anyio

NAMES = ("Amber", "Basalt", "Coral")


async def begin(dispatcher: Dispatcher, terms: Terms, players: int = 2) -> str:
    game = new_game()
    await accepted(dispatcher, game, OpenTable("city", CityOptions(players), terms))
    for seat, name in enumerate(NAMES[:players]):
        await accepted(dispatcher, game, TakeSeat(name), seat)
    return game


async def accepted(dispatcher: Dispatcher, game: str, action: object, *seat: int) -> Outcome:
    outcome = await dispatcher.send(ask(game, action, *seat))
    assert outcome.rejection is None
    return outcome


async def position_of(event_log: EventLog, game: str) -> Position:
    position = Position(CITY, game)
    for commit in await commits_of(event_log, game):
        position = replay(position, commit)
    return position


async def is_over(event_log: EventLog, game: str) -> bool:
    table = (await position_of(event_log, game)).table
    return table is not None and table.stage == "over"


async def test_a_seat_that_runs_out_of_time_loses_by_a_commit_of_the_system(
    engines: Engines, dispatcher: Dispatcher, event_log: EventLog
) -> None:
    await engines.start()
    game = await begin(dispatcher, Terms(clock=PerMove(1), autostart=True))

    await eventually(lambda: is_over(event_log, game), "time is called")

    last = (await commits_of(event_log, game))[-1]
    assert last.command.seat == SYSTEM
    assert isinstance(last.command.action, CallTime)
    assert isinstance(last.events[0], TimeRanOut)
    assert await event_log.client.zscore(event_log.shard(game).deadlines, game) is None


async def test_a_deadline_that_passes_while_no_engine_runs_is_called_by_the_next(
    engines: Engines, dispatcher: Dispatcher, event_log: EventLog
) -> None:
    engine = await engines.start()
    game = await begin(dispatcher, Terms(clock=PerMove(1), autostart=True))
    await engine.stop()
    deadline = await event_log.client.zscore(event_log.shard(game).deadlines, game)
    assert deadline is not None
    while time.time() * 1000 <= deadline:
        assert not await is_over(event_log, game)

    await engines.start()

    await eventually(lambda: is_over(event_log, game), "time is called by the next engine")


async def test_who_moves_in_time_moves_the_deadline(
    engines: Engines, dispatcher: Dispatcher, event_log: EventLog
) -> None:
    await engines.start()
    game = await begin(dispatcher, Terms(clock=PerMove(60), autostart=True))
    deadlines = event_log.shard(game).deadlines
    first = await event_log.client.zscore(deadlines, game)
    table = (await position_of(event_log, game)).table
    assert table is not None

    await accepted(dispatcher, game, Draw(), *tables.to_act(CITY, table))

    assert await event_log.client.zscore(deadlines, game) > first


async def test_a_game_that_all_have_left_is_skipped_on_until_it_ends(
    engines: Engines, dispatcher: Dispatcher, event_log: EventLog
) -> None:
    await engines.start()
    terms = Terms(clock=PerMove(1), time_out="skip", skips_max=1, autostart=True)
    game = await begin(dispatcher, terms)

    await eventually(lambda: is_over(event_log, game), "everyone was skipped, and one resigned")

    calls = [c for c in await commits_of(event_log, game) if c.command.seat == SYSTEM]
    assert len(calls) == 1 + 3, "opened; skipped, skipped, resigned"


async def test_a_deadline_that_nobody_can_decide_on_is_called_less_and_less_often(
    event_log: EventLog,
) -> None:
    """Each call of a broken game leaves a dead letter."""
    game = new_game()
    shard = event_log.shard(game)
    await event_log.client.zadd(shard.deadlines, {game: 1})
    keeper = Timekeeper(event_log, lambda: (shard,), Health())

    for _ in range(20):
        await keeper.tick()

    assert await event_log.client.xlen(shard.commands) == 1
