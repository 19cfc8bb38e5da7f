"""Tables with long histories, compared with new ones in the same system, in turn."""

from collections.abc import Sequence

from msgspec import Struct

from bench.many.match import Match, connect_matches
from bench.many.memory import MemoryReading, read_memory
from bench.many.opening import open_tables
from bench.many.options import Options
from bench.many.progress import Progress
from bench.many.segment import Players, Segment, joined
from bench.peers.system import RunningSystem

TURNS = 5
"""Parts of a window. New and old tables alternate, so that noise affects both alike."""


class HistoriesResult(Struct, frozen=True):
    tenths: tuple[Segment, ...]
    """All but the last tenth of the long tables."""
    first: Segment
    """The first tenth of new tables."""
    last: Segment
    """The last tenth of the long tables."""
    memory: tuple[MemoryReading, MemoryReading, MemoryReading]
    """After the first, the fifth and the ninth tenth; counted in moves."""


async def measure_histories(system: RunningSystem, options: Options) -> HistoriesResult:
    total = options.moves * options.long_tables
    progress = Progress(f"moves of {options.long_tables} tables", total)
    old_players, old_matches = await _players(system, options)
    tenths: list[Segment] = []
    memory: list[MemoryReading] = []
    for number in range(1, 10):
        tenths.append(await old_players.play_moves(options.window))
        done = number * options.window * options.long_tables
        progress.show(done)
        if number in (1, 5, 9):
            memory.append(await read_memory(system, done))
    new_players, new_matches = await _players(system, options)
    old: list[Segment] = []
    new: list[Segment] = []
    for _ in range(TURNS):
        new.append(await new_players.play_moves(options.window // TURNS))
        old.append(await old_players.play_moves(options.window // TURNS))
    for match in (*old_matches, *new_matches):
        match.close()
    first, fifth, ninth = memory
    return HistoriesResult(tuple(tenths), joined(new), joined(old), (first, fifth, ninth))


async def _players(system: RunningSystem, options: Options) -> tuple[Players, Sequence[Match]]:
    tables = await open_tables(system, options.long_tables)
    waits: list[float] = []
    matches = await connect_matches(tables, system.addresses.live, waits)
    return Players(system, matches, waits), matches
