"""`bluemoon settings`: what can be set, and what is."""

import msgspec
import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cli.arguments import AsJson
from cli.configuration import settings_with
from cli.palette import QUIET_STYLE
from services.runtime.settings import PREFIX, described, printable


def settings(*, as_json: AsJson = False) -> None:
    """List every setting: its default, what it is now, and what it means.

    Example: BLUEMOON_LOG_LEVEL=debug bluemoon settings
    """
    now = printable(settings_with())
    rows = [
        {"name": name, "default": default, "value": now[_field(name)], "meaning": meaning}
        for name, default, meaning in described()
    ]
    if as_json:
        typer.echo(msgspec.json.encode(rows))
        return
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("setting", no_wrap=True)
    table.add_column("now", overflow="fold")
    table.add_column("default", overflow="fold", style=QUIET_STYLE)
    table.add_column("meaning", overflow="fold")
    for row in rows:
        changed = row["value"] != row["default"]
        table.add_row(
            row["name"],
            Text(row["value"], "bold" if changed else QUIET_STYLE),
            row["default"],
            Text(row["meaning"]),
        )
    Console(highlight=False).print(table)


def _field(name: str) -> str:
    return name.removeprefix(PREFIX).lower()
