"""`bluemoon demo`: watch a game between bots."""

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from secrets import randbelow
from typing import Annotated

import typer
from rich.console import Console, RenderableType
from rich.live import Live

from cli import arguments
from cli.drawing.picture import draw, fits, narrate_commit
from cli.drawing.standings import standings
from cli.history.log_writer import create_log
from cli.setup.bots import PLAYER_NAMES
from cli.setup.game_setup import GameSetup, SetupOptions, build_setup
from cli.setup.option_parameters import accept_table_options
from cli.setup.table_options import TableOptions
from games import table as tables
from games.history import Position
from games.playout import play_out
from games.terminal import Sentence
from games.terminal_kit.console import plain_console
from games.terminal_kit.errors import CommandLineError
from games.terminal_kit.scene import sentence_line
from schemas.commit import AnyCommit
from schemas.redaction import Viewer
from schemas.table import AnyTable

SPEED_ON_A_TERMINAL = 2.0
RANDOM_SEEDS = 1_000_000
LOG_LINES_KEPT = 100


@accept_table_options()
def demo(  # noqa: PLR0913 - a command's options are its parameters
    *,
    game: arguments.GameName,
    players: arguments.Players = None,
    seed: Annotated[
        int | None,
        typer.Option(help="The same seed gives the same game.", show_default="random"),
    ] = None,
    speed: Annotated[
        float | None,
        typer.Option(
            help="Commands per second; 0 means no limit.",
            show_default="2 on a terminal, else 0",
        ),
    ] = None,
    lang: arguments.Lang = "en",
    bots: arguments.Bots = None,
    options: arguments.OptionsFile = None,
    view_as: arguments.ViewAs = arguments.WHOLE_TABLE,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a commit log for replay.")
    ] = None,
    table_options: TableOptions,
) -> None:
    """Watch a game between bots.

    Example: bluemoon demo GAME --seed 7 --speed 4 --lang de
    """
    if speed is not None and not 0 <= speed < float("inf"):
        raise CommandLineError(f"--speed: expected 0 or more, got {speed}")
    chosen_seed = randbelow(RANDOM_SEEDS) if seed is None else seed
    setup = build_setup(SetupOptions(game, chosen_seed, bots, players, options, table_options))
    viewer = arguments.parse_viewer(view_as, len(setup.bots))
    console = plain_console()
    screen = DemoScreen(console, setup, viewer, lang)
    with ExitStack() as stack:
        write = stack.enter_context(create_log(out)) if out else None
        history = _play_and_record(setup, write)
        if screen.fits:
            screen.draw(history, SPEED_ON_A_TERMINAL if speed is None else speed)
        else:
            default = SPEED_ON_A_TERMINAL if console.is_terminal else 0
            screen.print_lines(history, default if speed is None else speed)
    console.print(screen.standings(), _closing_line(setup, out), sep="\n", soft_wrap=True)


def _play_and_record(
    setup: GameSetup, write: Callable[[AnyCommit], None] | None
) -> Iterator[tuple[AnyCommit, Position]]:
    for commit, position in play_out(setup.playout(0)):
        if write:
            write(commit)
        yield commit, position


def _closing_line(setup: GameSetup, out: Path | None) -> str:
    if out:
        return f"Replay it with: bluemoon replay {out} --at 40"
    return (
        f"The seed was {setup.seed}. To replay the game, add --out game.jsonl and run: "
        "bluemoon replay game.jsonl --at 40"
    )


class DemoScreen:
    """Shows a game commit by commit: as an animated picture or as lines of text."""

    def __init__(
        self, console: Console, setup: GameSetup, viewer: Viewer | None, lang: str
    ) -> None:
        self._console = console
        self._viewer = viewer
        self._lang = lang
        names = (f"{PLAYER_NAMES[seat]} ({bot})" for seat, bot in enumerate(setup.bots))
        self._title = f"seed {setup.seed} · {', '.join(names)}"
        self._sentences: deque[Sentence] = deque(maxlen=LOG_LINES_KEPT)
        self._table: AnyTable | None = None

    @property
    def fits(self) -> bool:
        return fits(self._console)

    def draw(self, history: Iterator[tuple[AnyCommit, Position]], speed: float) -> None:
        with Live(console=self._console, auto_refresh=False, vertical_overflow="crop") as live:
            for commit, position in history:
                self._narrate(commit, position)
                live.update(self._picture(position, self._console.size.height - 1), refresh=True)
                _pause(position, speed)

    def print_lines(self, history: Iterator[tuple[AnyCommit, Position]], speed: float) -> None:
        self._console.print(self._title)
        position: Position | None = None
        for commit, position in history:
            for sentence in self._narrate(commit, position):
                self._console.print(sentence_line(sentence), soft_wrap=True)
            _pause(position, speed)
        assert position is not None
        self._sentences.clear()
        self._console.print(self._picture(position, None))

    def standings(self) -> str:
        assert self._table is not None
        return standings(self._table)

    def _narrate(self, commit: AnyCommit, position: Position) -> list[Sentence]:
        assert position.table is not None
        self._table = position.table
        sentences = narrate_commit(commit, position.table, self._viewer, self._lang)
        self._sentences.extend(sentences)
        return sentences

    def _picture(self, position: Position, rows: int | None) -> RenderableType:
        table = position.table
        assert table is not None
        view = table if self._viewer is None else tables.view(table, self._viewer)
        return draw(view, self._title, tuple(self._sentences), self._lang, rows)


def _pause(position: Position, speed: float) -> None:
    """Pause between commits once the game has started."""
    assert position.table is not None
    if speed and position.table.play is not None:
        time.sleep(1 / speed)
