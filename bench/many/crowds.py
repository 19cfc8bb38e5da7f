"""Tables that move beside thousands of idle ones, compared with a system that has no others."""

import asyncio
from collections.abc import Sequence

from msgspec import Struct

from bench.many.match import Match, connect_matches
from bench.many.memory import MemoryReading, read_memory
from bench.many.opening import OpenedTable, open_tables
from bench.many.options import Options
from bench.many.progress import Progress
from bench.many.segment import Players, Segment, joined
from bench.peers.system import RunningSystem
from bench.peers.usage import cpu_percent, read_usage

WARM_UP_SECONDS = 1.0
IDLE_SECONDS = 5.0


class CrowdsResult(Struct, frozen=True):
    few: Segment
    many: Segment
    idle_percent: tuple[float, float]
    """CPU of the two systems while nobody moves; 100 is one core."""
    memory: tuple[MemoryReading, MemoryReading, MemoryReading]
    """With a tenth, about half and all of the tables."""


async def measure_crowds(
    small: RunningSystem, full: RunningSystem, options: Options
) -> CrowdsResult:
    few_tables = await open_tables(small, options.moving)
    progress = Progress("opening tables", options.tables)
    many_tables: list[OpenedTable] = []
    memory: list[MemoryReading] = []
    tenth = options.tables // 10
    for count in (tenth, (tenth + options.tables) // 2, options.tables):
        more = count - len(many_tables)
        many_tables += await open_tables(full, more, progress, len(many_tables))
        memory.append(await read_memory(full, count))
    first, half, last = memory
    idle = await _idle_percent(small), await _idle_percent(full)
    # Of all ages: the oldest are the first that a full cache drops.
    moving = many_tables[:: options.tables // options.moving][: options.moving]
    few_players, few_matches = await _players(small, full, few_tables)
    many_players, many_matches = await _players(full, small, moving)
    few: list[Segment] = []
    many: list[Segment] = []
    progress = Progress("rounds", 2 * options.rounds)
    for _ in range(options.rounds):
        for players, segments in ((few_players, few), (many_players, many)):
            await players.play_seconds(WARM_UP_SECONDS)
            segments.append(await players.play_seconds(options.seconds))
            progress.show(len(few) + len(many))
    for match in (*few_matches, *many_matches):
        match.close()
    return CrowdsResult(joined(few), joined(many), idle, (first, half, last))


async def _players(
    system: RunningSystem, other: RunningSystem, tables: Sequence[OpenedTable]
) -> tuple[Players, Sequence[Match]]:
    waits: list[float] = []
    matches = await connect_matches(tables, system.addresses.live, waits)
    return Players(system, matches, waits, beside=(other,)), matches


async def _idle_percent(system: RunningSystem) -> float:
    begin = read_usage(system.pid)
    await asyncio.sleep(IDLE_SECONDS)
    return cpu_percent(begin, read_usage(system.pid))
