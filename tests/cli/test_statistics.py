"""Numbers about many games, by hand-made examples."""

from cli.statistics import (
    Bin,
    GameLength,
    Outcome,
    Spread,
    end_reasons,
    histogram,
    spread,
    wins_by_seat,
)
from schemas.table import Result


def outcome(reason: str, *won: bool) -> Outcome:
    results = tuple(Result(seat, 1 if win else 2, win, {}) for seat, win in enumerate(won))
    return Outcome(reason, results, GameLength(1, 1))


def test_a_spread_by_nearest_rank() -> None:
    assert spread(list(range(1, 11))) == Spread(1, 5.5, 5.5, 9, 10)
    assert spread([4]) == Spread(4, 4, 4, 4, 4)


def test_a_histogram_counts_every_value_once() -> None:
    values = [3, 3, 7, 25, 40]

    bins = histogram(values)

    assert sum(found.count for found in bins) == len(values)
    assert bins[0].first == 3
    assert bins[-1].last >= 40
    assert len(bins) <= 10
    assert histogram([5, 5]) == [Bin(5, 5, 2)]


def test_a_shared_victory_is_shared() -> None:
    outcomes = [outcome("stalemate", True, True), outcome("obelisk", True, False)]

    assert wins_by_seat(outcomes, 2) == [1.5, 0.5]


def test_the_most_frequent_ending_comes_first() -> None:
    outcomes = [outcome(reason, True) for reason in ("b", "a", "c", "c")]

    assert end_reasons(outcomes) == [("c", 2), ("a", 1), ("b", 1)]
