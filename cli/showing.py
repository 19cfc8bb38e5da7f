"""Showing a position of a history as anyone saw it."""

from collections import deque
from collections.abc import Iterator

from msgspec import Struct
from rich.console import Console

from cli import arguments
from cli.failure import Failure
from cli.narration import tell
from cli.position import Picture, sentence_line
from games import table as tables
from games.city.names import Language
from games.history import Position
from schemas.commit import AnyCommit

LOG_LINES = 8

History = Iterator[tuple[AnyCommit, Position]]


class Wish(Struct, frozen=True):
    at: int | None
    """The commit to stop after; the last one if it is not said."""
    seen_as: str
    lang: Language
    whole_log: bool = False


def show(source: str, history: History, wish: Wish) -> None:
    """Raises Failure when there is no such commit or seat; `source` says where."""
    at, lang = wish.at, wish.lang
    if at is not None and at < 1:
        raise Failure(f"{source}: --at: commits are numbered from 1, got {at}")
    commits: deque[AnyCommit] = deque(maxlen=None if wish.whole_log else LOG_LINES)
    position: Position | None = None
    for commit, position in history:  # noqa: B007 - the last counts
        commits.append(commit)
        if commit.seq == at:
            break
    assert position is not None
    assert position.table is not None
    if at is not None and at > position.seq:
        raise Failure(f"{source}:{position.seq}: --at: the last commit is {position.seq}, got {at}")
    try:
        viewer = arguments.viewer_named(wish.seen_as, len(position.table.chairs))
    except Failure as failure:
        raise Failure(f"{source}:1: {failure.message}") from failure
    table = position.table
    told = [sentence for commit in commits for sentence in tell(commit, table, viewer, lang)]
    console = Console(highlight=False)
    if wish.whole_log:
        for sentence in told:
            console.print(sentence_line(sentence), soft_wrap=True)
    title = f"game {position.id} · commit {position.seq} · as {wish.seen_as}"
    view = table if viewer is None else tables.view(table, viewer)
    console.print(Picture(view, title, () if wish.whole_log else told[-LOG_LINES:], lang))
