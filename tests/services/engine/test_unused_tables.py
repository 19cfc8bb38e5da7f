"""Tables that nobody uses are ended by the engine that owns their shard."""

import pytest

from schemas.city.options import CityOptions
from schemas.table import OpenTable, Resign, StartGame, TableAborted, TableVoided, TakeSeat
from schemas.terms import BotSeat, PerMove, Terms
from services.runtime.store.dispatch import Dispatcher
from services.runtime.store.event_log import EventLog
from tests.services.commands import commits_of, new_command, new_table_id
from tests.services.engines import Engines
from tests.services.full_client import client_of
from tests.waiting import eventually

pytestmark = pytest.mark.anyio

SOON_HOURS = 0.2 / 3600


@pytest.fixture(autouse=True)
def quick_ticks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.engine.unused_tables.TICK_SECONDS", 0.05)


async def open_table(dispatcher: Dispatcher, terms: Terms, players: int = 2) -> str:
    table_id = new_table_id()
    actions: list[tuple[object, int | None]] = [
        (OpenTable("city", CityOptions(players), terms), None)
    ]
    actions += [(TakeSeat(f"p{seat}"), seat) for seat in range(players)]
    for action, seat in actions:
        await send(dispatcher, table_id, action, seat)
    return table_id


async def send(
    dispatcher: Dispatcher, table_id: str, action: object, seat: int | None = None
) -> None:
    command = new_command(table_id, action) if seat is None else new_command(table_id, action, seat)
    assert (await dispatcher.send(command)).rejection is None


async def last_event(event_log: EventLog, table_id: str) -> object:
    return (await commits_of(event_log, table_id))[-1].events[-1]


async def expiry(event_log: EventLog, table_id: str) -> float | None:
    return await client_of(event_log).zscore(event_log.shard(table_id).expiries, table_id)


async def test_closes_a_table_that_nobody_starts(
    engines: Engines, dispatcher: Dispatcher, event_log: EventLog
) -> None:
    await engines.start(open_table_hours=SOON_HOURS)
    table_id = new_table_id()
    await send(dispatcher, table_id, OpenTable("city", CityOptions(2)))

    async def is_closed() -> bool:
        return isinstance(await last_event(event_log, table_id), TableAborted)

    await eventually(is_closed, "the table is closed")
    assert await expiry(event_log, table_id) is None, "an ended table does not expire"


async def test_voids_a_running_table_that_nobody_touches(
    engines: Engines, dispatcher: Dispatcher, event_log: EventLog
) -> None:
    await engines.start(idle_table_hours=SOON_HOURS)
    table_id = await open_table(dispatcher, Terms(autostart=True))

    async def is_voided() -> bool:
        return isinstance(await last_event(event_log, table_id), TableVoided)

    await eventually(is_voided, "the table is voided")
    assert await expiry(event_log, table_id) is None


async def test_absent_seats_resign_if_the_policy_says_so(
    engines: Engines, dispatcher: Dispatcher, event_log: EventLog
) -> None:
    await engines.start(idle_table_hours=SOON_HOURS, idle_table_policy="resign")
    table_id = await open_table(dispatcher, Terms(autostart=True))

    async def has_ended() -> bool:
        return isinstance((await commits_of(event_log, table_id))[-1].command.action, Resign)

    await eventually(has_ended, "the seat to act has resigned")
    [*_, last] = await commits_of(event_log, table_id)
    assert last.events[-1].reason == "resignation"


async def test_each_commit_postpones_the_end_and_a_clock_replaces_it(
    engines: Engines, dispatcher: Dispatcher, event_log: EventLog
) -> None:
    await engines.start()
    table_id = await open_table(dispatcher, Terms())
    commits = await commits_of(event_log, table_id)
    assert await expiry(event_log, table_id) == commits[-1].at + 168 * 3_600_000
    await send(dispatcher, table_id, StartGame())
    commits = await commits_of(event_log, table_id)
    assert await expiry(event_log, table_id) == commits[-1].at + 720 * 3_600_000

    with_clock = await open_table(dispatcher, Terms(autostart=True, clock=PerMove(3600)))
    assert await expiry(event_log, with_clock) is None


async def test_bots_stop_when_no_person_is_left(
    engines: Engines, dispatcher: Dispatcher, event_log: EventLog
) -> None:
    await engines.start()
    bots = (BotSeat(1, "random"), BotSeat(2, "random"))
    table_id = await open_table(dispatcher, Terms(autostart=True, bots=bots), players=3)
    all_bots = (BotSeat(0, "random"), *bots)
    demo_id = await open_table(dispatcher, Terms(autostart=True, bots=all_bots), players=3)
    await send(dispatcher, demo_id, Resign(), 0)
    await send(dispatcher, table_id, Resign(), 0)

    async def is_over() -> bool:
        return getattr(await last_event(event_log, table_id), "reason", "") == "resignation"

    await eventually(is_over, "the game is over")
    results = (await commits_of(event_log, table_id))[-1].events[-1].results
    assert {result.seat for result in results if result.won} == {2}, "the person has lost"
    assert len(await commits_of(event_log, demo_id)) == 5, "bots alone play on"
