"""`bluemoon table log`: a history, narrated or as stored."""

from typing import Annotated

import typer

from cli import arguments
from cli.connection.server_connection import with_stores
from cli.drawing.commit_printer import CommitPrinter
from cli.tables.history import read_named_history
from games.terminal_kit.errors import CommandLineError


def log(
    *,
    table: arguments.TableArgument,
    start: Annotated[
        int, typer.Option("--from", metavar="SEQ", min=1, help="The first commit to print.")
    ] = 1,
    view_as: arguments.ViewAs = arguments.WHOLE_TABLE,
    lang: arguments.Lang = "en",
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the stored commits, one per line.")
    ] = False,
) -> None:
    """Print the history of a table, in words or as stored.

    Example: bluemoon table log TABLE --json | bluemoon replay - --verify
    """
    lines, names = with_stores(lambda stores: read_named_history(stores, table))
    if start > len(lines):
        raise CommandLineError(f"{table}: --from: the last commit is {len(lines)}, got {start}")
    CommitPrinter(view_as, lang, as_json, names).print_from(start, table, lines)
