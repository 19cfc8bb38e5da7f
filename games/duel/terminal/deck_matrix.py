"""Compare all decks: every deck against every other, played by the same bot."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import sqrt
from typing import NamedTuple

from msgspec.structs import replace
from rich import box
from rich.console import Console
from rich.table import Table

from cli.setup.game_setup import GameSetup
from cli.simulation.statistics import FinishedGame
from games.duel.decks import DECKS
from games.playout import Playout
from games.terminal_kit.errors import CommandLineError
from games.terminal_kit.phrases import pluralize

PAIRS = tuple(combinations(DECKS, 2))
TWO_SIGMA = 1.96
"""Half the width of a 95 % interval, in standard deviations."""


class Pairing(NamedTuple):
    """A game and the deck of each seat."""

    decks: tuple[str, str]
    playout: Playout


def pairings(setup: GameSetup, games: int) -> Iterator[Pairing]:
    """Yield `games` games for each pair of decks, which swap seats after each."""
    if len(set(setup.bots)) > 1:
        raise CommandLineError(f"--decks all: expected one bot, got {','.join(setup.bots)}")
    for pair_number, pair in enumerate(PAIRS):
        for number in range(games):
            decks = pair[::-1] if number % 2 else pair
            pair_setup = replace(setup, options=replace(setup.options, decks=decks))
            yield Pairing(decks, pair_setup.playout(pair_number * games + number))


class WinMatrix:
    """Wins of each deck against every other."""

    def __init__(self, games: int) -> None:
        self.games = games
        self._wins: dict[tuple[str, str], int] = {}

    def add(self, decks: tuple[str, str], finished_game: FinishedGame) -> None:
        winner = next(result.seat for result in finished_game.results if result.won)
        pair = decks[winner], decks[1 - winner]
        self._wins[pair] = self._wins.get(pair, 0) + 1

    def share(self, deck: str, others: Sequence[str]) -> float:
        """Return the share of games the deck won against these decks."""
        won = sum(self._wins.get((deck, other), 0) for other in others)
        return won / (self.games * len(others))

    def interval(self, share: float, others: int) -> float:
        """Return half the width of the 95 % interval, by the normal approximation."""
        return TWO_SIGMA * sqrt(share * (1 - share) / (self.games * others))


def print_matrix(console: Console, matrix: WinMatrix) -> None:
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
    console.print(table)
    widest = 100 * matrix.interval(0.5, 1)
    console.print(
        f"{pluralize(matrix.games, 'game')} per pair; decks swap seats after each.\n"
        f"± is the 95 % interval; for a single pair it is up to {widest:.0f}.",
        highlight=False,
    )


def _percent(share: float) -> str:
    return f"{100 * share:.0f}"
