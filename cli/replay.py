"""`bluemoon replay`: a position of a recorded game as anyone saw it, or all of it checked."""

from collections import deque
from typing import Annotated

import typer
from rich.console import Console

from cli import arguments
from cli.failure import Failure
from cli.log_file import positions
from cli.narration import Narrator, end_reason, tell, winners
from cli.phrases import counted
from cli.position import Picture, sentence_line
from cli.progress import counting
from games import table as tables
from games.city.names import Language
from games.history import Position, audit
from games.history import replay as fold
from schemas.commit import AnyCommit
from schemas.table import AnyTable

LOG_LINES = 8


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
        _show(file, at, seen_as, lang, whole_log=log)


def _show(source: str, at: int | None, seen_as: str, lang: Language, *, whole_log: bool) -> None:
    if at is not None and at < 1:
        raise Failure(f"{source}: --at: commits are numbered from 1, got {at}")
    commits: deque[AnyCommit] = deque(maxlen=None if whole_log else LOG_LINES)
    position: Position | None = None
    for commit, position in positions(source, fold, exact=False):  # noqa: B007 - the last counts
        commits.append(commit)
        if commit.seq == at:
            break
    assert position is not None
    assert position.table is not None
    if at is not None and at > position.seq:
        raise Failure(f"{source}:{position.seq}: --at: the last commit is {position.seq}, got {at}")
    try:
        viewer = arguments.viewer_named(seen_as, len(position.table.chairs))
    except Failure as failure:
        raise Failure(f"{source}:1: {failure.message}") from failure
    table = position.table
    told = [sentence for commit in commits for sentence in tell(commit, table, viewer, lang)]
    console = Console(highlight=False)
    if whole_log:
        for sentence in told:
            console.print(sentence_line(sentence), soft_wrap=True)
    title = f"game {position.id} · commit {position.seq} · as {seen_as}"
    view = table if viewer is None else tables.view(table, viewer)
    console.print(Picture(view, title, () if whole_log else told[-LOG_LINES:], lang))


def _verify(source: str) -> None:
    commits = events = 0
    position: Position | None = None
    with counting("checking") as checked:
        for commit, position in positions(source, audit, exact=True):  # noqa: B007 - the last
            commits += 1
            events += len(commit.events)
            checked()
    assert position is not None
    assert position.table is not None
    typer.echo(
        f"{source}: {counted(commits, 'commit')} and {counted(events, 'event')} verified; "
        f"{_standing(position.table)}; final hash {position.hash}"
    )


def _standing(table: AnyTable) -> str:
    if table.stage != "over":
        return f"not over ({table.stage})"
    return f"{winners(Narrator(table), table.results)[:-1]} ({end_reason(table.reason)})"
