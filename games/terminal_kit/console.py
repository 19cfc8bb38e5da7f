"""The console that listings and pictures are printed on."""

from typing import Any

from rich.console import Console


def plain_console(**options: Any) -> Console:
    """Return a console that prints text as it is: names, URLs and messages come from others, and
    markup such as `[bold]` or `[/]` in them would restyle a listing or end the command."""
    return Console(highlight=False, markup=False, emoji=False, **options)
