"""How connections end: too slow, idle, stalled, or because the notifier stops."""

import asyncio
import contextlib
import socket
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from services.notifier.closing import IDLE, SERVICE_RESTART, TOO_SLOW
from services.runtime.operations.telemetry import SLOW_CLIENTS, WEBSOCKET_CONNECTIONS
from services.runtime.store.dispatch import Dispatcher
from tests.services.engines import Engines
from tests.services.notifier.live_client import LiveClient, Notifier
from tests.services.notifier.tables import add_commits, open_table
from tests.waiting import DEADLINE_SECONDS, eventually, time_limit

pytestmark = pytest.mark.anyio

SUBSCRIPTIONS = 60
COMMITS = 40
IDLE_SECONDS = 3.0
"""Enough time to subscribe, even on a busy machine."""


def value(metric: Any) -> float:
    return float(metric._value.get())


def small_buffer_socket(notifier: Notifier) -> socket.socket:
    """Return a socket with a small receive buffer, so that a slow reader is noticed soon."""
    client_socket = socket.socket()
    client_socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client_socket.connect(("127.0.0.1", int(notifier.http.rsplit(":", 1)[1])))
    client_socket.setblocking(False)
    return client_socket


async def subscribe_many_times(
    live_client: LiveClient, notifier: Notifier, table_id: str, after: int
) -> None:
    """Subscribe to one table many times, so that a few commits are many frames."""
    for number in range(SUBSCRIPTIONS):
        await live_client.subscribe(table_id, notifier.token(table_id), after, name=f"g{number}")


async def remaining_frames(live_client: LiveClient) -> list[Any]:
    """Return all frames until the socket is closed."""
    frames: list[Any] = []
    with contextlib.suppress(ConnectionClosed):
        while True:
            frames.append(await live_client.next())
    return frames


