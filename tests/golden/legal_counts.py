"""Counts of legal action sequences from fixed positions, to a fixed depth.

A changed count means that the rules or the list of legal actions changed.
"""

from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from games import table as tables
from games.bots import random_bot
from games.city.rulebook import CITY
from games.playout import Playout, play_out
from schemas.city.options import CityOptions
from schemas.table import AnyTable

TABLE = Path(__file__).parent / "legal_counts.json"

# Name of the position, options, commands played at random before counting, depth.
POSITIONS: tuple[tuple[str, CityOptions, int, int], ...] = (
    ("2 players, start", CityOptions(2), 0, 3),
    ("2 players, after 80", CityOptions(2), 80, 3),
    ("3 players, start", CityOptions(3), 0, 3),
    ("3 players, random city, after 100", CityOptions(3, random_city=True), 100, 3),
    ("4 players, both sets, start", CityOptions(4, expansions=(1, 2)), 0, 3),
    ("4 players, both sets, after 300", CityOptions(4, expansions=(1, 2)), 300, 3),
)


def position(name: str, options: CityOptions, commands: int) -> AnyTable:
    players = tuple((f"player-{seat}", random_bot) for seat in range(options.players))
    steps = play_out(Playout(CITY, options, players, f"counts/{name}", "counts"))
    opening = 1 + options.players + 1
    _, reached = next(islice(steps, opening + commands - 1, None))
    assert reached.table is not None
    assert reached.table.stage == "playing", f"{name}: the game ends before this position"
    return reached.table


def count(table: AnyTable, depth: int) -> int:
    """Count the sequences of exactly `depth` legal actions."""
    if depth == 0:
        return 1
    total = 0
    for seat in tables.to_act(CITY, table):
        legal = tables.legal(CITY, table, seat)
        if depth == 1:
            return len(legal)
        for action in legal:
            _, after = tables.decide(CITY, table, seat, action, "")
            total += count(after, depth - 1)
    return total


def counts() -> dict[str, list[int]]:
    counts_of: dict[str, list[int]] = {}
    for name, options, commands, depth in POSITIONS:
        start = position(name, options, commands)
        counts_of[name] = [count(start, level) for level in range(1, depth + 1)]
    return counts_of


def counts_as_json() -> str:
    encoded = msgspec.json.encode(counts(), order="sorted")
    return msgspec.json.format(encoded, indent=2).decode() + "\n"


def recorded() -> dict[str, Any]:
    recorded_counts: dict[str, Any] = msgspec.json.decode(TABLE.read_bytes())
    return recorded_counts
