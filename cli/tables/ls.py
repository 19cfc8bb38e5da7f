"""`bluemoon table ls`: tables, most recently changed first."""

import time
from typing import Annotated

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from cli.connection.server_connection import with_event_log
from cli.progress import progress_counter
from cli.tables.summaries import STAGES, TableSummary, read_summaries
from games.terminal_kit.arguments import AsJson
from games.terminal_kit.console import plain_console
from games.terminal_kit.errors import CommandLineError
from games.terminal_kit.json_output import echo_json
from games.terminal_kit.palette import QUIET_STYLE
from games.terminal_kit.phrases import pluralize
from services.runtime.store.event_log import EventLog

LIMIT = 20
NO_TABLES = "No tables yet: try `bluemoon up --demo`."


def ls(
    *,
    limit: Annotated[int, typer.Option(min=1, help="Maximum number of tables.")] = LIMIT,
    stage: Annotated[
        str | None, typer.Option(metavar="|".join(STAGES), help="Only tables at this stage.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List tables, most recently changed first.

    Example: bluemoon table ls --stage playing --limit 5
    """
    if stage is not None and stage not in STAGES:
        raise CommandLineError(f"--stage: expected one of {', '.join(STAGES)}, got {stage!r}")
    summaries = with_event_log(_read_all)
    matching = sorted(
        (summary for summary in summaries if stage in (None, summary.stage)),
        key=lambda summary: -summary.at,
    )
    if as_json:
        for summary in matching[:limit]:
            echo_json(summary)
    elif not summaries:
        typer.echo(NO_TABLES)
    else:
        _print(matching, limit, stage)


async def _read_all(log: EventLog) -> list[TableSummary]:
    table_ids = await log.table_ids()
    with progress_counter("reading", len(table_ids)) as advance:
        return await read_summaries(log, table_ids, advance)


def _print(summaries: list[TableSummary], limit: int, stage: str | None) -> None:
    console = plain_console()
    if summaries:
        grid = Table(box=box.SIMPLE_HEAD)
        grid.add_column("table", no_wrap=True)
        for column in ("rules", "stage"):
            grid.add_column(column)
        for column in ("commits", "changed"):
            grid.add_column(column, justify="right")
        now = time.time()
        for summary in summaries[:limit]:
            age = _format_age(now - summary.at / 1000)
            grid.add_row(summary.table, summary.rules, summary.stage, str(summary.commits), age)
        console.print(grid)
    at_stage = f" at stage {stage}" if stage else ""
    shown = min(limit, len(summaries))
    more = f", {shown} shown; use --limit to show more" if shown < len(summaries) else ""
    console.print(Text(f"{pluralize(len(summaries), 'table')}{at_stage}{more}", QUIET_STYLE))


def _format_age(seconds: float) -> str:
    for unit, size in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= size:
            return f"{seconds // size:.0f} {unit} ago"
    return f"{max(0, seconds):.0f} s ago"
