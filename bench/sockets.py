"""Thousands of sockets on hundreds of games: memory, latency at a steady rate, and resuming.

Server, engine and notifier are real processes; bots' games were played beforehand, and every
command is stamped when it is sent, as the gateway does. A wait ends when the frame has come in at
the other end of the socket, which is a little after it was sent.
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
from bench.latency import P50_MS_MAX, P99_MS_MAX, Waits, disk, parts, percentile
from bench.live_socket import LiveSocket
from bench.notifier_process import settings_of
from bench.recorded import SHARDS, Sent, city_deals, commands_of
from bench.results import Rows, goal, report
from schemas.secrecy import SPECTATOR, Viewer
from services.runtime.connection import BLOCK_MS
from services.runtime.listening import listen
from services.runtime.tasks import end
from services.runtime.token_keys import token_keys
from services.runtime.tokens import Holder, Tokens

GAMES = 500
VIEWERS: tuple[Viewer, ...] = (0, 1, SPECTATOR, SPECTATOR)
"""Of each game: 2,000 sockets."""
BEGUN = 40
"""Commits of each game before anybody watches."""
PER_SECOND = 200
STEADY = 1_600
"""Commands: eight seconds of them."""
FSYNCS = ("everysec", "always")
OPENING_MAX = 100
"""Sockets that are opened at once."""
WAIT_SECONDS = 60.0
SETTLE_SECONDS = 1.0
WARM_UP = 32
SOCKET_KIB_MAX = 30.0
UNSTAMPED = b'"at":0'

_TOLD = re.compile(rb'"id":"([^"]+)","seq":(\d+),"type":"commit_seen"}$')

Version = tuple[bytes, bytes]
"""A game and its version, as they stand in a frame."""


class Watched(Struct):
    """A socket, what it follows and how much of it has come."""

    game: str
    token: str
    told: int = 0
    socket: LiveSocket | None = None


class Cost(Struct, frozen=True):
    seconds: float
    cpu_seconds: float


class Audience:
    """All sockets, in the process that measures."""

    def __init__(self, port: int, games: list[str]) -> None:
        tokens = Tokens(token_keys(settings_of("", port)), 3600)
        now = int(time.time())
        self.watched = [
            Watched(game, tokens.mint(Holder(game, viewer), now))
            for game in games
            for viewer in VIEWERS
        ]
        self.sent: dict[Version, float] = {}
        """When the command was sent that makes a version of a game."""
        self.received: list[tuple[Version, float]] = []
        """Which versions of those have come, and when; once for each socket."""
        self.frames = 0
        self._port = port
        self._of_socket: dict[LiveSocket, Watched] = {}

    async def open(self) -> None:
        for first in range(0, len(self.watched), OPENING_MAX):
            part = self.watched[first : first + OPENING_MAX]
            await asyncio.gather(*map(self._open, part))

    async def _open(self, watched: Watched) -> None:
        loop = asyncio.get_running_loop()
        _, socket = await loop.create_connection(
            lambda: LiveSocket(self._heard), "127.0.0.1", self._port
        )
        await socket.opened
        watched.socket = socket
        self._of_socket[socket] = watched

    async def close(self) -> None:
        for socket in self._of_socket:
            socket.transport.close()
        while not all(socket.closed for socket in self._of_socket):
            await asyncio.sleep(0.01)
        self._of_socket = {}

    def follow(self, after: int) -> None:
        for watched in self.watched:
            watched.told = after
            topic = {"type": "game", "game": watched.game, "token": watched.token, "after": after}
            frame = {"type": "subscribe", "id": watched.game, "topic": topic}
            assert watched.socket is not None
            watched.socket.send(msgspec.json.encode(frame))

    def _heard(self, socket: LiveSocket, frame: bytes) -> None:
        now = time.perf_counter()
        found = _TOLD.search(frame)
        if found is None:
            assert b'"subscribed"' in frame or b'"alive"' in frame, frame
            self.frames += b'"subscribed"' in frame
            return
        self.frames += 1
        watched, seq = self._of_socket[socket], int(found[2])
        assert seq == watched.told + 1, f"{watched.game} is at {watched.told}, {seq} came"
        watched.told = seq
        version = (found[1], found[2])
        if version in self.sent:
            self.received.append((version, now))

    async def until(self, frames: int) -> None:
        async with asyncio.timeout(WAIT_SECONDS):
            while self.frames < frames:
                await asyncio.sleep(0.002)


def run(*options: str) -> list[str]:
    return asyncio.run(_run(options))


async def _run(options: tuple[str, ...]) -> list[str]:
    commits = BEGUN + len(FSYNCS) * STEADY // GAMES + 1
    recorded = commands_of(city_deals(24, "builder", commits), -(-GAMES // SHARDS), "live")
    games = list(dict.fromkeys(one.game for one in recorded))[:GAMES]
    sent = [one for one in recorded if one.game in set(games)]
    begun, going_on = sent[: GAMES * BEGUN], sent[GAMES * BEGUN :]
    port = _free_port()
    with (
        embedded_bench() as bench,
        pipeline.engine(bench) as engine,
        Child("bench.notifier_process", bench.url, str(port), *options) as notifier,
    ):
        bench.wait_for_owners(1)
        assert engine.cpu_seconds() > 0
        bench.client.config_set("appendfsync", "no")
        bench.load(begun)
        while bench.outcomes() < len(begun):
            await asyncio.sleep(0.05)
        return await _measure(bench, notifier, Audience(port, games), going_on)


async def _measure(
    bench: Bench, notifier: Child, audience: Audience, going_on: list[Sent]
) -> list[str]:
    sockets = len(audience.watched)
    await _warm_up(audience)
    empty = await _settled_kib(notifier)
    opening = await _cost(notifier, audience.open())
    opened = await _settled_kib(notifier)
    from_last = await _cost(notifier, _follow(audience, BEGUN, sockets))
    following = await _settled_kib(notifier)
    rows: Rows = [("the disk alone: a write of 4 KiB, synced", *parts(disk()), "")]
    waits: Waits = []
    for fsync in FSYNCS:
        bench.client.config_set("appendfsync", fsync)
        part, going_on = going_on[:STEADY], going_on[STEADY:]
        audience.received = []
        heard: dict[Version, float] = {}
        listening = asyncio.create_task(_listen(bench, heard))
        steady = await _cost(notifier, _send(bench, audience, part))
        while len(heard) < len(part):
            await asyncio.sleep(0.01)
        await end(listening)
        waits = [(at - audience.sent[version]) * 1000 for version, at in audience.received]
        behind = [(at - heard[version]) * 1000 for version, at in audience.received]
        frame_us = steady.cpu_seconds / len(waits) * 1e6
        rows.append((f"{fsync}, from arrival", *parts(waits), f"{frame_us:.0f}"))
        rows.append((f"{fsync}, from when another reader of the feed has it", *parts(behind), ""))
    audience.sent = {}
    await audience.close()
    versions = max(watched.told for watched in audience.watched)
    again = await _cost(notifier, audience.open())
    told = sum(watched.told for watched in audience.watched)
    from_start = await _cost(notifier, _follow(audience, 0, sockets + told))
    commit_us = from_start.cpu_seconds / told * 1e6
    await audience.close()
    return [
        report(
            f"{sockets:,} sockets on {GAMES} games, {PER_SECOND} commands a second: ms to receipt",
            ("", "p50", "p90", "p99", "notifier us a frame"),
            rows,
        ),
        goal("p50 in ms from arrival to received", percentile(waits, 50), P50_MS_MAX, below=True),
        goal("p99 in ms from arrival to received", percentile(waits, 99), P99_MS_MAX, below=True),
        report(
            "The notifier's memory and what resuming costs it",
            ("", "KiB a socket", "ms CPU a socket", "sockets a second"),
            [
                ("opened", f"{(opened - empty) / sockets:.1f}", *_each(opening, sockets)),
                (
                    "resumed from the last version",
                    f"{(following - opened) / sockets:.1f}",
                    *_each(from_last, sockets),
                ),
                ("opened again", "", *_each(again, sockets)),
                (
                    f"resumed from version 0 of {versions}",
                    "",
                    *_each(from_start, sockets),
                ),
            ],
        ),
        f"Of a history, that is {commit_us:.0f} us of CPU a commit and socket.\n",
        goal(
            "KiB of an idle socket with a subscription",
            (following - empty) / sockets,
            SOCKET_KIB_MAX,
            below=True,
        ),
    ]


async def _warm_up(audience: Audience) -> None:
    """What a notifier needs once, connections to the server above all, is no socket's cost."""
    everyone = audience.watched
    audience.watched = everyone[: WARM_UP * len(VIEWERS) : len(VIEWERS)]
    await audience.open()
    await _follow(audience, BEGUN, WARM_UP)
    await audience.close()
    audience.watched = everyone


