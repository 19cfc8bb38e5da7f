"""`bluemoon table tail`: follow a history as it grows."""

from typing import Annotated

import typer
from msgspec.structs import replace

from cli import arguments
from cli.connection.server_connection import with_stores
from cli.drawing.commit_printer import CommitPrinter
from cli.tables.history import read_history, read_named_history, read_names
from games.codec import UnreadableRecordError, read_commit
from games.history import DivergedError, Position, replay
from games.terminal_kit.errors import CommandLineError, error_line
from schemas.table import SeatTaken
from services.runtime.store.follow import Watch
from services.runtime.stores import Stores

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
    with_stores(lambda stores: _follow(stores, table, last, options))


async def _follow(stores: Stores, table_id: str, last: int, options: CommitPrinter) -> None:
    lines, names = await read_named_history(stores, table_id)
    printer = replace(options, names=names)
    position = printer.print_from(len(lines) - last + 1, table_id, lines)
    if _is_over(position):
        return
    watch = Watch(on_outage=_print_outage)
    async for line in stores.event_log.follow_table(table_id, position.seq, watch):
        try:
            commit = read_commit(line)
            position = replay(position, commit)
            if any(isinstance(event, SeatTaken) for event in commit.events):
                history = await read_history(stores.event_log, table_id)
                names = await read_names(stores.players, history)
                printer = replace(options, names=names)
        except (UnreadableRecordError, DivergedError) as error:
            raise CommandLineError(f"{table_id}: {error}") from error
        assert position.table is not None
        printer.print_commit(line, commit, position.table)
        if _is_over(position):
            return


def _is_over(position: Position) -> bool:
    assert position.table is not None
    return position.table.stage in ("over", "aborted", "voided")


def _print_outage(error: Exception) -> None:
    typer.echo(error_line(f"lost the connection to the server, retrying: {error}"), err=True)
