"""`bluemoon table verify`: audit histories on the server."""

from collections.abc import Sequence
from typing import Annotated

import typer

from cli.connection.server_connection import with_event_log
from cli.history.check import verify_history
from cli.history.commit_replay import NotAuditableError, replay_lines
from cli.progress import progress_counter
from cli.tables.history import read_history
from cli.tables.ls import NO_TABLES
from games.history import audit, replay
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
            try:
                history = replay_lines(table, lines, audit, exact=True)
                summary = verify_history(table, history, advance)
            except NotAuditableError as error:
                what = _replayed_as_recorded(table, lines)
                raise CommandLineError(f"{error.message}; {what}") from error
        typer.echo(summary)


def _replayed_as_recorded(table: str, lines: Sequence[tuple[int, bytes]]) -> str:
    """Return how far the history of unknown rules can be checked. Raises CommandLineError."""
    try:
        for _ in replay_lines(table, lines, replay, exact=False):
            pass
    except NotAuditableError:
        return "only its raw log can be shown"
    return "chain and states are as recorded"


async def _verify_all(log: EventLog) -> None:
    table_ids = await log.table_ids()
    if not table_ids:
        typer.echo(NO_TABLES)
        return
    failures = unknown = commits = 0
    with progress_counter("verifying", len(table_ids)) as advance:
        for table_id in table_ids:
            lines = await read_history(log, table_id)
            commits += len(lines)
            history = replay_lines(table_id, lines, audit, exact=True)
            try:
                try:
                    verify_history(table_id, history, lambda: None)
                except NotAuditableError as error:
                    what = _replayed_as_recorded(table_id, lines)
                    unknown += 1
                    typer.echo(error_line(f"{error.message}; {what}"), err=True)
            except CommandLineError as error:
                failures += 1
                typer.echo(error_line(error.message), err=True)
            advance()
    tables = pluralize(len(table_ids), "table")
    if failures:
        raise CommandLineError(f"{failures} of {tables} failed verification")
    if unknown:
        raise CommandLineError(f"{unknown} of {tables} could not be audited: their rules are newer")
    typer.echo(f"{pluralize(len(table_ids), 'table')} with {pluralize(commits, 'commit')} verified")
