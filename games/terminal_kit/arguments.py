"""Arguments that commands of games and of `bluemoon` share."""

from typing import Annotated

import typer

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]

STDIN = "-"
"""A file name that stands for standard input."""
