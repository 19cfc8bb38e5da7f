"""`bluemoon simulate`: play many games between bots and print statistics."""

import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace
from rich.console import Console

from cli import arguments
from cli.history.log_writer import create_log_folder
from cli.progress import progress_counter
from cli.setup.game_setup import GameSetup, SetupOptions, build_setup
from cli.setup.installed import find_game
from cli.setup.option_parameters import accept_table_options
from cli.setup.table_options import TableOptions
from cli.simulation.results import print_results
from cli.simulation.statistics import FinishedGame, summarize_game
from games.playout import Playout, play_out
from games.terminal import Comparison, SimulatedGame
from games.terminal_kit.console import plain_console
from games.terminal_kit.errors import CommandLineError
from games.terminal_kit.phrases import pluralize

GAMES_MAX = 1_000_000


@accept_table_options(comparisons=True)
def simulate(  # noqa: PLR0913 - a command's options are its parameters
    *,
    game: arguments.GameName,
    players: arguments.Players = None,
    games: Annotated[int, typer.Option(help="Number of games.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write a log per game to this new or empty folder."),
    ] = None,
    bots: arguments.Bots = None,
    options: arguments.OptionsFile = None,
    table_options: TableOptions,
) -> None:
    """Play many games between bots and print statistics.

    Some options of a game have a value that compares options instead, such as every deck against
    every other.

    Example: bluemoon simulate GAME --players 3 --games 500 --seed 7 --out games/
    """
    if not 1 <= games <= GAMES_MAX:
        raise CommandLineError(f"--games: expected 1 to {GAMES_MAX}, got {games}")
    find_game(game)
    comparison = table_options.comparison(game)
    setup = build_setup(
        SetupOptions(game, seed, bots, players, options, table_options.without_comparisons(game))
    )
    console = plain_console()
    started_at = time.perf_counter()
    if comparison is None:
        finished_games = _play([setup.playout(number) for number in range(games)], out)
        print_results(console, finished_games, setup.bots)
    else:
        finished_games = _compare(console, setup, *comparison, games, out)
    seconds = time.perf_counter() - started_at
    commands = sum(finished_game.length.commands for finished_game in finished_games)
    console.print(
        f"{pluralize(len(finished_games), 'game')}, {pluralize(commands, 'command')} "
        f"in {seconds:.1f} s: "
        f"{commands / seconds:.0f} commands/s",
        highlight=False,
    )


def _compare(  # noqa: PLR0913, PLR0917
    console: Console,
    setup: GameSetup,
    option: str,
    comparison: Comparison,
    games: int,
    out: Path | None,
) -> list[FinishedGame]:
    """Play each game under the options that the comparison chooses."""
    if len(set(setup.bots)) > 1:
        raise CommandLineError(f"{option}: expected one bot, got {','.join(setup.bots)}")
    options = comparison.list_options(setup.options, games)
    playouts = [
        replace(setup, options=chosen).playout(number) for number, chosen in enumerate(options)
    ]
    finished_games = _play(playouts, out)
    simulated = [
        SimulatedGame(chosen, finished_game.results)
        for chosen, finished_game in zip(options, finished_games, strict=True)
    ]
    console.print(comparison.report(simulated, games), highlight=False)
    return finished_games


def _play(playouts: Sequence[Playout], out: Path | None) -> list[FinishedGame]:
    finished_games = []
    with ExitStack() as stack:
        write = stack.enter_context(create_log_folder(out)) if out else None
        advance = stack.enter_context(progress_counter("playing", len(playouts)))
        for playout in playouts:
            history = list(play_out(playout))
            if write:
                write(playout.table_id, (commit for commit, _ in history))
            finished_games.append(summarize_game(history[-1][1]))
            advance()
    return finished_games
