"""`bluemoon simulate`: play many games between bots and print statistics."""

import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from cli import arguments
from cli.history.log_writer import create_log_folder
from cli.progress import progress_counter
from cli.setup.game_setup import GameSetup, SetupOptions, build_setup
from cli.simulation.results import print_results
from cli.simulation.statistics import FinishedGame, summarize_game
from games.duel.rulebook import DUEL
from games.duel.terminal.deck_matrix import WinMatrix, pairings, print_matrix
from games.playout import Playout, play_out
from games.terminal_kit.errors import CommandLineError
from games.terminal_kit.phrases import pluralize

GAMES_MAX = 1_000_000


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
    random_city: arguments.RandomCity = False,
    expansions: arguments.Expansions = None,
    options: arguments.OptionsFile = None,
    decks: arguments.DecksOrAll = None,
    crystals: arguments.Crystals = None,
) -> None:
    """Play many games between bots and print statistics.

    With --decks all, every deck plays this many games against every other, and a matrix shows how
    often each deck wins.

    Example: bluemoon simulate city --players 3 --games 500 --seed 7 --out games/
    """
    if not 1 <= games <= GAMES_MAX:
        raise CommandLineError(f"--games: expected 1 to {GAMES_MAX}, got {games}")
    is_deck_matrix = decks == arguments.EVERY_DECK
    setup = build_setup(
        SetupOptions(
            game,
            seed,
            bots,
            players,
            random_city,
            expansions,
            options,
            None if is_deck_matrix else decks,
            crystals,
        )
    )
    console = Console()
    started_at = time.perf_counter()
    if is_deck_matrix:
        finished_games = _compare_decks(console, setup, games, out)
    else:
        finished_games = _play([setup.playout(number) for number in range(games)], out)
        print_results(console, finished_games, setup.bots)
    seconds = time.perf_counter() - started_at
    commands = sum(finished_game.length.commands for finished_game in finished_games)
    console.print(
        f"{pluralize(len(finished_games), 'game')}, {pluralize(commands, 'command')} "
        f"in {seconds:.1f} s: "
        f"{commands / seconds:.0f} commands/s",
        highlight=False,
    )


def _compare_decks(
    console: Console, setup: GameSetup, games: int, out: Path | None
) -> list[FinishedGame]:
    if setup.rulebook is not DUEL:
        raise CommandLineError(f"--decks: {setup.rulebook.game} has no decks")
    pairing_list = list(pairings(setup, games))
    finished_games = _play([pairing.playout for pairing in pairing_list], out)
    matrix = WinMatrix(games)
    for pairing, finished_game in zip(pairing_list, finished_games, strict=True):
        matrix.add(pairing.decks, finished_game)
    print_matrix(console, matrix)
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