async def _follow(audience: Audience, after: int, frames: int) -> None:
    frames += audience.frames
    audience.follow(after)
    await audience.until(frames)


async def _listen(bench: Bench, heard: dict[Version, float]) -> None:
    """Until cancelled: when the feeds say what, to anybody who follows them."""
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
                heard |= {(fields[b"game"], fields[b"seq"]): now for _, fields in entries}
    finally:
        await client.aclose()


async def _send(bench: Bench, audience: Audience, part: list[Sent]) -> None:
    """Evenly; each is stamped when it goes."""
    client: Any = Redis.from_url(bench.url)
    frames = audience.frames + len(part) * len(VIEWERS)
    await asyncio.sleep(SETTLE_SECONDS)
    # One connection for all, and nobody waits for answers: the pace is ours.
    start, done = time.perf_counter(), 0
    while done < len(part):
        due = min(len(part), int((time.perf_counter() - start) * PER_SECOND) + 1)
        async with client.pipeline(transaction=False) as pipe:
            for one in part[done:due]:
                version = str(int(one.id.rpartition(".")[2]) + 1).encode()
                stamp = f'"at":{time.time_ns() // 1_000_000}'.encode()
                command = one.command.replace(UNSTAMPED, stamp)
                audience.sent[one.game.encode(), version] = time.perf_counter()
                pipe.xadd(one.shard.commands, {"command": command})
            await pipe.execute()
        done = due
        await asyncio.sleep(max(0.0, start + done / PER_SECOND - time.perf_counter()))
    await audience.until(frames)
    await client.aclose()


async def _cost(notifier: Child, work: Any) -> Cost:
    cpu, start = notifier.cpu_seconds(), time.perf_counter()
    await work
    return Cost(time.perf_counter() - start, notifier.cpu_seconds() - cpu)


def _each(cost: Cost, sockets: int) -> tuple[str, str]:
    return f"{cost.cpu_seconds / sockets * 1000:.2f}", f"{sockets / cost.seconds:,.0f}"


async def _settled_kib(child: Child) -> int:
    """Memory of a process that does nothing, by the system's own account."""
    await asyncio.sleep(SETTLE_SECONDS)
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{child.pid}/status").read_text())
    assert found is not None, "the system tells no process's memory"
    return int(found[1])


def _free_port() -> int:
    listening, address = listen("127.0.0.1", 0)
    listening.close()
    return int(address.rpartition(":")[2])
