"""Draw and narrate a table through its game's terminal UI."""

from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console, RenderableType

from cli.setup.installed import terminal_of
from games.terminal import Scene, Sentence
from games.terminal_kit import narration
from games.terminal_kit.scene import draw_before_start
from schemas.commit import AnyCommit
from schemas.redaction import Viewer
from schemas.table import AnyTable

COLUMNS_MIN = 80
ROWS_MIN = 23


def draw(
    view: AnyTable,
    title: str,
    sentences: Sequence[Sentence] = (),
    language: str = "en",
    rows: int | None = None,
) -> RenderableType:
    """Draw a table, redacted or not, with its latest events, oldest first."""
    scene = Scene(view, title, sentences, language, rows)
    return draw_before_start(scene) if view.play is None else terminal_of(view.game).draw(scene)


def narrate_commit(
    commit: AnyCommit, view: AnyTable, viewer: Viewer | None, language: str
) -> list[Sentence]:
    """Narrate a commit for a viewer. `view` is the table as of now, which may be over."""
    return narration.narrate_commit(terminal_of(view.game), commit, view, viewer, language)


def narrate_events(events: Iterable[Any], view: AnyTable, language: str) -> list[Sentence]:
    """Narrate events as they are, except those that are obvious from others."""
    return narration.narrate_events(terminal_of(view.game), events, view, language)


def fits(console: Console) -> bool:
    """Return whether the console is a terminal that is large enough for a picture."""
    return (
        console.is_terminal
        and console.size.width >= COLUMNS_MIN
        and console.size.height >= ROWS_MIN
    )
