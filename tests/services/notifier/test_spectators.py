"""Spectators: let in or not, at once or later, and at once when the game is over."""

import time

import pytest
from msgspec.structs import replace

from schemas.terms import Terms
from services.runtime.dispatch import Dispatcher
from services.runtime.event_log import EventLog
from tests.services.asking import ask_seat, history, new_game
from tests.services.engines import Engines
from tests.services.notifier.playing import keep, resigned, started
from tests.services.notifier.watching import Notifier

pytestmark = pytest.mark.anyio

HOUR = Terms(spectator_delay_seconds=3600)


async def test_where_spectators_are_forbidden_only_seats_may_watch(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start()
    game = await started(dispatcher, Terms(spectators="forbidden"))
    async with notifier.watcher() as watcher:
        topic = {"type": "game", "game": game, "token": notifier.token(game)}
        assert await watcher.refused(**topic) == "not_allowed"
        await watcher.follow(game, notifier.token(game, 0))
        assert await watcher.versions(4) == [1, 2, 3, 4]


async def test_with_a_delay_spectators_are_told_everything_later(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start()
    game = await started(dispatcher, Terms(spectator_delay_seconds=1))
    async with notifier.watcher() as late, notifier.watcher() as seat:
        await seat.follow(game, notifier.token(game, 0))
        await late.follow(game, notifier.token(game))
        at_once = await seat.commits(4)
        for commit in at_once:
            (told,) = await late.commits(1)
            assert (told["seq"], told["at"]) == (commit["seq"], commit["at"])
            assert time.time() * 1000 >= told["at"] + 1000


async def test_the_version_a_spectator_begins_at_is_the_one_it_may_know(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start()
    game = await started(dispatcher, HOUR)
    async with notifier.watcher() as watcher:
        assert await watcher.follow(game, notifier.token(game, 1), 4, name="seat") == 4
        assert await watcher.follow(game, notifier.token(game), name="spectator") == 0
        topic = {"type": "game", "game": game, "token": notifier.token(game), "after": 1}
        assert await watcher.refused(**topic) == "no_such_version"


async def test_who_catches_up_stops_at_the_version_that_spectators_may_know(
    event_log: EventLog, notifier: Notifier
) -> None:
    """Three commits are old enough, the fourth is not."""
    game, now = new_game(), time.time_ns() // 1_000_000
    first, *others = [commit for commit, _ in history(game, commits=4)]
    opened = replace(first, events=(replace(first.events[0], terms=HOUR),))
    ages_ms = (4 * 3_600_000, 3 * 3_600_000, 2 * 3_600_000, 60_000)
    commits = [
        replace(commit, at=now - age)
        for commit, age in zip((opened, *others), ages_ms, strict=True)
    ]
    await keep(event_log, commits)
    await notifier.start()
    async with notifier.watcher() as watcher:
        assert await watcher.follow(game, notifier.token(game), 1) == 3
        assert await watcher.versions(2) == [2, 3]
        await watcher.send(type="unsubscribe", id="g")
        assert (await watcher.next())["code"] == "unsubscribed", "nothing more came"


@pytest.mark.parametrize("after_the_end", [False, True])
async def test_when_the_game_is_over_spectators_see_all_of_it_at_once(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier, *, after_the_end: bool
) -> None:
    await engines.start()
    await notifier.start()
    game = await started(dispatcher, HOUR)
    if after_the_end:
        await resigned(dispatcher, game)
    async with notifier.watcher() as watcher:
        head = await watcher.follow(game, notifier.token(game))
        assert head == (5 if after_the_end else 0)
        if not after_the_end:
            refused = await dispatcher.send(ask_seat(game))
            assert refused.rejection is not None
            await resigned(dispatcher, game)
        commits = await watcher.commits(5)
    assert [commit["seq"] for commit in commits] == [1, 2, 3, 4, 5]
    assert commits[0]["events"][0]["seed"] is not None, "nothing is secret any more"
