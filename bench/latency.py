"""Time from sending a command to its outcome, at a steady rate like that of gateways."""

import asyncio
import os
import statistics
import tempfile
import time
from typing import Any

from redis.asyncio import Redis

from bench import pipeline
from bench.children import Bench, embedded_bench, pack_xadd
from bench.load import check_and_clear
from bench.recorded import SHARDS, LoadCommand, commands_of, record_games
from bench.results import Rows, goal, report

SECONDS = 4.0
SYNCS = 200
SYNC_BYTES = 4096
LIGHT_PER_SECOND = 100
TICK_SECONDS = 0.001
TIMEOUT_SECONDS = 30.0
P50_MS_MAX = 5.0
P99_MS_MAX = 25.0

Waits = list[float]
"""Milliseconds from send to outcome."""


def run() -> list[str]:
    with embedded_bench() as bench, pipeline.engine(bench) as child:
        bench.wait_for_owners(1)
        half = pipeline.capacity(bench, child) / 2
        rows: Rows = [("disk alone: write and sync 4 KiB", *percentile_cells(disk_sync_waits()))]
        waits: Waits = []
        for fsync in ("everysec", "always"):
            bench.client.config_set("appendfsync", fsync)
            for rate in (LIGHT_PER_SECOND, half / 2, half):
                commands = _commands(int(rate * SECONDS), f"{fsync}{rate:.0f}")
                waits = asyncio.run(_send(bench, commands, rate))
                check_and_clear(bench, commands)
                rows.append((f"{fsync}, {rate:,.0f} per second", *percentile_cells(waits)))
    title = "ms from send to outcome, one engine: light load, a quarter and half of its capacity"
    return [
        report(title, ("", "p50", "p90", "p99"), rows),
        goal("p50 in ms at half load, always", percentile(waits, 50), P50_MS_MAX, below=True),
        goal("p99 in ms at half load, always", percentile(waits, 99), P99_MS_MAX, below=True),
    ]


def disk_sync_waits() -> Waits:
    """Return how long the disk alone takes to sync, to compare with the waits."""
    waits: Waits = []
    with tempfile.TemporaryFile() as file:
        for _ in range(SYNCS):
            file.write(b"x" * SYNC_BYTES)
            file.flush()
            start = time.perf_counter()
            os.fsync(file.fileno())
            waits.append((time.perf_counter() - start) * 1000)
    return waits


def percentile_cells(waits: Waits) -> list[str]:
    return [f"{percentile(waits, percent):.1f}" for percent in (50, 90, 99)]


def _commands(count: int, name: str) -> list[LoadCommand]:
    """Return this many commands, for as many tables as needed."""
    games = record_games(pipeline.RECORDINGS, "default", pipeline.COMMANDS_PER_TABLE)
    tables_per_shard = -(-count // (pipeline.COMMANDS_PER_TABLE * SHARDS))
    return commands_of(games, tables_per_shard, name)[:count]


def percentile(waits: Waits, percent: int) -> float:
    return statistics.quantiles(waits, n=100)[percent - 1]


async def _send(bench: Bench, commands: list[LoadCommand], rate: float) -> Waits:
    client: Any = Redis.from_url(bench.url)
    started: dict[bytes, float] = {}
    collecting = asyncio.create_task(_collect_waits(bench, client, started, len(commands)))
    await asyncio.sleep(0.1)
    options = client.connection_pool.connection_kwargs
    reader, writer = await asyncio.open_connection(options["host"], options["port"])
    discarding = asyncio.create_task(_discard(reader))
    packed = [
        pack_xadd(command.shard.commands, b"command", command.payload) for command in commands
    ]
    start = time.perf_counter()
    sent = 0
    while sent < len(commands):
        due = min(len(commands), int((time.perf_counter() - start) * rate) + 1)
        for command, request in zip(commands[sent:due], packed[sent:due], strict=True):
            started[command.id.encode()] = time.perf_counter()
            writer.write(request)
        sent = due
        await asyncio.sleep(TICK_SECONDS)
    waits = await asyncio.wait_for(collecting, TIMEOUT_SECONDS)
    writer.close()
    await discarding
    await client.aclose()
    return waits


async def _discard(reader: asyncio.StreamReader) -> None:
    while await reader.read(1 << 16):
        pass


async def _collect_waits(
    bench: Bench, client: Any, started: dict[bytes, float], count: int
) -> Waits:
    cursors: dict[Any, Any] = {shard.feed.encode(): "$" for shard in bench.shards}
    for stream in cursors:
        last = await client.xrevrange(stream, count=1)
        cursors[stream] = last[0][0] if last else "0-0"
    waits: Waits = []
    while len(waits) < count:
        response = await client.xread(cursors, block=1_000)
        now = time.perf_counter()
        for stream, entries in response or ():
            cursors[stream] = entries[-1][0]
            waits += [(now - started[fields[b"command"]]) * 1000 for _, fields in entries]
    return waits
