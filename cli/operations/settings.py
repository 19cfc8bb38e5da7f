"""`bluemoon settings`: all settings with their values and defaults."""

from rich import box
from rich.table import Table
from rich.text import Text

from cli.connection.configuration import load_settings
from games.terminal_kit.arguments import AsJson
from games.terminal_kit.console import plain_console
from games.terminal_kit.json_output import echo_json
from games.terminal_kit.palette import QUIET_STYLE
from services.runtime.operations.settings import PREFIX, describe_settings, masked_settings


def settings(*, as_json: AsJson = False) -> None:
    """List every setting with its value, default and meaning.

    Example: BLUEMOON_LOG_LEVEL=debug bluemoon settings
    """
    values = masked_settings(load_settings())
    rows = [
        {"name": name, "default": default, "value": values[_field(name)], "meaning": meaning}
        for name, default, meaning in describe_settings()
    ]
    if as_json:
        echo_json(rows)
        return
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("setting", no_wrap=True)
    table.add_column("value", overflow="fold")
    table.add_column("default", overflow="fold", style=QUIET_STYLE)
    table.add_column("meaning", overflow="fold")
    for row in rows:
        is_changed = row["value"] != row["default"]
        table.add_row(
            row["name"],
            Text(row["value"], "bold" if is_changed else QUIET_STYLE),
            row["default"],
            Text(row["meaning"]),
        )
    plain_console().print(table)


def _field(name: str) -> str:
    return name.removeprefix(PREFIX).lower()
