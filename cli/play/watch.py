"""`bluemoon watch`: follow a table live over the API."""

import asyncio
from collections import deque
from typing import Annotated

import typer
from rich.console import Console, RenderableType
from rich.live import Live as Screen

from cli import arguments
from cli.connection import configuration, remote_system
from cli.connection.remote_system import RemoteSystem
from cli.drawing.picture import draw, fits, narrate_events
from cli.drawing.standings import standings
from client import BlueMoon, ConnectionChange, ProblemError, Update, View
from games.terminal import Sentence
from games.terminal_kit.console import plain_console
from games.terminal_kit.errors import CommandLineError
from games.terminal_kit.scene import sentence_line
from schemas.redaction import SPECTATOR, Viewer
from schemas.terms import SEATS_MAX

LOG_LINES_KEPT = 100
LAST_COMMITS = 8
POLL_SECONDS = 1.0


def watch(  # noqa: PLR0913 - a command's options are its parameters
    *,
    table: arguments.TableArgument,
    view_as: Annotated[
        str, typer.Option("--as", metavar="SEAT|spectator", help="Whose view to show.")
    ] = SPECTATOR,
    first: Annotated[
        int | None,
        typer.Option(
            "--from", min=1, metavar="SEQ", help="The first commit to show.", show_default="last 8"
        ),
    ] = None,
    lang: arguments.Lang = "en",
    token: Annotated[
        str | None, typer.Option(help="A viewer token, if you have no platform key.")
    ] = None,
    gateway: remote_system.GatewayUrl = None,
    live: remote_system.LiveUrl = None,
    key: remote_system.Key = None,
    data: configuration.Data = None,
) -> None:
    """Follow a table live until its game is over, or until Ctrl-C.

    Example: bluemoon watch TABLE --as 1 --from 40
    """
    viewer = _viewer(view_as)
    system = remote_system.find_system(gateway, live, key, data)
    if token is None:
        system.require_key()
    screen = WatchScreen(plain_console(), table, lang)
    remote_system.run(system, lambda: _follow(system, screen, token, viewer, first))


def _viewer(name: str) -> Viewer:
    if name == SPECTATOR:
        return SPECTATOR
    if name in map(str, range(SEATS_MAX)):
        return int(name)
    raise CommandLineError(
        f"--as: expected {SPECTATOR} or a seat from 0 to {SEATS_MAX - 1}, got {name!r}"
    )


async def _follow(
    system: RemoteSystem,
    screen: "WatchScreen",
    token: str | None,
    viewer: Viewer,
    first: int | None,
) -> None:
    async with system.connect(screen.connection_changed) as moon:
        token = token or await moon.gateway.mint_token(screen.table_id, viewer)
        view = await _first_view(moon, screen, token)
        after = max(view.seq - LAST_COMMITS, 0) if first is None else first - 1
        if after > view.seq:
            raise CommandLineError(f"--from: the last commit is {view.seq}, got {first}")
        with screen:
            async with moon.spectator(screen.table_id, token, after=after) as spectator:
                screen.show_view(spectator.view)
                async for update in spectator:
                    screen.update(update)


async def _first_view(moon: BlueMoon, screen: "WatchScreen", token: str) -> View:
    """Wait for the first view: with a spectator delay there may be none yet."""
    is_waiting = False
    while True:
        try:
            return await moon.gateway.with_credential(token).get_view(screen.table_id)
        except ProblemError as problem:
            if problem.code != "not_yet":
                raise
        if not is_waiting:
            screen.print_line("Nothing to show to spectators yet; waiting.")
            is_waiting = True
        await asyncio.sleep(POLL_SECONDS)


class WatchScreen:
    """Shows a running game as an animated picture or as lines of text."""

    def __init__(self, console: Console, table_id: str, language: str) -> None:
        self.table_id = table_id
        self._console = console
        self._language = language
        self._sentences: deque[Sentence] = deque(maxlen=LOG_LINES_KEPT)
        self._view: View | None = None
        self._connection_note = ""
        self._is_lost = False
        self._screen = Screen(
            console=console, auto_refresh=False, vertical_overflow="crop", transient=False
        )
        self._has_picture = fits(console)

    def __enter__(self) -> None:
        if self._has_picture:
            self._screen.start()

    def __exit__(self, error_type: object, _error: object, _traceback: object) -> None:
        if self._has_picture:
            self._screen.stop()
        if error_type is None:
            self._print_result()

    def print_line(self, words: str) -> None:
        self._console.print(words, soft_wrap=True)

    def connection_changed(self, change: ConnectionChange) -> None:
        """Report a lost and a restored connection, but not each attempt."""
        if change.is_up == (not self._is_lost):
            return
        self._is_lost = not change.is_up
        self._connection_note = "" if change.is_up else " · connection lost, reconnecting"
        if not self._has_picture:
            lost = f"Connection lost ({change.reason}); reconnecting."
            self.print_line("Reconnected." if change.is_up else lost)
        self._draw()

    def show_view(self, view: View) -> None:
        self._view = view
        self._draw()

    def update(self, update: Update) -> None:
        self._view = update.view
        events = (event for commit in update.commits for event in commit.events)
        sentences = narrate_events(events, update.view.table, self._language)
        self._sentences.extend(sentences)
        if not self._has_picture:
            for sentence in sentences:
                self._console.print(sentence_line(sentence), soft_wrap=True)
        self._draw()

    def _draw(self) -> None:
        if self._has_picture and self._view is not None:
            rows = self._console.size.height - 1
            self._screen.update(self._picture(self._view, rows), refresh=True)

    def _picture(self, view: View, rows: int | None) -> RenderableType:
        view_as = "spectator" if view.viewer == SPECTATOR else f"seat {view.viewer}"
        title = f"table {self.table_id} · commit {view.seq} · as {view_as}{self._connection_note}"
        sentences = tuple(self._sentences) if self._has_picture else ()
        return draw(view.table, title, sentences, self._language, rows)

    def _print_result(self) -> None:
        assert self._view is not None
        if not self._has_picture:
            self._console.print(self._picture(self._view, None))
        if self._view.table.stage == "aborted":
            self.print_line("The table was closed before the game started.")
        elif self._view.table.stage == "voided":
            self.print_line("The table was voided: the game has no result.")
        else:
            self.print_line(standings(self._view.table))
