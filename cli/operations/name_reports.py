"""`bluemoon player reports`: the names that players and spectators have reported."""

import time
from typing import Annotated

import typer
from rich import box
from rich.table import Table

from cli.connection.server_connection import with_stores
from cli.operations.actor import cli_actor
from games.terminal_kit.arguments import AsJson
from games.terminal_kit.console import plain_console
from games.terminal_kit.errors import CommandLineError, printable
from games.terminal_kit.json_output import echo_json
from schemas.names import NameReport
from services.runtime.stores import Stores


def reports(
    *,
    platform: Annotated[
        str | None, typer.Option(help="Only those of this platform's players.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the open reports of names, oldest first."""

    async def work(stores: Stores) -> list[tuple[NameReport, str]]:
        stored = stores.name_reports
        reports = await (stored.all() if platform is None else stored.of_platform(platform))
        names = await stores.players.names(report.player for report in reports)
        return [(report, names[report.player]) for report in reports]

    rows = with_stores(work)
    if as_json:
        for report, _ in rows:
            echo_json(report)
        return
    if not rows:
        typer.echo("No open reports.")
        return
    plain_console().print(_table(rows))


def close_report(
    report_id: Annotated[str, typer.Argument(metavar="ID", help="The id of the report.")],
) -> None:
    """Close a report of a name."""

    async def work(stores: Stores) -> None:
        reports = {report.id: report for report in await stores.name_reports.all()}
        if report_id not in reports:
            raise CommandLineError(f"there is no report {report_id!r}")
        await stores.audit_log.record(cli_actor(), "name_report_closed", report_id)
        await stores.name_reports.close(reports[report_id].platform, report_id)

    with_stores(work)
    typer.echo(f"{report_id} is closed")


def _table(rows: list[tuple[NameReport, str]]) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    for column in ("name", "platform", "reported by", "since", "id"):
        table.add_column(column, overflow="fold")
    for report, name in rows:
        since = time.strftime("%Y-%m-%d %H:%M", time.gmtime(report.at / 1000))
        reporters = ", ".join(map(str, report.reporters))
        texts = (name, report.platform or "none", reporters, since, report.id)
        table.add_row(*map(printable, texts))
    return table
