"""Deadlines are enforced by whichever engine owns the shard."""

import time

import pytest

from games import table as tables
from games.city.rulebook import CITY
from games.history import Position, replay
from schemas.city.actions import Draw
from schemas.city.options import CityOptions
from schemas.outcome import Outcome
from schemas.table import SYSTEM, CallTime, OpenTable, TakeSeat, TimeRanOut
from schemas.terms import PerMove, Terms
from services.engine.timekeeper import Timekeeper
from services.runtime.operations.health import Health
from services.runtime.store.deadlines import Deadlines
from services.runtime.store.dispatch import Dispatcher
from services.runtime.store.event_log import EventLog
from tests.services.commands import commits_of, new_command, new_table_id
from tests.services.engines import Engines
from tests.services.full_client import client_of
from tests.waiting import eventually

pytestmark = pytest.mark.anyio

NAMES = ("Amber", "Basalt", "Coral")


async def start_game(dispatcher: Dispatcher, terms: Terms, players: int = 2) -> str:
    table_id = new_table_id()
    await send_accepted(dispatcher, table_id, OpenTable("city", CityOptions(players), terms))
    for seat, name in enumerate(NAMES[:players]):
        await send_accepted(dispatcher, table_id, TakeSeat(name), seat)
    return table_id


async def send_accepted(
    dispatcher: Dispatcher, table_id: str, action: object, *seat: int
) -> Outcome:
    outcome = await dispatcher.send(new_command(table_id, action, *seat))
    assert outcome.rejection is None
    return outcome


async def position_of(event_log: EventLog, table_id: str) -> Position:
    position = Position(CITY, table_id)
    for commit in await commits_of(event_log, table_id):
        position = replay(position, commit)
    return position


async def is_over(event_log: EventLog, table_id: str) -> bool:
    table = (await position_of(event_log, table_id)).table
    return table is not None and table.stage == "over"


async def test_the_system_calls_time_when_a_seat_runs_out_of_it(
    engines: Engines, dispatcher: Dispatcher, event_log: EventLog
) -> None:
    await engines.start()
    table_id = await start_game(dispatcher, Terms(clock=PerMove(1), autostart=True))

    await eventually(lambda: is_over(event_log, table_id), "time is called")

    last = (await commits_of(event_log, table_id))[-1]
    assert last.command.seat == SYSTEM
    assert isinstance(last.command.action, CallTime)
    assert isinstance(last.events[0], TimeRanOut)
    assert await client_of(event_log).zscore(event_log.shard(table_id).deadlines, table_id) is None


async def test_a_deadline_that_expires_without_engines_is_enforced_by_the_next(
    engines: Engines, dispatcher: Dispatcher, event_log: EventLog
) -> None:
    engine = await engines.start()
    # On a busy machine the deadline may expire before the engine is stopped.
    await engine.stop_keeping_time()
    table_id = await start_game(dispatcher, Terms(clock=PerMove(1), autostart=True))
    await engine.stop()
    deadline = await client_of(event_log).zscore(event_log.shard(table_id).deadlines, table_id)
    assert deadline is not None
    while time.time() * 1000 <= deadline:
        assert not await is_over(event_log, table_id)

    await engines.start()

    await eventually(lambda: is_over(event_log, table_id), "time is called by the next engine")


async def test_a_move_in_time_moves_the_deadline(
    engines: Engines, dispatcher: Dispatcher, event_log: EventLog
) -> None:
    await engines.start()
    table_id = await start_game(dispatcher, Terms(clock=PerMove(60), autostart=True))
    deadlines = event_log.shard(table_id).deadlines
    first = await client_of(event_log).zscore(deadlines, table_id)
    table = (await position_of(event_log, table_id)).table
    assert table is not None

    await send_accepted(dispatcher, table_id, Draw(), *tables.to_act(CITY, table))

    second = await client_of(event_log).zscore(deadlines, table_id)
    assert first is not None
    assert second is not None
    assert second > first


async def test_an_abandoned_game_ends_after_skipped_turns(
    engines: Engines, dispatcher: Dispatcher, event_log: EventLog
) -> None:
    await engines.start()
    terms = Terms(clock=PerMove(1), time_out="skip", skips_max=1, autostart=True)
    table_id = await start_game(dispatcher, terms)

    await eventually(lambda: is_over(event_log, table_id), "all seats are skipped and one resigns")

    commits = await commits_of(event_log, table_id)
    system_commits = [commit for commit in commits if commit.command.seat == SYSTEM]
    assert len(system_commits) == 1 + 3, "opened; skipped, skipped, resigned"


async def test_backs_off_if_a_deadline_does_not_go_away(
    event_log: EventLog,
) -> None:
    """Each call on a broken table adds a dead letter."""
    table_id = new_table_id()
    shard = event_log.shard(table_id)
    await client_of(event_log).zadd(shard.deadlines, {table_id: 1})
    timekeeper = Timekeeper(event_log, Deadlines(client_of(event_log)), lambda: (shard,), Health())

    for _ in range(20):
        await timekeeper.tick()

    assert await client_of(event_log).xlen(shard.commands) == 1
