"""Statistics of many games, checked on small examples."""

from cli.simulation.statistics import (
    Bin,
    FinishedGame,
    GameLength,
    Spread,
    end_reasons,
    histogram,
    spread,
    wins_by_seat,
)
from schemas.table import Result


def finished(reason: str, *won: bool) -> FinishedGame:
    results = tuple(Result(seat, 1 if win else 2, win, {}) for seat, win in enumerate(won))
    return FinishedGame(reason, results, GameLength(1, 1))


def test_spread_uses_nearest_rank() -> None:
    assert spread(list(range(1, 11))) == Spread(1, 5.5, 5.5, 9, 10)
    assert spread([4]) == Spread(4, 4, 4, 4, 4)


def test_histogram_counts_every_value_once() -> None:
    values = [3, 3, 7, 25, 40]

    bins = histogram(values)

    assert sum(value_bin.count for value_bin in bins) == len(values)
    assert bins[0].first == 3
    assert bins[-1].last >= 40
    assert len(bins) <= 10
    assert histogram([5, 5]) == [Bin(5, 5, 2)]


def test_shared_victory_counts_in_parts() -> None:
    finished_games = [finished("stalemate", True, True), finished("obelisk", True, False)]

    assert wins_by_seat(finished_games, 2) == [1.5, 0.5]


def test_most_frequent_ending_comes_first() -> None:
    finished_games = [finished(reason, True) for reason in ("b", "a", "c", "c")]

    assert end_reasons(finished_games) == [("c", 2), ("a", 1), ("b", 1)]
