"""Thousands of sockets on hundreds of tables: memory, latency at a steady rate, and resuming.

Server, engine and notifier are real processes; games are recorded in advance. A wait ends when the
client has received the frame.
"""

import asyncio
import re
import time
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from redis.asyncio import Redis

from bench import pipeline
from bench.children import Bench, Child, embedded_bench
from bench.latency import (
    P50_MS_MAX,
    P99_MS_MAX,
    Waits,
    disk_sync_waits,
    percentile,
    percentile_cells,
)
from bench.live_socket import LiveSocket
from bench.notifier_process import settings_for
from bench.recorded import SHARDS, LoadCommand, commands_of, record_games
from bench.results import Rows, goal, report
from schemas.redaction import SPECTATOR, Viewer
from services.runtime.access.token_keys import token_keys
from services.runtime.access.tokens import TokenClaims, Tokens
from services.runtime.operations.tasks import cancel_tasks
from services.runtime.server.connection import BLOCK_MS
from services.runtime.web.listening import listen

TABLES = 500
VIEWERS: tuple[Viewer, ...] = (0, 1, SPECTATOR, SPECTATOR)
"""One socket for each, at every table: 2,000 in all."""
SEQ_AT_START = 40
"""Commits of each table before the first subscription."""
PER_SECOND = 200
COMMANDS_PER_STEP = 1_600
"""At `PER_SECOND`, a step takes eight seconds."""
FSYNCS = ("everysec", "always")
OPENING_MAX = 100
"""Sockets opened at the same time."""
WAIT_SECONDS = 60.0
SETTLE_SECONDS = 1.0
WARM_UP = 32
SOCKET_KIB_MAX = 30.0

_COMMIT_UPDATE = re.compile(rb'"id":"([^"]+)","seq":(\d+),"type":"commit_update"}$')

CommitKey = tuple[bytes, bytes]
"""A table id and a seq, as they are encoded in a frame."""


class Subscriber(Struct):
    """A socket, its table and the last seq it received."""

    table_id: str
    token: str
    seq: int = 0
    socket: LiveSocket | None = None


class Cost(Struct, frozen=True):
    seconds: float
    cpu_seconds: float


def _claims(table_id: str, viewer: Viewer) -> TokenClaims:
    return TokenClaims("", table_id, viewer, None if viewer == SPECTATOR else 1)


class Subscribers:
    """All sockets, in the measuring process."""

    def __init__(self, port: int, table_ids: list[str]) -> None:
        tokens = Tokens(token_keys(settings_for("", port)), 3600)
        now = int(time.time())
        self.all = [
            Subscriber(table_id, tokens.mint(_claims(table_id, viewer), now))
            for table_id in table_ids
            for viewer in VIEWERS
        ]
        self.sent: dict[CommitKey, float] = {}
        """When the command of a commit was sent."""
        self.received: list[tuple[CommitKey, float]] = []
        """When these commits arrived, once for each socket."""
        self.frames = 0
        self._port = port
        self._by_socket: dict[LiveSocket, Subscriber] = {}

    async def open(self) -> None:
        for first in range(0, len(self.all), OPENING_MAX):
            part = self.all[first : first + OPENING_MAX]
            await asyncio.gather(*map(self._open, part))

    async def _open(self, subscriber: Subscriber) -> None:
        loop = asyncio.get_running_loop()
        _, socket = await loop.create_connection(
            lambda: LiveSocket(self._on_frame), "127.0.0.1", self._port
        )
        await socket.opened
        subscriber.socket = socket
        self._by_socket[socket] = subscriber

    async def close(self) -> None:
        for socket in self._by_socket:
            socket.transport.close()
        while not all(socket.closed for socket in self._by_socket):
            await asyncio.sleep(0.01)
        self._by_socket = {}

    def subscribe(self, after: int) -> None:
        for subscriber in self.all:
            subscriber.seq = after
            topic = {
                "type": "table",
                "table": subscriber.table_id,
                "token": subscriber.token,
                "after": after,
            }
            frame = {"type": "subscribe", "id": subscriber.table_id, "topic": topic}
            assert subscriber.socket is not None
            subscriber.socket.send(msgspec.json.encode(frame))

    def _on_frame(self, socket: LiveSocket, frame: bytes) -> None:
        now = time.perf_counter()
        match = _COMMIT_UPDATE.search(frame)
        if match is None:
            assert b'"subscribed"' in frame or b'"heartbeat"' in frame, frame
            self.frames += b'"subscribed"' in frame
            return
        self.frames += 1
        subscriber, seq = self._by_socket[socket], int(match[2])
        assert seq == subscriber.seq + 1, f"expected seq {subscriber.seq + 1}, got {seq}"
        subscriber.seq = seq
        commit_key = (match[1], match[2])
        if commit_key in self.sent:
            self.received.append((commit_key, now))

    async def wait_for_frames(self, frames: int) -> None:
        async with asyncio.timeout(WAIT_SECONDS):
            while self.frames < frames:
                await asyncio.sleep(0.002)