async def test_a_slow_client_is_closed_and_can_resume(
    engines: Engines,
    dispatcher: Dispatcher,
    notifier: Notifier,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("services.notifier.client.CLOSE_TIMEOUT_SECONDS", 60.0)
    await engines.start()
    await notifier.start(send_queue_frames_max=64)
    table_id = await open_table(dispatcher)
    before = value(SLOW_CLIENTS)
    options = {"sock": small_buffer_socket(notifier), "max_queue": 1}
    async with notifier.connect(**options) as slow, notifier.connect() as other:
        await other.subscribe(table_id, notifier.token(table_id), 1)
        await subscribe_many_times(slow, notifier, table_id, 1)
        await add_commits(dispatcher, table_id, 0, COMMITS)
        assert await other.seqs(COMMITS) == list(range(2, COMMITS + 2))

        async def is_counted() -> bool:
            return value(SLOW_CLIENTS) == before + 1

        await eventually(is_counted, "the slow client is closed")
        frames = await remaining_frames(slow)
        goodbye = frames.pop()
        assert (goodbye["type"], goodbye["reason"]) == ("goodbye", "too_slow")
        assert await slow.close_code() == TOO_SLOW
    received = [frame["seq"] for frame in frames if frame["id"] == "g0"]
    assert received == list(range(2, len(received) + 2)), "there are no gaps"
    assert len(received) < COMMITS
    async with notifier.connect() as resumed:
        # Nothing was received if the first commits came together and overflowed the queue.
        last_seq = 1 + len(received)
        await resumed.subscribe(table_id, notifier.token(table_id), last_seq)
        missed = list(range(last_seq + 1, COMMITS + 2))
        assert await resumed.seqs(len(missed)) == missed


@pytest.mark.parametrize(
    "limits",
    [
        pytest.param({"send_queue_frames_max": 64}, id="queue overflow"),
        pytest.param({"stalled_seconds": 0.3, "send_queue_frames_max": 100_000}, id="stalled"),
    ],
)
async def test_a_client_that_reads_nothing_is_dropped(
    engines: Engines,
    dispatcher: Dispatcher,
    notifier: Notifier,
    monkeypatch: pytest.MonkeyPatch,
    limits: dict[str, Any],
) -> None:
    monkeypatch.setattr("services.notifier.client.CLOSE_TIMEOUT_SECONDS", 0.2)
    await engines.start()
    await notifier.start(send_queue_kib_max=10_000, **limits)
    table_id = await open_table(dispatcher)
    options = {"sock": small_buffer_socket(notifier), "max_queue": 1, "close_timeout": 0.1}
    before = value(WEBSOCKET_CONNECTIONS)
    async with notifier.connect(**options) as slow:
        await subscribe_many_times(slow, notifier, table_id, 1)
        await add_commits(dispatcher, table_id, 0, COMMITS)

        async def is_closed() -> bool:
            return value(WEBSOCKET_CONNECTIONS) == before

        await eventually(is_closed, "the connection is closed")


async def test_a_long_history_does_not_make_a_client_too_slow(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start(send_queue_frames_max=4, send_queue_kib_max=1)
    table_id = await open_table(dispatcher, commits=COMMITS)
    async with notifier.connect(max_queue=1) as live_client:
        await live_client.subscribe(table_id, notifier.token(table_id))
        assert await live_client.seqs(COMMITS) == list(range(1, COMMITS + 1))


async def test_an_idle_socket_is_closed(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start(idle_seconds=IDLE_SECONDS, heartbeat_seconds=60)
    table_id = await open_table(dispatcher)
    async with notifier.connect() as live_client, notifier.connect() as idle:
        await live_client.subscribe(table_id, notifier.token(table_id), 1)
        goodbye = await idle.next()
        assert (goodbye["type"], goodbye["reason"]) == ("goodbye", "idle")
        assert await idle.close_code() == IDLE
        await add_commits(dispatcher, table_id, 0, 1)
        assert await live_client.seqs(1) == [2]
        await live_client.send(type="unsubscribe", id="g")
        assert (await live_client.next())["code"] == "unsubscribed"
        assert (await live_client.next())["reason"] == "idle"


async def test_a_silent_connection_gets_heartbeats(notifier: Notifier) -> None:
    await notifier.start(heartbeat_seconds=0.1)
    async with notifier.connect() as live_client:
        first, second = await live_client.next(), await live_client.next()
    assert first["type"] == second["type"] == "heartbeat"
    assert first["at"] < second["at"]


async def test_a_client_that_answers_no_ping_is_dropped(notifier: Notifier) -> None:
    await notifier.start(ping_seconds=0.2)
    before = value(WEBSOCKET_CONNECTIONS)
    reader, writer = await asyncio.open_connection("127.0.0.1", int(notifier.http.split(":")[2]))
    writer.write(
        b"GET /v1/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    assert (await reader.readline()).startswith(b"HTTP/1.1 101")

    async def is_closed() -> bool:
        return value(WEBSOCKET_CONNECTIONS) == before and reader.at_eof()

    read_task = asyncio.create_task(reader.read())
    assert b"keepalive ping timeout" in await asyncio.wait_for(read_task, DEADLINE_SECONDS)
    await eventually(is_closed, "the connection is closed")
    writer.close()


async def test_a_stopping_notifier_says_goodbye_with_a_reconnect_window(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start()
    table_id = await open_table(dispatcher)
    async with notifier.connect() as first, notifier.connect() as second:
        await first.subscribe(table_id, notifier.token(table_id), 1)
        notifier.request_stop()
        for live_client in (first, second):
            goodbye = await live_client.next()
            assert (goodbye["type"], goodbye["reason"]) == ("goodbye", "draining")
            assert goodbye["reconnect_ms_max"] > goodbye["reconnect_ms_min"]
            assert await live_client.close_code() == SERVICE_RESTART
        assert "draining" in notifier.health.problems()
    await notifier.stop()
    with pytest.raises(OSError, match="Connect"):
        async with notifier.connect():
            pass


async def test_stops_even_if_clients_read_nothing(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start(
        drain_seconds=0.3, send_queue_frames_max=100_000, send_queue_kib_max=100_000
    )
    table_id = await open_table(dispatcher)
    options = {"sock": small_buffer_socket(notifier), "max_queue": 1, "close_timeout": 0.1}
    async with notifier.connect(**options) as slow:
        await subscribe_many_times(slow, notifier, table_id, 1)
        await add_commits(dispatcher, table_id, 0, COMMITS)
        async with time_limit():
            await notifier.stop()
