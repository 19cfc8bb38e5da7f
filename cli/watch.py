"""`bluemoon watch`: a running game on the screen, from outside, as anyone may see it."""

import asyncio
from collections import deque
from typing import Annotated

import typer
from rich.console import Console
from rich.live import Live as Screen

from cli import arguments, configuration, reaching
from cli.failure import Failure
from cli.narration import Sentence, tell_events
from cli.position import Picture, fits, sentence_line
from cli.reaching import Way
from cli.standings import standings
from client import BlueMoon, LineChange, ProblemError, Update, View
from games.city.names import Language
from schemas.secrecy import SPECTATOR, Viewer
from schemas.terms import SEATS_MAX

LOG_LINES_KEPT = 100
LAST_COMMITS = 8
LOOK_AGAIN_SECONDS = 1.0


def watch(  # noqa: PLR0913 - a command's options are its parameters
    *,
    game: arguments.GameArgument,
    seen_as: Annotated[
        str, typer.Option("--as", metavar="SEAT|spectator", help="Whose eyes to look through.")
    ] = SPECTATOR,
    start: Annotated[
        int | None,
        typer.Option(
            "--from", min=1, metavar="SEQ", help="The commit to begin with.", show_default="last 8"
        ),
    ] = None,
    lang: arguments.Lang = "en",
    token: Annotated[
        str | None, typer.Option(help="A viewer's token, where there is no platform key.")
    ] = None,
    gateway: reaching.GatewayUrl = None,
    live: reaching.LiveUrl = None,
    key: reaching.Key = None,
    data: configuration.Data = None,
) -> None:
    """Follow a game live until it is over, or until Ctrl-C.

    Example: bluemoon watch GAME --as 1 --from 40
    """
    viewer = _viewer(seen_as)
    found = reaching.way(gateway, live, key, data)
    if token is None:
        found.require_key()
    show = Watched(Console(highlight=False), game, lang)
    reaching.run(found, lambda: _follow(found, show, token, viewer, start))


def _viewer(name: str) -> Viewer:
    if name == SPECTATOR:
        return SPECTATOR
    if name in map(str, range(SEATS_MAX)):
        return int(name)
    raise Failure(f"--as: expected {SPECTATOR} or a seat from 0 to {SEATS_MAX - 1}, got {name!r}")


async def _follow(
    found: Way, show: "Watched", token: str | None, viewer: Viewer, start: int | None
) -> None:
    async with found.moon(show.line_changed) as moon:
        token = token or await moon.gateway.mint_token(show.game, viewer)
        view = await _first_view(moon, show, token)
        after = max(view.seq - LAST_COMMITS, 0) if start is None else start - 1
        if after > view.seq:
            raise Failure(f"--from: the last commit is {view.seq}, got {start}")
        with show:
            async with moon.spectator(show.game, token, after=after) as spectator:
                show.look(spectator.view)
                async for update in spectator:
                    show.update(update)


async def _first_view(moon: BlueMoon, show: "Watched", token: str) -> View:
    """Where spectators are told late, there may be nothing for them to see yet."""
    waiting = False
    while True:
        try:
            return await moon.gateway.speaking_as(token).get_view(show.game)
        except ProblemError as problem:
            if problem.code != "not_yet":
                raise
        if not waiting:
            show.say("There is nothing for spectators to see yet; waiting.")
            waiting = True
        await asyncio.sleep(LOOK_AGAIN_SECONDS)


class Watched:
    """A game shown as it happens: as a picture that changes, or as lines of text."""

    def __init__(self, console: Console, game: str, language: Language) -> None:
        self.game = game
        self._console = console
        self._language: Language = language
        self._told: deque[Sentence] = deque(maxlen=LOG_LINES_KEPT)
        self._view: View | None = None
        self._line = ""
        self._was_lost = False
        self._screen = Screen(
            console=console, auto_refresh=False, vertical_overflow="crop", transient=False
        )
        self._draws = fits(console)

    def __enter__(self) -> None:
        if self._draws:
            self._screen.start()

    def __exit__(self, kind: object, _error: object, _traceback: object) -> None:
        if self._draws:
            self._screen.stop()
        if kind is None:
            self._farewell()

    def say(self, words: str) -> None:
        self._console.print(words, soft_wrap=True)

    def line_changed(self, change: LineChange) -> None:
        """Said when it is lost, and when it is found after it was lost; not each attempt."""
        if change.up == (not self._was_lost):
            return
        self._was_lost = not change.up
        self._line = "" if change.up else " · the line is lost, looking for it"
        if not self._draws:
            self.say("The line is found again." if change.up else f"Lost: {change.reason}.")
        self._draw()

    def look(self, view: View) -> None:
        self._view = view
        self._draw()

    def update(self, update: Update) -> None:
        self._view = update.view
        events = (event for commit in update.commits for event in commit.events)
        told = tell_events(events, update.view.table, self._language)
        self._told.extend(told)
        if not self._draws:
            for sentence in told:
                self._console.print(sentence_line(sentence), soft_wrap=True)
        self._draw()

    def _draw(self) -> None:
        if self._draws and self._view is not None:
            rows = self._console.size.height - 1
            self._screen.update(self._picture(self._view, rows), refresh=True)

    def _picture(self, view: View, rows: int | None) -> Picture:
        seen_as = "spectator" if view.viewer == SPECTATOR else f"seat {view.viewer}"
        title = f"game {self.game} · commit {view.seq} · as {seen_as}{self._line}"
        told = tuple(self._told) if self._draws else ()
        return Picture(view.table, title, told, self._language, rows)

    def _farewell(self) -> None:
        assert self._view is not None
        if not self._draws:
            self._console.print(self._picture(self._view, None))
        if self._view.table.stage == "aborted":
            self.say("The table was closed before the game began.")
        else:
            self.say(standings(self._view.table))
