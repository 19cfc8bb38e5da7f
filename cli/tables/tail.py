"""`bluemoon table tail`: follow a history as it grows."""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated

import typer
from msgspec.structs import replace

from cli import arguments
from cli.connection.server_connection import with_event_log
from cli.drawing.commit_printer import CommitPrinter
from cli.tables.history import read_history, read_named_history, read_names
from games.codec import UnreadableRecordError, read_commit
from games.history import DivergedError, Position, replay
from games.terminal_kit.errors import CommandLineError, error_line
from schemas.table import SeatTaken
from services.runtime.server.connection import CONNECTION_ERRORS
from services.runtime.store.event_log import EventLog

RETRY_SECONDS = 0.5
LAST_COMMITS = 10


def tail(
    *,
    table: arguments.TableArgument,
    last: Annotated[
        int, typer.Option(min=0, help="How many existing commits to print first.")
    ] = LAST_COMMITS,
    view_as: arguments.ViewAs = arguments.WHOLE_TABLE,
    lang: arguments.Lang = "en",
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the stored commits, one per line.")
    ] = False,
) -> None:
    """Follow a table until its game is over, or until Ctrl-C.

    Example: bluemoon table tail TABLE --as spectator
    """
    options = CommitPrinter(view_as, lang, as_json)
    with_event_log(lambda event_log: _follow(event_log, table, last, options))


async def _follow(event_log: EventLog, table_id: str, last: int, options: CommitPrinter) -> None:
    lines, names = await read_named_history(event_log, table_id)
    printer = replace(options, names=names)
    position = printer.print_from(len(lines) - last + 1, table_id, lines)
    if _is_over(position):
        return
    async for line in _commits(event_log, table_id, position.seq):
        try:
            commit = read_commit(line)
            position = replay(position, commit)
            if any(isinstance(event, SeatTaken) for event in commit.events):
                names = await read_names(event_log, await read_history(event_log, table_id))
                printer = replace(options, names=names)
        except (UnreadableRecordError, DivergedError) as error:
            raise CommandLineError(f"{table_id}: {error}") from error
        assert position.table is not None
        printer.print_commit(line, commit, position.table)
        if _is_over(position):
            return


def _is_over(position: Position) -> bool:
    assert position.table is not None
    return position.table.stage in ("over", "aborted")


async def _commits(event_log: EventLog, table_id: str, after: int) -> AsyncIterator[bytes]:
    """Yield every new commit, across restarts of the server."""
    while True:
        try:
            async for line in event_log.follow_table(table_id, after):
                yield line
                after += 1
        except CONNECTION_ERRORS as error:
            typer.echo(
                error_line(f"lost the connection to the server, retrying: {error}"), err=True
            )
            await asyncio.sleep(RETRY_SECONDS)
