"""`bluemoon replay`: a position of a recorded game as anyone saw it, or all of it checked."""

from typing import Annotated

import typer

from cli import arguments
from cli.failure import Failure
from cli.log_file import positions
from cli.progress import counting
from cli.showing import Wish, show
from cli.verifying import verified
from games.history import audit
from games.history import replay as fold


def replay(  # noqa: PLR0913 - a command's options are its parameters
    *,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A commit log, or - for stdin.")],
    at: Annotated[
        int | None,
        typer.Option(metavar="SEQ", help="The commit to stop after.", show_default="last"),
    ] = None,
    seen_as: arguments.SeenAs = arguments.WHOLE_TABLE,
    verify: Annotated[
        bool, typer.Option("--verify", help="Decide every command again and want the same bytes.")
    ] = False,
    lang: arguments.Lang = "en",
    log: Annotated[bool, typer.Option("--log", help="Tell the game in words up to there.")] = False,
) -> None:
    """Show a position of a recorded game, or check the whole game.

    Example: bluemoon replay game.jsonl --at 40 --as 1 --lang de
    """
    if verify:
        if at is not None or log or seen_as != arguments.WHOLE_TABLE:
            raise Failure("--verify checks the whole game: it goes without --at, --as and --log")
        _verify(file)
    else:
        wish = Wish(at, seen_as, lang, whole_log=log)
        show(file, positions(file, fold, exact=False), wish)


def _verify(source: str) -> None:
    with counting("checking") as checked:
        typer.echo(verified(source, positions(source, audit, exact=True), checked))
