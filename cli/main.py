"""The entry point of the `bluemoon` command: wires the commands and does nothing else."""

from importlib.metadata import version
from typing import Annotated

import typer

app = typer.Typer(
    name="bluemoon",
    help="Play, watch and replay games of Blue Moon City and Blue Moon.",
    no_args_is_help=True,
    add_completion=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(version("bluemoon"))
        raise typer.Exit


@app.callback()
def main(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    """Play, watch and replay games of Blue Moon City and Blue Moon."""
