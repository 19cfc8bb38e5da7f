"""Checking a whole history, in words."""

from collections.abc import Callable

from cli.narration import Narrator, end_reason, winners
from cli.phrases import counted
from cli.showing import History
from games.history import Position
from schemas.table import AnyTable


def verified(source: str, history: History, checked: Callable[[], None]) -> str:
    """What was found; `checked` is called for each commit. Raises Failure where it ends."""
    commits = events = 0
    position: Position | None = None
    for commit, position in history:  # noqa: B007 - the last position counts
        commits += 1
        events += len(commit.events)
        checked()
    assert position is not None
    assert position.table is not None
    return (
        f"{source}: {counted(commits, 'commit')} and {counted(events, 'event')} verified; "
        f"{_standing(position.table)}; final hash {position.hash}"
    )


def _standing(table: AnyTable) -> str:
    if table.stage != "over":
        return f"not over ({table.stage})"
    return f"{winners(Narrator(table), table.results)[:-1]} ({end_reason(table.reason)})"
