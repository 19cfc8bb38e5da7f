"""`bluemoon game log`: a history in words, or as it was written."""

from typing import Annotated

import typer

from cli import arguments
from cli.connected import with_log
from cli.failure import Failure
from cli.game_history import history_lines
from cli.telling import Teller


def log(
    *,
    game: arguments.GameArgument,
    start: Annotated[
        int, typer.Option("--from", metavar="SEQ", min=1, help="The first commit to print.")
    ] = 1,
    seen_as: arguments.SeenAs = arguments.WHOLE_TABLE,
    lang: arguments.Lang = "en",
    as_json: Annotated[
        bool, typer.Option("--json", help="The commits as they were written, one a line.")
    ] = False,
) -> None:
    """Print a game's history, in words or as it was written.

    Example: bluemoon game log GAME --json | bluemoon replay - --verify
    """
    lines = with_log(lambda event_log: history_lines(event_log, game))
    if start > len(lines):
        raise Failure(f"{game}: --from: the last commit is {len(lines)}, got {start}")
    Teller(seen_as, lang, as_json).tell_from(start, game, lines)
