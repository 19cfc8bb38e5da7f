"""Memory that an idle table takes in an engine."""

import gc
import tracemalloc
from collections import OrderedDict
from collections.abc import Callable

import msgspec

from bench.recorded import record_games, table_seed
from bench.results import Rows, goal, report
from bench.workloads import recorded_game
from games.codec import table_type
from games.history import Position, advance
from schemas.commit import RecordedCommand, canonical

TABLES = 100
COMMANDS = 120
RECORDINGS = 24
CACHED_KIB_MAX = 20.0

_GAME = recorded_game()
_RULEBOOK = _GAME.plugin.rulebook
_tables = msgspec.json.Decoder(table_type(_RULEBOOK))


def run() -> list[str]:
    played = [_play(index) for index in range(TABLES)]
    texts = [canonical(position.table) for position in played]
    variants: dict[str, Callable[[int], Position]] = {
        "as played": _play,
        "loaded from a snapshot": lambda index: _load(texts[index], played[index]),
    }
    kib = {name: _measure(make) for name, make in variants.items()}
    rows: Rows = [(name, f"{size:.1f}") for name, size in kib.items()]
    rows.append(("its snapshot as text", f"{sum(map(len, texts)) / TABLES / 1024:.1f}"))
    title = f"KiB of an idle {_GAME.name} table in the engine's memory after {COMMANDS} commits"
    return [
        report(title, ("", "KiB"), rows),
        goal("KiB of an idle table", max(kib.values()), CACHED_KIB_MAX, below=True),
    ]


def _measure(make: Callable[[int], Position]) -> float:
    """Return the KiB per table in a cache like the engine's, as reported by tracemalloc."""
    for index in range(TABLES):
        make(index)
    gc.collect()
    tracemalloc.start()
    cache = OrderedDict((f"table-{index}", make(index)) for index in range(TABLES))
    gc.collect()
    allocated_bytes, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return allocated_bytes / len(cache) / 1024


def _play(index: int) -> Position:
    recordings = record_games(RECORDINGS, "default", COMMANDS)
    recording = recordings[index % len(recordings)]
    position = Position(_RULEBOOK, f"{recording.name}-{index}")
    for number, (seat, action) in enumerate(recording.moves):
        command = RecordedCommand(f"command-{number}", seat, action, number)
        _, position = advance(position, command, number, table_seed(position.table_id))
    return position


def _load(text: bytes, position: Position) -> Position:
    return Position(_RULEBOOK, position.table_id, position.seq, position.hash, _tables.decode(text))
