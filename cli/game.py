"""`bluemoon game`: games as they are on the server."""

from typing import Annotated

import typer

from cli import arguments
from cli.connected import with_log
from cli.folding import folded
from cli.game_history import history_lines
from cli.game_log import log
from cli.game_ls import ls
from cli.game_tail import tail
from cli.game_verify import verify
from cli.showing import Wish
from cli.showing import show as show_position
from games.history import replay as fold

app = typer.Typer(
    name="game", help="Look at games as they are on the server.", no_args_is_help=True
)


@app.command()
def show(
    *,
    game: arguments.GameArgument,
    at: Annotated[
        int | None,
        typer.Option(metavar="SEQ", help="The commit to stop after.", show_default="last"),
    ] = None,
    seen_as: arguments.SeenAs = arguments.WHOLE_TABLE,
    lang: arguments.Lang = "en",
) -> None:
    """Draw a position of a game.

    Example: bluemoon game show GAME --at 40 --as 1
    """
    lines = with_log(lambda event_log: history_lines(event_log, game))
    show_position(game, folded(game, lines, fold, exact=False), Wish(at, seen_as, lang))


for command in (ls, log, tail, verify):
    app.command()(command)
