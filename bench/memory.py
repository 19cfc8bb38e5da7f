"""What a game costs in the engine's memory while nobody moves."""

import gc
import tracemalloc
from collections import OrderedDict
from collections.abc import Callable

import msgspec

from bench.recorded import city_deals, table_seed
from bench.results import Rows, goal, report
from games.city.game import CITY
from games.codec import table_type
from games.history import Position, advance
from schemas.commit import Cause, canonical

GAMES = 100
COMMANDS = 120
DEALS = 24
CACHED_KIB_MAX = 20.0

_tables = msgspec.json.Decoder(table_type(CITY))


def run() -> list[str]:
    played = [_play(place) for place in range(GAMES)]
    texts = [canonical(position.table) for position in played]
    kinds: dict[str, Callable[[int], Position]] = {
        "as it was played": _play,
        "as it was loaded from a snapshot": lambda place: _load(texts[place], played[place]),
    }
    kib = {name: _measure(make) for name, make in kinds.items()}
    rows: Rows = [(name, f"{size:.1f}") for name, size in kib.items()]
    rows.append(("its snapshot, as text", f"{sum(map(len, texts)) / GAMES / 1024:.1f}"))
    title = f"KiB of an idle game of City in the engine's memory, after {COMMANDS} commits"
    return [
        report(title, ("", "KiB"), rows),
        goal("KiB of an idle game", max(kib.values()), CACHED_KIB_MAX, below=True),
    ]


def _measure(make: Callable[[int], Position]) -> float:
    """What is held by games in a cache such as the engine's, by Python's own account."""
    for place in range(GAMES):
        make(place)
    gc.collect()
    tracemalloc.start()
    cache = OrderedDict((f"game-{place}", make(place)) for place in range(GAMES))
    gc.collect()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return held / len(cache) / 1024


def _play(place: int) -> Position:
    deals = city_deals(DEALS, "builder", COMMANDS)
    deal = deals[place % len(deals)]
    position = Position(CITY, f"{deal.name}-{place}")
    for number, (seat, action) in enumerate(deal.deeds):
        cause = Cause(f"command-{number}", seat, action, number)
        _, position = advance(position, cause, number, table_seed(position.id))
    return position


def _load(text: bytes, like: Position) -> Position:
    return Position(CITY, like.id, like.seq, like.hash, _tables.decode(text))
