"""`bluemoon simulate`: many games between bots, counted, and written down if wished."""

import time
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from cli import arguments
from cli.failure import Failure
from cli.log_writing import new_folder
from cli.phrases import counted
from cli.progress import counting
from cli.results import print_results
from cli.setting import Setting, Wishes, setting_of
from cli.statistics import Outcome, outcome_of
from games.playout import play_out

GAMES_MAX = 1_000_000


def simulate(  # noqa: PLR0913 - a command's options are its parameters
    *,
    game: arguments.GameName,
    players: arguments.Players = None,
    games: Annotated[int, typer.Option(help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write each game to DIR/<game id>.jsonl; DIR is new."),
    ] = None,
    bots: arguments.Bots = None,
    random_city: arguments.RandomCity = False,
    expansions: arguments.Expansions = None,
    options: arguments.OptionsFile = None,
    decks: arguments.Decks = None,
) -> None:
    """Play many games between bots and count how they went.

    Example: bluemoon simulate city --players 3 --games 500 --seed 7 --out games/
    """
    if not 1 <= games <= GAMES_MAX:
        raise Failure(f"--games: expected 1 to {GAMES_MAX}, got {games}")
    setting = setting_of(Wishes(game, seed, bots, players, random_city, expansions, options, decks))
    started = time.perf_counter()
    outcomes = _play(setting, games, out)
    seconds = time.perf_counter() - started
    console = Console()
    print_results(console, outcomes, setting.bots)
    commands = sum(outcome.length.commands for outcome in outcomes)
    console.print(
        f"{counted(games, 'game')}, {commands} commands in {seconds:.1f} s: "
        f"{commands / seconds:.0f} commands/s",
        highlight=False,
    )


def _play(setting: Setting, games: int, out: Path | None) -> list[Outcome]:
    outcomes = []
    with ExitStack() as stack:
        write = stack.enter_context(new_folder(out)) if out else None
        played = stack.enter_context(counting("playing", games))
        for number in range(games):
            playout = setting.playout(number)
            history = list(play_out(playout))
            if write:
                write(playout.id, (commit for commit, _ in history))
            outcomes.append(outcome_of(history[-1][1]))
            played()
    return outcomes
