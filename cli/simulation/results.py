"""Print the results of a simulation."""

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cli.setup.bots import PLAYER_NAMES
from cli.simulation.statistics import (
    FinishedGame,
    Spread,
    end_reasons,
    histogram,
    spread,
    wins_by_seat,
)
from games.terminal_kit.palette import seat_style

BAR_CELLS_MAX = 40


def print_results(
    console: Console, finished_games: Sequence[FinishedGame], bots: Sequence[str]
) -> None:
    console.print(_wins(finished_games, bots))
    console.print(_endings(finished_games))
    lengths = [finished.length for finished in finished_games]
    turns = [length.turns for length in lengths if length.turns is not None]
    units = {"turns": turns} if turns else {}
    units["commands"] = [length.commands for length in lengths]
    console.print(_lengths({unit: spread(values) for unit, values in units.items()}))
    unit, values = next(iter(units.items()))
    console.print(_bars(unit, values))


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    first, *numbers = columns
    table.add_column(first)
    for column in numbers:
        table.add_column(column, justify="right")
    return table


def _wins(finished_games: Sequence[FinishedGame], bots: Sequence[str]) -> Table:
    table = _table("Wins", "seat", "bot", "wins", "share")
    wins = wins_by_seat(finished_games, len(bots))
    for seat, bot in enumerate(bots):
        name = Text(f"{seat} {PLAYER_NAMES[seat]}", seat_style(seat))
        table.add_row(
            name, bot, _format_wins(wins[seat]), f"{wins[seat] / len(finished_games):.1%}"
        )
    if len(set(bots)) > 1:
        table.add_section()
        for bot in dict.fromkeys(bots):
            total = sum(won for won, name in zip(wins, bots, strict=True) if name == bot)
            table.add_row("all", bot, _format_wins(total), f"{total / len(finished_games):.1%}")
    return table


def _format_wins(wins: float) -> str:
    """Return a whole number unless a victory was shared."""
    return f"{wins:.2f}".removesuffix(".00")


def _endings(finished_games: Sequence[FinishedGame]) -> Table:
    table = _table("Endings", "reason", "games", "share")
    for reason, count in end_reasons(finished_games):
        table.add_row(reason, str(count), f"{count / len(finished_games):.1%}")
    return table


def _lengths(spreads: dict[str, Spread]) -> Table:
    table = _table("Game length", "unit", "min", "median", "mean", "p90", "max")
    for unit, values in spreads.items():
        median, mean = f"{values.median:.1f}", f"{values.mean:.1f}"
        limits = str(values.minimum), str(values.p90), str(values.maximum)
        table.add_row(unit, limits[0], median, mean, *limits[1:])
    return table


def _bars(unit: str, values: Sequence[int]) -> Table:
    table = _table(f"Games by {unit}", unit, "games")
    table.add_column("")
    bins = histogram(values)
    highest = max(value_bin.count for value_bin in bins)
    for value_bin in bins:
        bar = Text("█" * -(-value_bin.count * BAR_CELLS_MAX // highest), seat_style(1))
        table.add_row(f"{value_bin.first}-{value_bin.last}", str(value_bin.count), bar)
    return table
