"""How connections end: too slow, idle, hanging, or because the notifier stops."""

import asyncio
import contextlib
import socket
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from services.notifier.closing import IDLE, SERVICE_RESTARTS, TOO_SLOW
from services.runtime.dispatch import Dispatcher
from services.runtime.telemetry import OPEN_SOCKETS, SLOW_CLIENTS
from tests.services.engines import Engines, eventually
from tests.services.notifier.playing import go_on, opened
from tests.services.notifier.watching import Notifier, Watcher

pytestmark = pytest.mark.anyio

SUBSCRIPTIONS = 60
COMMITS = 40


def value(metric: Any) -> float:
    return float(metric._value.get())


def small_socket(notifier: Notifier) -> socket.socket:
    """Holds little, so that who does not read is soon noticed."""
    small = socket.socket()
    small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    small.connect(("127.0.0.1", int(notifier.http.rsplit(":", 1)[1])))
    small.setblocking(False)
    return small


async def follow_often(watcher: Watcher, notifier: Notifier, game: str, after: int) -> None:
    """The same game many times over, so that a few commits are many frames."""
    for number in range(SUBSCRIPTIONS):
        await watcher.follow(game, notifier.token(game), after, name=f"g{number}")


async def rest(watcher: Watcher) -> list[Any]:
    """Everything that still comes before the socket is closed."""
    found: list[Any] = []
    with contextlib.suppress(ConnectionClosed):
        while True:
            found.append(await watcher.next())
    return found


async def test_who_takes_too_little_is_told_and_dropped_and_resumes_where_it_was(
    engines: Engines,
    dispatcher: Dispatcher,
    notifier: Notifier,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # It takes up again only after it was dropped, and on a busy machine that may take a while.
    monkeypatch.setattr("services.notifier.client.GOODBYE_SECONDS", 60.0)
    await engines.start()
    await notifier.start(send_queue_frames_max=64)
    game = await opened(dispatcher)
    before = value(SLOW_CLIENTS)
    options = {"sock": small_socket(notifier), "max_queue": 1}
    async with notifier.watcher(**options) as slow, notifier.watcher() as other:
        await other.follow(game, notifier.token(game), 1)
        await follow_often(slow, notifier, game, 1)
        await go_on(dispatcher, game, 0, COMMITS)
        assert await other.versions(COMMITS) == list(range(2, COMMITS + 2))

        async def dropped() -> bool:
            return value(SLOW_CLIENTS) == before + 1

        await eventually(dropped, "the slow one is noticed")
        told = await rest(slow)
        goodbye = told.pop()
        assert (goodbye["type"], goodbye["reason"]) == ("goodbye", "too_slow")
        assert await slow.closed() == TOO_SLOW
    had = [one["seq"] for one in told if one["id"] == "g0"]
    assert had == list(range(2, len(had) + 2)), "what came had no holes"
    assert len(had) < COMMITS
    async with notifier.watcher() as again:
        await again.follow(game, notifier.token(game), had[-1])
        assert await again.versions(COMMITS - len(had)) == list(range(had[-1] + 1, COMMITS + 2))


@pytest.mark.parametrize(
    "limits",
    [
        pytest.param({"send_queue_frames_max": 64}, id="its queue runs over"),
        pytest.param({"stalled_seconds": 0.3, "send_queue_frames_max": 100_000}, id="it hangs"),
    ],
)
async def test_who_takes_nothing_at_all_does_not_stay(
    engines: Engines,
    dispatcher: Dispatcher,
    notifier: Notifier,
    monkeypatch: pytest.MonkeyPatch,
    limits: dict[str, Any],
) -> None:
    monkeypatch.setattr("services.notifier.client.GOODBYE_SECONDS", 0.2)
    await engines.start()
    await notifier.start(send_queue_kib_max=10_000, **limits)
    game = await opened(dispatcher)
    options = {"sock": small_socket(notifier), "max_queue": 1, "close_timeout": 0.1}
    before = value(OPEN_SOCKETS)
    async with notifier.watcher(**options) as slow:
        await follow_often(slow, notifier, game, 1)
        await go_on(dispatcher, game, 0, COMMITS)

        async def gone() -> bool:
            return value(OPEN_SOCKETS) == before

        await eventually(gone, "the connection is let go")


async def test_a_history_of_any_length_makes_nobody_too_slow(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start(send_queue_frames_max=4, send_queue_kib_max=1)
    game = await opened(dispatcher, commits=COMMITS)
    async with notifier.watcher(max_queue=1) as watcher:
        await watcher.follow(game, notifier.token(game))
        assert await watcher.versions(COMMITS) == list(range(1, COMMITS + 1))


async def test_a_socket_without_a_subscription_does_not_stay(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start(idle_seconds=0.2, alive_seconds=60)
    game = await opened(dispatcher)
    async with notifier.watcher() as idle, notifier.watcher() as watcher:
        await watcher.follow(game, notifier.token(game), 1)
        goodbye = await idle.next()
        assert (goodbye["type"], goodbye["reason"]) == ("goodbye", "idle")
        assert await idle.closed() == IDLE
        await go_on(dispatcher, game, 0, 1)
        assert await watcher.versions(1) == [2]
        await watcher.send(type="unsubscribe", id="g")
        assert (await watcher.next())["code"] == "unsubscribed"
        assert (await watcher.next())["reason"] == "idle"


async def test_who_is_sent_nothing_gets_signs_of_life(notifier: Notifier) -> None:
    await notifier.start(alive_seconds=0.1)
    async with notifier.watcher() as watcher:
        first, second = await watcher.next(), await watcher.next()
    assert first["type"] == second["type"] == "alive"
    assert first["at"] < second["at"]


async def test_who_answers_no_ping_does_not_stay(notifier: Notifier) -> None:
    await notifier.start(ping_seconds=0.2)
    before = value(OPEN_SOCKETS)
    reader, writer = await asyncio.open_connection("127.0.0.1", int(notifier.http.split(":")[2]))
    writer.write(
        b"GET /v1/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    assert (await reader.readline()).startswith(b"HTTP/1.1 101")

    async def gone() -> bool:
        return value(OPEN_SOCKETS) == before and reader.at_eof()

    reading = asyncio.create_task(reader.read())
    assert b"keepalive ping timeout" in await asyncio.wait_for(reading, 10)
    await eventually(gone, "the connection is let go")
    writer.close()


async def test_a_notifier_that_stops_sends_its_clients_away_with_a_hint(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start()
    game = await opened(dispatcher)
    async with notifier.watcher() as one, notifier.watcher() as two:
        await one.follow(game, notifier.token(game), 1)
        notifier.stop_soon()
        for watcher in (one, two):
            goodbye = await watcher.next()
            assert (goodbye["type"], goodbye["reason"]) == ("goodbye", "draining")
            assert goodbye["reconnect_ms_max"] > goodbye["reconnect_ms_min"]
            assert await watcher.closed() == SERVICE_RESTARTS
        assert "draining" in notifier.health.problems()
    await notifier.stop()
    with pytest.raises(OSError, match="Connect"):
        async with notifier.watcher():
            pass


async def test_a_notifier_stops_even_when_its_clients_take_nothing(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start(
        drain_seconds=0.3, send_queue_frames_max=100_000, send_queue_kib_max=100_000
    )
    game = await opened(dispatcher)
    options = {"sock": small_socket(notifier), "max_queue": 1, "close_timeout": 0.1}
    async with notifier.watcher(**options) as slow:
        await follow_often(slow, notifier, game, 1)
        await go_on(dispatcher, game, 0, COMMITS)
        async with asyncio.timeout(20):
            await notifier.stop()
