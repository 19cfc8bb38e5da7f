"""`bluemoon simulate`: many games between bots, counted, and written down if wished."""

import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from cli import arguments
from cli.deck_matrix import Tally, pairings, print_matrix
from cli.failure import Failure
from cli.log_writing import new_folder
from cli.phrases import counted
from cli.progress import counting
from cli.results import print_results
from cli.setting import Setting, Wishes, setting_of
from cli.statistics import Outcome, outcome_of
from games.duel.game import DUEL
from games.playout import Playout, play_out

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
    decks: arguments.DecksOrAll = None,
    crystals: arguments.Crystals = None,
) -> None:
    """Play many games between bots and count how they went.

    With --decks all, each deck of the duel plays so many games against each other one, and a
    matrix says which wins how often.

    Example: bluemoon simulate city --players 3 --games 500 --seed 7 --out games/
    """
    if not 1 <= games <= GAMES_MAX:
        raise Failure(f"--games: expected 1 to {GAMES_MAX}, got {games}")
    every_deck = decks == arguments.EVERY_DECK
    setting = setting_of(
        Wishes(
            game,
            seed,
            bots,
            players,
            random_city,
            expansions,
            options,
            None if every_deck else decks,
            crystals,
        )
    )
    console = Console()
    started = time.perf_counter()
    if every_deck:
        outcomes = _compare_decks(console, setting, games, out)
    else:
        outcomes = _play([setting.playout(number) for number in range(games)], out)
        print_results(console, outcomes, setting.bots)
    seconds = time.perf_counter() - started
    commands = sum(outcome.length.commands for outcome in outcomes)
    console.print(
        f"{counted(len(outcomes), 'game')}, {commands} commands in {seconds:.1f} s: "
        f"{commands / seconds:.0f} commands/s",
        highlight=False,
    )


def _compare_decks(
    console: Console, setting: Setting, games: int, out: Path | None
) -> list[Outcome]:
    if setting.game is not DUEL:
        raise Failure(f"--decks: {setting.game.id} is played without decks")
    paired = list(pairings(setting, games))
    outcomes = _play([pairing.playout for pairing in paired], out)
    tally = Tally(games)
    for pairing, outcome in zip(paired, outcomes, strict=True):
        tally.add(pairing.decks, outcome)
    print_matrix(console, tally)
    return outcomes


def _play(playouts: Sequence[Playout], out: Path | None) -> list[Outcome]:
    outcomes = []
    with ExitStack() as stack:
        write = stack.enter_context(new_folder(out)) if out else None
        played = stack.enter_context(counting("playing", len(playouts)))
        for playout in playouts:
            history = list(play_out(playout))
            if write:
                write(playout.id, (commit for commit, _ in history))
            outcomes.append(outcome_of(history[-1][1]))
            played()
    return outcomes
