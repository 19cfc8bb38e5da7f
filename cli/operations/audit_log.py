"""`bluemoon audit-log`: list the interventions of operators and platforms, and verify the chain."""

import time

import typer
from rich import box
from rich.table import Table

from cli.connection.server_connection import with_stores
from games.terminal_kit.arguments import AsJson
from games.terminal_kit.console import plain_console
from games.terminal_kit.errors import CommandLineError, printable
from games.terminal_kit.json_output import echo_json
from games.terminal_kit.phrases import pluralize
from schemas.audit_log import AuditEntry
from services.runtime.store.audit_log import BrokenChainError
from services.runtime.stores import Stores


def audit_log(*, as_json: AsJson = False) -> None:
    """List all interventions, oldest first, and check that none was changed or removed."""
    try:
        entries = with_stores(_verified_entries)
    except BrokenChainError as error:
        raise CommandLineError(f"the audit log is broken: {error}") from error
    if as_json:
        for entry in entries:
            echo_json(entry)
        return
    if entries:
        plain_console().print(_table(entries))
    hashes = f", last hash {entries[-1].hash}" if entries else ""
    typer.echo(f"{pluralize(len(entries), 'intervention')}, chain verified{hashes}")


async def _verified_entries(stores: Stores) -> list[AuditEntry]:
    await stores.audit_log.verify()
    return [entry async for entry in stores.audit_log.entries()]


def _table(entries: list[AuditEntry]) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    for column in ("seq", "time", "actor", "intervention", "subject", "detail"):
        table.add_column(column, no_wrap=column not in {"subject", "detail"})
    for entry in entries:
        at = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(entry.at / 1000))
        texts = (str(entry.seq), at, entry.actor, entry.intervention, entry.subject, entry.detail)
        table.add_row(*map(printable, texts))
    return table
