"""`bluemoon replay`: show a position of a recorded game, or verify the game."""

from typing import Annotated

import typer

from cli import arguments
from cli.drawing.show_position import ShowOptions, show_position
from cli.history.check import verify_history
from cli.history.log_reader import read_log
from cli.progress import progress_counter
from games.history import audit
from games.history import replay as replay_commit
from games.terminal_kit.errors import CommandLineError


def replay(  # noqa: PLR0913 - a command's options are its parameters
    *,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A commit log, or - for stdin.")],
    at: Annotated[
        int | None,
        typer.Option(metavar="SEQ", help="The commit to stop after.", show_default="last"),
    ] = None,
    view_as: arguments.ViewAs = arguments.WHOLE_TABLE,
    verify: Annotated[
        bool, typer.Option("--verify", help="Re-run every command and compare the bytes.")
    ] = False,
    lang: arguments.Lang = "en",
    log: Annotated[
        bool, typer.Option("--log", help="Narrate the game up to this position.")
    ] = False,
) -> None:
    """Show a position of a recorded game, or verify the game.

    Example: bluemoon replay game.jsonl --at 40 --as 1 --lang de
    """
    if verify:
        if at is not None or log or view_as != arguments.WHOLE_TABLE:
            raise CommandLineError(
                "--verify checks the whole game and cannot be combined with --at, --as or --log"
            )
        _verify(file)
    else:
        options = ShowOptions(at, view_as, lang, whole_log=log)
        show_position(file, read_log(file, replay_commit, exact=False), options)


def _verify(source: str) -> None:
    with progress_counter("checking") as checked:
        typer.echo(verify_history(source, read_log(source, audit, exact=True), checked))
