"""`bluemoon game verify`: histories decided again, straight from the truth."""

from typing import Annotated

import typer

from cli.connected import with_log
from cli.failure import Failure, error_line
from cli.folding import folded
from cli.game_history import history_lines
from cli.game_ls import NO_GAMES
from cli.game_summaries import game_ids
from cli.phrases import counted
from cli.progress import counting
from cli.verifying import verified
from games.history import audit
from services.runtime.event_log import EventLog


def verify(
    *,
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A game's id.", show_default=False)
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every game there is.")] = False,
) -> None:
    """Decide every command of a game again, and want the same bytes.

    Example: bluemoon game verify --all
    """
    if everything == (game is not None):
        raise Failure("game verify: name a GAME, or say --all")
    if game is None:
        with_log(_verify_all)
    else:
        lines = with_log(lambda log: history_lines(log, game))
        with counting("checking", len(lines)) as checked:
            told = verified(game, folded(game, lines, audit, exact=True), checked)
        typer.echo(told)


async def _verify_all(log: EventLog) -> None:
    games = await game_ids(log)
    if not games:
        typer.echo(NO_GAMES)
        return
    wrong = commits = 0
    with counting("checking", len(games)) as checked:
        for game in games:
            lines = await history_lines(log, game)
            commits += len(lines)
            try:
                verified(game, folded(game, lines, audit, exact=True), lambda: None)
            except Failure as failure:
                wrong += 1
                typer.echo(error_line(failure.message), err=True)
            checked()
    if wrong:
        raise Failure(f"{wrong} of {counted(len(games), 'game')} are not what they claim to be")
    typer.echo(f"{counted(len(games), 'game')} with {counted(commits, 'commit')} verified")