def run(*options: str) -> list[str]:
    return asyncio.run(_run(options))


async def _run(options: tuple[str, ...]) -> list[str]:
    commits = SEQ_AT_START + len(FSYNCS) * COMMANDS_PER_STEP // TABLES + 1
    recorded = commands_of(record_games(24, "default", commits), -(-TABLES // SHARDS), "live")
    table_ids = list(dict.fromkeys(command.table_id for command in recorded))[:TABLES]
    sent = [command for command in recorded if command.table_id in set(table_ids)]
    opening_commands, remaining = sent[: TABLES * SEQ_AT_START], sent[TABLES * SEQ_AT_START :]
    port = _free_port()
    with (
        embedded_bench() as bench,
        pipeline.engine(bench) as engine,
        Child("bench.notifier_process", bench.url, str(port), *options) as notifier,
    ):
        bench.wait_for_owners(1)
        assert engine.cpu_seconds() > 0
        bench.client.config_set("appendfsync", "no")
        bench.load(opening_commands)
        while bench.outcomes() < len(opening_commands):
            await asyncio.sleep(0.05)
        return await _measure(bench, notifier, Subscribers(port, table_ids), remaining)


async def _measure(
    bench: Bench, notifier: Child, subscribers: Subscribers, remaining: list[LoadCommand]
) -> list[str]:
    sockets = len(subscribers.all)
    await _warm_up(subscribers)
    empty = await _settled_kib(notifier)
    opening = await _cost(notifier, subscribers.open())
    opened = await _settled_kib(notifier)
    from_last = await _cost(notifier, _subscribe(subscribers, SEQ_AT_START, sockets))
    following = await _settled_kib(notifier)
    rows: Rows = [("disk alone: write and sync 4 KiB", *percentile_cells(disk_sync_waits()), "")]
    waits: Waits = []
    for fsync in FSYNCS:
        bench.client.config_set("appendfsync", fsync)
        part, remaining = remaining[:COMMANDS_PER_STEP], remaining[COMMANDS_PER_STEP:]
        subscribers.received = []
        feed_times: dict[CommitKey, float] = {}
        timing = asyncio.create_task(_time_feeds(bench, feed_times))
        sending = await _cost(notifier, _send(bench, subscribers, part))
        while len(feed_times) < len(part):
            await asyncio.sleep(0.01)
        await cancel_tasks(timing)
        waits = [
            (at - subscribers.sent[commit_key]) * 1000 for commit_key, at in subscribers.received
        ]
        behind_feed = [
            (at - feed_times[commit_key]) * 1000 for commit_key, at in subscribers.received
        ]
        frame_us = sending.cpu_seconds / len(waits) * 1e6
        rows.append((f"{fsync}, from arrival", *percentile_cells(waits), f"{frame_us:.0f}"))
        rows.append(
            (
                f"{fsync}, from when another feed reader has it",
                *percentile_cells(behind_feed),
                "",
            )
        )
    subscribers.sent = {}
    await subscribers.close()
    last_seq = max(subscriber.seq for subscriber in subscribers.all)
    reopening = await _cost(notifier, subscribers.open())
    commits = sum(subscriber.seq for subscriber in subscribers.all)
    from_start = await _cost(notifier, _subscribe(subscribers, 0, sockets + commits))
    commit_us = from_start.cpu_seconds / commits * 1e6
    await subscribers.close()
    return [
        report(
            f"{sockets:,} sockets, {TABLES} tables, {PER_SECOND} commands per second: ms to arrive",
            ("", "p50", "p90", "p99", "notifier us per frame"),
            rows,
        ),
        goal("p50 in ms from arrival to received", percentile(waits, 50), P50_MS_MAX, below=True),
        goal("p99 in ms from arrival to received", percentile(waits, 99), P99_MS_MAX, below=True),
        report(
            "Memory and cost of resuming in the notifier",
            ("", "KiB per socket", "ms CPU per socket", "sockets per second"),
            [
                ("opened", f"{(opened - empty) / sockets:.1f}", *_per_socket(opening, sockets)),
                (
                    "resumed from the last seq",
                    f"{(following - opened) / sockets:.1f}",
                    *_per_socket(from_last, sockets),
                ),
                ("opened again", "", *_per_socket(reopening, sockets)),
                (
                    f"resumed from seq 0 of {last_seq}",
                    "",
                    *_per_socket(from_start, sockets),
                ),
            ],
        ),
        f"Resuming from seq 0 takes {commit_us:.0f} us of CPU per commit and socket.\n",
        goal(
            "KiB of an idle socket with a subscription",
            (following - empty) / sockets,
            SOCKET_KIB_MAX,
            below=True,
        ),
    ]


async def _warm_up(subscribers: Subscribers) -> None:
    """Open some sockets first: one-time costs of a notifier are not counted per socket."""
    all_subscribers = subscribers.all
    subscribers.all = all_subscribers[: WARM_UP * len(VIEWERS) : len(VIEWERS)]
    await subscribers.open()
    await _subscribe(subscribers, SEQ_AT_START, WARM_UP)
    await subscribers.close()
    subscribers.all = all_subscribers


async def _subscribe(subscribers: Subscribers, after: int, frames: int) -> None:
    frames += subscribers.frames
    subscribers.subscribe(after)
    await subscribers.wait_for_frames(frames)


async def _time_feeds(bench: Bench, feed_times: dict[CommitKey, float]) -> None:
    """Until cancelled, note when each commit appears on its feed."""
    client: Any = Redis.from_url(bench.url)
    cursors: dict[Any, Any] = {}
    for shard in bench.shards:
        last = await client.xrevrange(shard.feed, count=1)
        cursors[shard.feed.encode()] = last[0][0] if last else "0-0"
    try:
        while True:
            for stream, entries in await client.xread(cursors, block=BLOCK_MS) or ():
                now = time.perf_counter()
                cursors[stream] = entries[-1][0]
                feed_times |= {(fields[b"table"], fields[b"seq"]): now for _, fields in entries}
    finally:
        await client.aclose()


async def _send(bench: Bench, subscribers: Subscribers, part: list[LoadCommand]) -> None:
    """Send commands at an even rate and note when each was sent."""
    client: Any = Redis.from_url(bench.url)
    frames = subscribers.frames + len(part) * len(VIEWERS)
    await asyncio.sleep(SETTLE_SECONDS)
    # One connection for all commands keeps the rate independent of outcomes.
    start, sent = time.perf_counter(), 0
    while sent < len(part):
        due = min(len(part), int((time.perf_counter() - start) * PER_SECOND) + 1)
        async with client.pipeline(transaction=False) as pipe:
            for command in part[sent:due]:
                seq = str(int(command.id.rpartition(".")[2]) + 1).encode()
                subscribers.sent[command.table_id.encode(), seq] = time.perf_counter()
                pipe.xadd(command.shard.commands, {"command": command.payload})
            await pipe.execute()
        sent = due
        await asyncio.sleep(max(0.0, start + sent / PER_SECOND - time.perf_counter()))
    await subscribers.wait_for_frames(frames)
    await client.aclose()


async def _cost(notifier: Child, work: Any) -> Cost:
    cpu, start = notifier.cpu_seconds(), time.perf_counter()
    await work
    return Cost(time.perf_counter() - start, notifier.cpu_seconds() - cpu)


def _per_socket(cost: Cost, sockets: int) -> tuple[str, str]:
    return f"{cost.cpu_seconds / sockets * 1000:.2f}", f"{sockets / cost.seconds:,.0f}"


async def _settled_kib(child: Child) -> int:
    """Return the resident memory of an idle process."""
    await asyncio.sleep(SETTLE_SECONDS)
    match = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{child.pid}/status").read_text())
    assert match is not None, "/proc has no VmRSS"
    return int(match[1])


def _free_port() -> int:
    listening, address = listen("127.0.0.1", 0)
    listening.close()
    return int(address.rpartition(":")[2])
