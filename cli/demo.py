"""`bluemoon demo`: a game between bots to look at."""

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from secrets import randbelow
from typing import Annotated

import typer
from rich.console import Console
from rich.live import Live

from cli import arguments
from cli.bots import PLAYER_NAMES
from cli.failure import Failure
from cli.log_writing import new_log
from cli.narration import Sentence, tell
from cli.position import Picture, fits, sentence_line
from cli.setting import Setting, Wishes, setting_of
from cli.standings import standings
from games import table as tables
from games.city.names import Language
from games.history import Position
from games.playout import play_out
from schemas.commit import AnyCommit
from schemas.secrecy import Viewer
from schemas.table import AnyTable

SPEED_ON_A_TERMINAL = 2.0
RANDOM_SEEDS = 1_000_000
LOG_LINES_KEPT = 100


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
            help="Commands a second; 0 is as fast as possible.",
            show_default="2 on a terminal, else 0",
        ),
    ] = None,
    lang: arguments.Lang = "en",
    bots: arguments.Bots = None,
    random_city: arguments.RandomCity = False,
    expansions: arguments.Expansions = None,
    options: arguments.OptionsFile = None,
    decks: arguments.Decks = None,
    seen_as: arguments.SeenAs = arguments.WHOLE_TABLE,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the game down for replay.")
    ] = None,
) -> None:
    """Watch a game between bots.

    Example: bluemoon demo city --seed 7 --speed 4 --lang de
    """
    if speed is not None and not 0 <= speed < float("inf"):
        raise Failure(f"--speed: expected 0 or more, got {speed}")
    chosen = randbelow(RANDOM_SEEDS) if seed is None else seed
    setting = setting_of(
        Wishes(game, chosen, bots, players, random_city, expansions, options, decks)
    )
    viewer = arguments.viewer_named(seen_as, len(setting.bots))
    console = Console(highlight=False)
    show = Show(console, setting, viewer, lang)
    with ExitStack() as stack:
        write = stack.enter_context(new_log(out)) if out else None
        history = _recorded(setting, write)
        if show.fits:
            show.live(history, SPEED_ON_A_TERMINAL if speed is None else speed)
        else:
            default = SPEED_ON_A_TERMINAL if console.is_terminal else 0
            show.plain(history, default if speed is None else speed)
    console.print(show.standings(), _farewell(setting, out), sep="\n", soft_wrap=True)


def _recorded(
    setting: Setting, write: Callable[[AnyCommit], None] | None
) -> Iterator[tuple[AnyCommit, Position]]:
    for commit, position in play_out(setting.playout(0)):
        if write:
            write(commit)
        yield commit, position


def _farewell(setting: Setting, out: Path | None) -> str:
    if out:
        return f"Replay it with: bluemoon replay {out} --at 40"
    return (
        f"The seed was {setting.seed}. Add --out game.jsonl to write the game down, "
        "then: bluemoon replay game.jsonl --at 40"
    )


class Show:
    """A game shown commit by commit: as a picture that changes, or as lines of text."""

    def __init__(
        self, console: Console, setting: Setting, viewer: Viewer | None, lang: Language
    ) -> None:
        self._console = console
        self._viewer = viewer
        self._lang: Language = lang
        names = (f"{PLAYER_NAMES[seat]} ({bot})" for seat, bot in enumerate(setting.bots))
        self._title = f"seed {setting.seed} · {', '.join(names)}"
        self._told: deque[Sentence] = deque(maxlen=LOG_LINES_KEPT)
        self._table: AnyTable | None = None

    @property
    def fits(self) -> bool:
        return fits(self._console)

    def live(self, history: Iterator[tuple[AnyCommit, Position]], speed: float) -> None:
        with Live(console=self._console, auto_refresh=False, vertical_overflow="crop") as live:
            for commit, position in history:
                self._tell(commit, position)
                live.update(self._picture(position, self._console.size.height - 1), refresh=True)
                _rest(position, speed)

    def plain(self, history: Iterator[tuple[AnyCommit, Position]], speed: float) -> None:
        self._console.print(self._title)
        position: Position | None = None
        for commit, position in history:
            for sentence in self._tell(commit, position):
                self._console.print(sentence_line(sentence), soft_wrap=True)
            _rest(position, speed)
        assert position is not None
        self._told.clear()
        self._console.print(self._picture(position, None))

    def standings(self) -> str:
        assert self._table is not None
        return standings(self._table)

    def _tell(self, commit: AnyCommit, position: Position) -> list[Sentence]:
        assert position.table is not None
        self._table = position.table
        told = tell(commit, position.table, self._viewer, self._lang)
        self._told.extend(told)
        return told

    def _picture(self, position: Position, rows: int | None) -> Picture:
        table = position.table
        assert table is not None
        view = table if self._viewer is None else tables.view(table, self._viewer)
        return Picture(view, self._title, tuple(self._told), self._lang, rows)


def _rest(position: Position, speed: float) -> None:
    """Nobody wants to wait while the seats are taken."""
    assert position.table is not None
    if speed and position.table.play is not None:
        time.sleep(1 / speed)
