"""Text of others is printed as it is: it cannot restyle or crash a listing."""

import io

import pytest
from rich.table import Table

from games.terminal_kit.console import plain_console


@pytest.mark.parametrize("text", ["[/]", "[bold red]x", "[link=x]y[/link]", ":warning:", "[/bold]"])
def test_prints_markup_as_text(text: str) -> None:
    console = plain_console(file=io.StringIO(), width=60, force_terminal=True)
    table = Table()
    table.add_column("url")
    table.add_row(text)
    with console.capture() as printed:
        console.print(table, text)
    assert printed.get().count(text) == 2
