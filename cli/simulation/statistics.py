"""Statistics of many games: wins, endings, lengths."""

from collections import Counter
from collections.abc import Sequence
from statistics import fmean, median

from msgspec import Struct

from cli.setup.installed import terminal_of
from games.history import Position
from schemas.table import Result

HISTOGRAM_BINS = 10


class GameLength(Struct, frozen=True):
    turns: int | None
    """None if the game does not count turns."""
    commands: int


class FinishedGame(Struct, frozen=True):
    reason: str
    results: tuple[Result, ...]
    length: GameLength


def summarize_game(position: Position) -> FinishedGame:
    table = position.table
    assert table is not None
    assert table.stage == "over", "a playout ends with the game"
    turns = terminal_of(table.game).count_turns(table.play)
    return FinishedGame(table.reason, table.results, GameLength(turns, position.seq))


class Spread(Struct, frozen=True):
    minimum: int
    median: float
    mean: float
    p90: int
    maximum: int


def spread(values: Sequence[int]) -> Spread:
    ordered = sorted(values)
    # By nearest rank: the smallest value that at least 90 % of the values do not exceed.
    rank = -(-len(ordered) * 9 // 10)
    return Spread(ordered[0], median(ordered), fmean(ordered), ordered[rank - 1], ordered[-1])


class Bin(Struct, frozen=True):
    first: int
    last: int
    count: int


def histogram(values: Sequence[int]) -> list[Bin]:
    """Return at most ten bins of equal integer width."""
    minimum, maximum = min(values), max(values)
    width = (maximum - minimum) // HISTOGRAM_BINS + 1
    counts = Counter((value - minimum) // width for value in values)
    return [
        Bin(minimum + number * width, minimum + (number + 1) * width - 1, counts[number])
        for number in range((maximum - minimum) // width + 1)
    ]


def wins_by_seat(games: Sequence[FinishedGame], seats: int) -> list[float]:
    """Count wins. A shared victory counts in equal parts."""
    wins = [0.0] * seats
    for game in games:
        winners = [result.seat for result in game.results if result.won]
        for seat in winners:
            wins[seat] += 1 / len(winners)
    return wins


def end_reasons(games: Sequence[FinishedGame]) -> list[tuple[str, int]]:
    """Return the reasons, most frequent first, then by name."""
    counts = Counter(game.reason for game in games)
    return sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))
