"""Compare all decks: every deck against every other, played by the same bot."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import sqrt

from msgspec.structs import replace
from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from games.duel.decks import DECKS
from games.terminal import SimulatedGame
from games.terminal_kit.phrases import pluralize
from schemas.duel.options import DuelOptions
from schemas.table import Result

PAIRS = tuple(combinations(DECKS, 2))
TWO_SIGMA = 1.96
"""Half the width of a 95 % interval, in standard deviations."""


class DeckComparison:
    help = "every deck against every other"

    def list_options(self, options: DuelOptions, games: int) -> list[DuelOptions]:
        """Return `games` games for each pair of decks, which swap seats after each."""
        return [replace(options, decks=decks) for decks in _pairings(games)]

    def report(self, simulated: Sequence[SimulatedGame], games: int) -> RenderableType:
        matrix = WinMatrix(games)
        for decks, game in zip(_pairings(games), simulated, strict=True):
            matrix.add(decks, game.results)
        return matrix_table(matrix)


def _pairings(games: int) -> Iterator[tuple[str, str]]:
    """Yield the deck of each seat, game by game."""
    for first, second in PAIRS:
        for number in range(games):
            yield (second, first) if number % 2 else (first, second)


class WinMatrix:
    """Wins of each deck against every other."""

    def __init__(self, games: int) -> None:
        self.games = games
        self._wins: dict[tuple[str, str], int] = {}

    def add(self, decks: tuple[str, str], results: Sequence[Result]) -> None:
        winner = next(result.seat for result in results if result.won)
        pair = decks[winner], decks[1 - winner]
        self._wins[pair] = self._wins.get(pair, 0) + 1

    def share(self, deck: str, others: Sequence[str]) -> float:
        """Return the share of games the deck won against these decks."""
        won = sum(self._wins.get((deck, other), 0) for other in others)
        return won / (self.games * len(others))

    def interval(self, share: float, others: int) -> float:
        """Return half the width of the 95 % interval, by the normal approximation."""
        return TWO_SIGMA * sqrt(share * (1 - share) / (self.games * others))


def matrix_table(matrix: WinMatrix) -> RenderableType:
    table = Table(
        title="Games won by the row's deck, in percent",
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, 0, 0, 1),
    )
    table.add_column("")
    for deck in DECKS:
        table.add_column(deck, justify="right")
    table.add_column("all", justify="right", style="bold")
    table.add_column("±", justify="right")
    for deck in DECKS:
        cells = ["-" if other == deck else _percent(matrix.share(deck, [other])) for other in DECKS]
        others = [other for other in DECKS if other != deck]
        share = matrix.share(deck, others)
        half_width = 100 * matrix.interval(share, len(others))
        table.add_row(deck, *cells, f"{100 * share:.1f}", f"{half_width:.1f}")
    widest = 100 * matrix.interval(0.5, 1)
    note = (
        f"{pluralize(matrix.games, 'game')} per pair; decks swap seats after each.\n"
        f"± is the 95 % interval; for a single pair it is up to {widest:.0f}."
    )
    return Group(table, Text(note))


def _percent(share: float) -> str:
    return f"{100 * share:.0f}"
