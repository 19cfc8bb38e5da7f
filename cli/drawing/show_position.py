"""Draw a position of a history for a viewer."""

from collections import deque
from collections.abc import Mapping

from msgspec import Struct

from cli import arguments
from cli.drawing.picture import draw, narrate_commit
from cli.history.commit_replay import History
from games import table as tables
from games.history import Position
from games.names import table_with_names
from games.terminal_kit.console import plain_console
from games.terminal_kit.errors import CommandLineError
from games.terminal_kit.scene import sentence_line
from schemas.commit import AnyCommit

LOG_LINES = 8


class ShowOptions(Struct, frozen=True):
    at: int | None
    """The commit to stop after, or None for the last."""
    view_as: str
    lang: str
    whole_log: bool = False
    names: Mapping[str, str] = {}
    """Player id -> name."""


def show_position(source: str, history: History, options: ShowOptions) -> None:
    """Raises CommandLineError, starting with `source`, if there is no such commit or seat."""
    at, lang = options.at, options.lang
    if at is not None and at < 1:
        raise CommandLineError(f"{source}: --at: commits are numbered from 1, got {at}")
    commits: deque[AnyCommit] = deque(maxlen=None if options.whole_log else LOG_LINES)
    position: Position | None = None
    for commit, position in history:  # noqa: B007 - used after the loop
        commits.append(commit)
        if commit.seq == at:
            break
    assert position is not None
    assert position.table is not None
    table, seq = table_with_names(position.table, options.names), position.seq
    if at is not None and at > seq:
        raise CommandLineError(f"{source}:{seq}: --at: the last commit is {seq}, got {at}")
    try:
        viewer = arguments.parse_viewer(options.view_as, len(table.seats))
    except CommandLineError as error:
        raise CommandLineError(f"{source}:1: {error.message}") from error
    sentences = [
        sentence for commit in commits for sentence in narrate_commit(commit, table, viewer, lang)
    ]
    console = plain_console()
    if options.whole_log:
        for sentence in sentences:
            console.print(sentence_line(sentence), soft_wrap=True)
    title = f"table {position.table_id} · commit {seq} · as {options.view_as}"
    view = table if viewer is None else tables.view(table, viewer)
    last_sentences = () if options.whole_log else sentences[-LOG_LINES:]
    console.print(draw(view, title, last_sentences, lang))
