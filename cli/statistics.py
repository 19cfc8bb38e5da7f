"""Numbers about many games: who won, how they ended, how long they took."""

from collections import Counter
from collections.abc import Sequence
from statistics import fmean, median

from msgspec import Struct

from games.history import Position
from schemas.table import Result

HISTOGRAM_BINS = 10


class GameLength(Struct, frozen=True):
    turns: int
    commands: int


class Outcome(Struct, frozen=True):
    reason: str
    results: tuple[Result, ...]
    length: GameLength


def outcome_of(position: Position) -> Outcome:
    table = position.table
    assert table is not None
    assert table.stage == "over", "a playout ends with the game"
    assert table.play is not None
    return Outcome(table.reason, table.results, GameLength(table.play.turn.number, position.seq))


class Spread(Struct, frozen=True):
    least: int
    middle: float
    mean: float
    p90: int
    most: int


def spread(values: Sequence[int]) -> Spread:
    ordered = sorted(values)
    # The nearest rank: the smallest value that at least nine in ten do not exceed.
    rank = -(-len(ordered) * 9 // 10)
    return Spread(ordered[0], median(ordered), fmean(ordered), ordered[rank - 1], ordered[-1])


class Bin(Struct, frozen=True):
    first: int
    last: int
    count: int


def histogram(values: Sequence[int]) -> list[Bin]:
    """At most ten bins of equal whole width, from the least value to the most."""
    least, most = min(values), max(values)
    width = (most - least) // HISTOGRAM_BINS + 1
    counts = Counter((value - least) // width for value in values)
    return [
        Bin(least + number * width, least + (number + 1) * width - 1, counts[number])
        for number in range((most - least) // width + 1)
    ]


def wins_by_seat(outcomes: Sequence[Outcome], seats: int) -> list[float]:
    """A shared victory counts as an equal part for each who shares it."""
    wins = [0.0] * seats
    for outcome in outcomes:
        winners = [result.seat for result in outcome.results if result.won]
        for seat in winners:
            wins[seat] += 1 / len(winners)
    return wins


def end_reasons(outcomes: Sequence[Outcome]) -> list[tuple[str, int]]:
    """Most frequent first, then by name: the same games give the same list."""
    counts = Counter(outcome.reason for outcome in outcomes)
    return sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))
