"""The results of a simulation as tables."""

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cli.bots import PLAYER_NAMES
from cli.palette import seat_style
from cli.statistics import Outcome, Spread, end_reasons, histogram, spread, wins_by_seat

BAR_CELLS_MAX = 40


def print_results(console: Console, outcomes: Sequence[Outcome], bots: Sequence[str]) -> None:
    console.print(_wins(outcomes, bots))
    console.print(_endings(outcomes))
    turns = [outcome.length.turns for outcome in outcomes]
    commands = [outcome.length.commands for outcome in outcomes]
    console.print(_lengths({"turns": spread(turns), "commands": spread(commands)}))
    console.print(_bars(turns))


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    first, *numbers = columns
    table.add_column(first)
    for column in numbers:
        table.add_column(column, justify="right")
    return table


def _wins(outcomes: Sequence[Outcome], bots: Sequence[str]) -> Table:
    table = _table("Wins", "seat", "bot", "wins", "share")
    wins = wins_by_seat(outcomes, len(bots))
    for seat, bot in enumerate(bots):
        name = Text(f"{seat} {PLAYER_NAMES[seat]}", seat_style(seat))
        table.add_row(name, bot, _wins_in_words(wins[seat]), f"{wins[seat] / len(outcomes):.1%}")
    if len(set(bots)) > 1:
        table.add_section()
        for bot in dict.fromkeys(bots):
            total = sum(won for won, name in zip(wins, bots, strict=True) if name == bot)
            table.add_row("all", bot, _wins_in_words(total), f"{total / len(outcomes):.1%}")
    return table


def _wins_in_words(wins: float) -> str:
    """Whole unless a victory was shared."""
    return f"{wins:.2f}".removesuffix(".00")


def _endings(outcomes: Sequence[Outcome]) -> Table:
    table = _table("Endings", "reason", "games", "share")
    for reason, count in end_reasons(outcomes):
        table.add_row(reason, str(count), f"{count / len(outcomes):.1%}")
    return table


def _lengths(spreads: dict[str, Spread]) -> Table:
    table = _table("Length of a game", "in", "min", "median", "mean", "p90", "max")
    for unit, found in spreads.items():
        middle, mean = f"{found.middle:.1f}", f"{found.mean:.1f}"
        table.add_row(unit, str(found.least), middle, mean, str(found.p90), str(found.most))
    return table


def _bars(turns: Sequence[int]) -> Table:
    table = _table("Games by turns", "turns", "games")
    table.add_column("")
    bins = histogram(turns)
    most = max(found.count for found in bins)
    for found in bins:
        bar = "█" * -(-found.count * BAR_CELLS_MAX // most)
        table.add_row(f"{found.first}-{found.last}", str(found.count), Text(bar, seat_style(1)))
    return table
