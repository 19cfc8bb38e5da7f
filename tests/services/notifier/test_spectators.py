"""Spectators: allowed or not, with or without a delay, and everything once the game is over."""

import time

import pytest
from msgspec.structs import replace

from schemas.terms import Terms
from services.runtime.store.dispatch import Dispatcher
from services.runtime.store.event_log import EventLog
from tests.services.commands import history, new_table_id, seat_command
from tests.services.engines import Engines
from tests.services.notifier.live_client import Notifier
from tests.services.notifier.tables import rechain, resign, start_game, write_history

pytestmark = pytest.mark.anyio

HOUR = Terms(spectator_delay_seconds=3600)


async def test_only_seats_may_watch_if_spectators_are_forbidden(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start()
    table_id = await start_game(dispatcher, Terms(spectators="forbidden"))
    async with notifier.connect() as live_client:
        topic = {"type": "table", "table": table_id, "token": notifier.token(table_id)}
        assert await live_client.refusal_code(**topic) == "not_allowed"
        await live_client.subscribe(table_id, notifier.token(table_id, 0))
        assert await live_client.seqs(4) == [1, 2, 3, 4]


async def test_delays_commits_for_spectators(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start()
    table_id = await start_game(dispatcher, Terms(spectator_delay_seconds=1))
    async with notifier.connect() as delayed, notifier.connect() as seat:
        await seat.subscribe(table_id, notifier.token(table_id, 0))
        await delayed.subscribe(table_id, notifier.token(table_id))
        commits = await seat.commits(4)
        for commit in commits:
            (received,) = await delayed.commits(1)
            assert (received["seq"], received["at"]) == (commit["seq"], commit["at"])
            assert time.time() * 1000 >= received["at"] + 1000


async def test_head_is_the_newest_seq_the_viewer_may_see(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start()
    table_id = await start_game(dispatcher, HOUR)
    async with notifier.connect() as live_client:
        assert (
            await live_client.subscribe(table_id, notifier.token(table_id, 1), 4, name="seat") == 4
        )
        assert (
            await live_client.subscribe(table_id, notifier.token(table_id), name="spectator") == 0
        )
        topic = {"type": "table", "table": table_id, "token": notifier.token(table_id), "after": 1}
        assert await live_client.refusal_code(**topic) == "no_such_seq"


async def test_catching_up_stops_at_the_spectators_seq(
    event_log: EventLog, notifier: Notifier
) -> None:
    """Three commits are older than the delay, the fourth is not."""
    table_id, now = new_table_id(), time.time_ns() // 1_000_000
    first, *others = [commit for commit, _ in history(table_id, commits=4)]
    opened = replace(first, events=(replace(first.events[0], terms=HOUR),))
    ages_ms = (4 * 3_600_000, 3 * 3_600_000, 2 * 3_600_000, 60_000)
    commits = [
        replace(commit, at=now - age)
        for commit, age in zip((opened, *others), ages_ms, strict=True)
    ]
    await write_history(event_log, rechain(commits))
    await notifier.start()
    async with notifier.connect() as live_client:
        assert await live_client.subscribe(table_id, notifier.token(table_id), 1) == 3
        assert await live_client.seqs(2) == [2, 3]
        await live_client.send(type="unsubscribe", id="g")
        assert (await live_client.next())["code"] == "unsubscribed", "no further commit was sent"


@pytest.mark.parametrize("is_over", [False, True])
async def test_spectators_see_everything_once_the_game_is_over(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier, *, is_over: bool
) -> None:
    await engines.start()
    await notifier.start()
    table_id = await start_game(dispatcher, HOUR)
    if is_over:
        await resign(dispatcher, table_id)
    async with notifier.connect() as live_client:
        latest_seq = await live_client.subscribe(table_id, notifier.token(table_id))
        assert latest_seq == (5 if is_over else 0)
        if not is_over:
            outcome = await dispatcher.send(seat_command(table_id))
            assert outcome.rejection is not None
            await resign(dispatcher, table_id)
        commits = await live_client.commits(5)
    assert [commit["seq"] for commit in commits] == [1, 2, 3, 4, 5]
    assert commits[0]["events"][0]["seed"] is not None, "nothing is secret after the end"
