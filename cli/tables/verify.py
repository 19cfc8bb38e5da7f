"""`bluemoon table verify`: audit histories on the server."""

from typing import Annotated

import typer

from cli.connection.server_connection import with_event_log
from cli.history.check import verify_history
from cli.history.commit_replay import replay_lines
from cli.progress import progress_counter
from cli.tables.history import read_history
from cli.tables.ls import NO_TABLES
from games.history import audit
from games.terminal_kit.errors import CommandLineError, error_line
from games.terminal_kit.phrases import pluralize
from services.runtime.store.event_log import EventLog


def verify(
    *,
    table: Annotated[
        str | None, typer.Argument(metavar="[TABLE]", help="The table id.", show_default=False)
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Verify every table.")] = False,
) -> None:
    """Re-run every command of a table and check that the result is byte-identical.

    Example: bluemoon table verify --all
    """
    if every == (table is not None):
        raise CommandLineError("table verify: expected a TABLE or --all")
    if table is None:
        with_event_log(_verify_all)
    else:
        lines = with_event_log(lambda log: read_history(log, table))
        with progress_counter("verifying", len(lines)) as advance:
            summary = verify_history(table, replay_lines(table, lines, audit, exact=True), advance)
        typer.echo(summary)


async def _verify_all(log: EventLog) -> None:
    table_ids = await log.table_ids()
    if not table_ids:
        typer.echo(NO_TABLES)
        return
    failures = commits = 0
    with progress_counter("verifying", len(table_ids)) as advance:
        for table_id in table_ids:
            lines = await read_history(log, table_id)
            commits += len(lines)
            history = replay_lines(table_id, lines, audit, exact=True)
            try:
                verify_history(table_id, history, lambda: None)
            except CommandLineError as error:
                failures += 1
                typer.echo(error_line(error.message), err=True)
            advance()
    if failures:
        tables = pluralize(len(table_ids), "table")
        raise CommandLineError(f"{failures} of {tables} failed verification")
    typer.echo(f"{pluralize(len(table_ids), 'table')} with {pluralize(commits, 'commit')} verified")
