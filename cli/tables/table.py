"""`bluemoon table`: inspect tables on the server, and intervene in them."""

from typing import Annotated

import typer

from cli import arguments
from cli.connection.server_connection import with_stores
from cli.drawing.show_position import ShowOptions, show_position
from cli.history.commit_replay import replay_lines
from cli.tables.history import read_named_history
from cli.tables.interventions import revoke, void
from cli.tables.log import log
from cli.tables.ls import ls
from cli.tables.tail import tail
from cli.tables.verify import verify
from games.history import replay

app = typer.Typer(
    name="table",
    help="Inspect tables on the server, void them, revoke tokens.",
    no_args_is_help=True,
)


@app.command()
def show(
    *,
    table: arguments.TableArgument,
    at: Annotated[
        int | None,
        typer.Option(metavar="SEQ", help="The commit to stop after.", show_default="last"),
    ] = None,
    view_as: arguments.ViewAs = arguments.WHOLE_TABLE,
    lang: arguments.Lang = "en",
) -> None:
    """Draw a position of a table.

    Example: bluemoon table show TABLE --at 40 --as 1
    """
    lines, names = with_stores(lambda stores: read_named_history(stores, table))
    history = replay_lines(table, lines, replay, exact=False)
    show_position(table, history, ShowOptions(at, view_as, lang, names=names))


for command in (ls, log, tail, verify, void, revoke):
    app.command()(command)
