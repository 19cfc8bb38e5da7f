"""Check a complete history and summarise it in one line."""

from collections.abc import Callable

from cli.history.commit_replay import History
from cli.setup.installed import terminal_of
from games.history import Position
from games.terminal_kit.narration import describe_end_reason, describe_winners
from games.terminal_kit.narrator import Narrator
from games.terminal_kit.phrases import pluralize
from schemas.table import AnyTable


def verify_history(source: str, history: History, on_commit: Callable[[], None]) -> str:
    """Return a summary; call `on_commit` after each commit. Raises CommandLineError."""
    commits = events = 0
    position: Position | None = None
    for commit, position in history:  # noqa: B007 - used after the loop
        commits += 1
        events += len(commit.events)
        on_commit()
    assert position is not None
    assert position.table is not None
    return (
        f"{source}: {pluralize(commits, 'commit')} and {pluralize(events, 'event')} verified; "
        f"{_describe_result(position.table)}; final hash {position.hash}"
    )


def _describe_result(table: AnyTable) -> str:
    if table.stage != "over":
        return f"not over ({table.stage})"
    winners = describe_winners(Narrator(table), table.results).removesuffix(".")
    return f"{winners} ({describe_end_reason(terminal_of(table.game), table.reason)})"
