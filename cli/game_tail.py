"""`bluemoon game tail`: a history as it is made."""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated

import typer

from cli import arguments
from cli.connected import with_log
from cli.failure import Failure, error_line
from cli.game_history import history_lines
from cli.telling import Teller
from games.codec import Unreadable, read_commit
from games.history import Diverged, Position, replay
from services.runtime.connection import LOST
from services.runtime.event_log import EventLog

RETRY_SECONDS = 0.5
LAST_COMMITS = 10


def tail(
    *,
    game: arguments.GameArgument,
    last: Annotated[
        int, typer.Option(min=0, help="How many commits to print that are there already.")
    ] = LAST_COMMITS,
    seen_as: arguments.SeenAs = arguments.WHOLE_TABLE,
    lang: arguments.Lang = "en",
    as_json: Annotated[
        bool, typer.Option("--json", help="The commits as they are written, one a line.")
    ] = False,
) -> None:
    """Follow a game until it is over, or until Ctrl-C.

    Example: bluemoon game tail GAME --as spectator
    """
    teller = Teller(seen_as, lang, as_json)
    with_log(lambda event_log: _follow(event_log, game, last, teller))


async def _follow(event_log: EventLog, game: str, last: int, teller: Teller) -> None:
    lines = await history_lines(event_log, game)
    position = teller.tell_from(len(lines) - last + 1, game, lines)
    if _is_over(position):
        return
    async for line in _commits(event_log, game, position.seq):
        try:
            commit = read_commit(line)
            position = replay(position, commit)
        except (Unreadable, Diverged) as error:
            raise Failure(f"{game}: {error}") from error
        assert position.table is not None
        teller.tell(line, commit, position.table)
        if _is_over(position):
            return


def _is_over(position: Position) -> bool:
    assert position.table is not None
    return position.table.stage in ("over", "aborted")


async def _commits(event_log: EventLog, game: str, after: int) -> AsyncIterator[bytes]:
    """Every commit that comes, through restarts of the server."""
    while True:
        try:
            async for line in event_log.follow_game(game, after):
                yield line
                after += 1
        except LOST as error:
            typer.echo(error_line(f"no word from the server, asking again: {error}"), err=True)
            await asyncio.sleep(RETRY_SECONDS)
