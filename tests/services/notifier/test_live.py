"""Following a game: from any version, without a gap and without a repetition."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from schemas.commit import canonical
from schemas.secrecy import SPECTATOR, Viewer
from services.notifier.feed import read_feed
from services.notifier.hub import Hub, Listener, Told
from services.notifier.live import TooSlowError, follow
from services.runtime.dispatch import Dispatcher
from services.runtime.event_log import EventLog
from services.runtime.health import Health
from services.runtime.tasks import end
from tests.services.asking import ask_open, ask_seat, new_game
from tests.services.engines import Engines, eventually

pytestmark = pytest.mark.anyio


@pytest.fixture
async def hub(event_log: EventLog) -> AsyncIterator[Hub]:
    hub = Hub()
    readers = [
        asyncio.create_task(read_feed(event_log, shard, hub, Health()))
        for shard in event_log.all_shards()
    ]
    yield hub
    await end(*readers)


async def take(count: int, log: EventLog, hub: Hub, game: str, after: int) -> list[Any]:
    found: list[Any] = []
    async for commit in follow(log, hub, game, SPECTATOR, after):
        found.append(commit)
        if len(found) == count:
            break
    return found


@pytest.mark.parametrize("after", [0, 1, 3, 5])
async def test_what_was_and_what_comes_is_told_once_and_in_order(
    engines: Engines, event_log: EventLog, dispatcher: Dispatcher, hub: Hub, after: int
) -> None:
    await engines.start()
    game = new_game()
    await dispatcher.send(ask_open(game))
    for turn in range(4):
        await dispatcher.send(ask_seat(game, turn))
    watching = asyncio.create_task(take(9 - after, event_log, hub, game, after))
    for turn in range(4, 8):
        await dispatcher.send(ask_seat(game, turn))
    told = await asyncio.wait_for(watching, 10)
    assert [commit.seq for commit in told] == list(range(after + 1, 10))


async def test_many_listeners_hear_the_same(
    engines: Engines, event_log: EventLog, dispatcher: Dispatcher, hub: Hub
) -> None:
    await engines.start()
    game = new_game()
    await dispatcher.send(ask_open(game))
    watching = [asyncio.create_task(take(6, event_log, hub, game, 0)) for _ in range(20)]
    for turn in range(5):
        await dispatcher.send(ask_seat(game, turn))
    told = await asyncio.wait_for(asyncio.gather(*watching), 10)
    assert all(canonical(one) == canonical(told[0]) for one in told)

    async def all_left() -> bool:
        return hub.listeners == 0

    await eventually(all_left, "listeners that go leave the hub")


async def test_a_gap_in_what_comes_is_filled_from_the_truth(
    engines: Engines, event_log: EventLog, dispatcher: Dispatcher
) -> None:
    """The hub has missed commits 2 to 5, as after a pause of the server."""
    await engines.start()
    game, hub = new_game(), Hub()
    await dispatcher.send(ask_open(game))
    watching = asyncio.create_task(take(6, event_log, hub, game, 0))

    async def joined() -> bool:
        return hub.listeners == 1

    await eventually(joined, "the listener has joined")
    for turn in range(5):
        await dispatcher.send(ask_seat(game, turn))
    lines = [line async for line in event_log.read(game)]
    hub.tell(game, Told(6, lines[5]))
    assert [commit.seq for commit in await asyncio.wait_for(watching, 10)] == [1, 2, 3, 4, 5, 6]


async def test_one_that_falls_behind_is_told_and_dropped(
    engines: Engines, event_log: EventLog, dispatcher: Dispatcher
) -> None:
    await engines.start()
    game, hub = new_game(), Hub()
    await dispatcher.send(ask_open(game))
    following = follow(event_log, hub, game, SPECTATOR, 0)
    assert (await anext(following)).seq == 1
    for seq in range(2, 1000):
        hub.tell(game, Told(seq, b""))
    with pytest.raises(TooSlowError):
        await anext(following)
    assert hub.listeners == 0


def test_a_queue_has_an_end() -> None:
    listener = Listener("game", queue_max=2)
    for seq in (1, 2):
        listener.tell(Told(seq, b""))
        assert not listener.too_slow
    listener.tell(Told(3, b""))
    assert listener.too_slow


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
async def test_nobody_is_told_what_it_may_not_know(
    engines: Engines, event_log: EventLog, dispatcher: Dispatcher, hub: Hub, viewer: Viewer
) -> None:
    await engines.start()
    game = new_game()
    await dispatcher.send(ask_open(game))
    following = follow(event_log, hub, game, viewer, 0)
    opened = await anext(following)
    assert opened.events[0].seed is None
    assert b"hash" not in canonical(opened)
    await following.aclose()
