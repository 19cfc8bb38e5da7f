"""Every deck against every other, under the same bot: how often each of them wins."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import sqrt
from typing import NamedTuple

from msgspec.structs import replace
from rich import box
from rich.console import Console
from rich.table import Table

from cli.failure import Failure
from cli.phrases import counted
from cli.setting import Setting
from cli.statistics import Outcome
from games.duel.decks import DECKS
from games.playout import Playout

PAIRS = tuple(combinations(DECKS, 2))
TWO_SIGMA = 1.96
"""Half the width of a 95 % interval, in standard deviations."""


class Pairing(NamedTuple):
    """Which deck sits where in a game."""

    decks: tuple[str, str]
    playout: Playout


def pairings(setting: Setting, games: int) -> Iterator[Pairing]:
    """Each pair of decks plays so many games, and exchanges seats after each."""
    if len(set(setting.bots)) > 1:
        raise Failure(f"--decks all: expected one bot for all, got {','.join(setting.bots)}")
    for at, pair in enumerate(PAIRS):
        for number in range(games):
            decks = pair[::-1] if number % 2 else pair
            chosen = replace(setting, options=replace(setting.options, decks=decks))
            yield Pairing(decks, chosen.playout(at * games + number))


class Tally:
    """Wins of each deck against each other one."""

    def __init__(self, games: int) -> None:
        self.games = games
        self._wins: dict[tuple[str, str], int] = {}

    def add(self, decks: tuple[str, str], outcome: Outcome) -> None:
        winner = next(result.seat for result in outcome.results if result.won)
        pair = decks[winner], decks[1 - winner]
        self._wins[pair] = self._wins.get(pair, 0) + 1

    def share(self, deck: str, others: Sequence[str]) -> float:
        """Of its games against these decks, the part that the deck won."""
        won = sum(self._wins.get((deck, other), 0) for other in others)
        return won / (self.games * len(others))

    def interval(self, share: float, others: int) -> float:
        """95 % to either side, by the normal approximation."""
        return TWO_SIGMA * sqrt(share * (1 - share) / (self.games * others))


def print_matrix(console: Console, tally: Tally) -> None:
    table = Table(
        title="Games won by the deck of the row, in percent",
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
        cells = ["-" if other == deck else _percent(tally.share(deck, [other])) for other in DECKS]
        others = [other for other in DECKS if other != deck]
        share = tally.share(deck, others)
        within = 100 * tally.interval(share, len(others))
        table.add_row(deck, *cells, f"{100 * share:.1f}", f"{within:.1f}")
    console.print(table)
    widest = 100 * tally.interval(0.5, 1)
    console.print(
        f"{counted(tally.games, 'game')} for each pair, seats exchanged after each.\n"
        f"± is 95 %; for a single pair it is up to {widest:.0f}.",
        highlight=False,
    )


def _percent(share: float) -> str:
    return f"{100 * share:.0f}"
