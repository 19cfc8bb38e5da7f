"""Parts of a scene that look the same in every game."""

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.text import Text

from games.terminal import Scene, Sentence, TerminalUI
from games.terminal_kit.narration import describe_end_reason, describe_winners
from games.terminal_kit.narrator import Narrator, seat_name
from games.terminal_kit.palette import seat_style


def sentence_line(sentence: Sentence) -> Text:
    line = Text(f" {sentence.text}", no_wrap=True, overflow="ellipsis")
    if sentence.seat is not None:
        line.stylize(f"bold {seat_style(sentence.seat)}", 1, 1 + len(sentence.name))
    return line


def log_lines(scene: Scene, rows: int | None) -> list[Text]:
    """Return the latest sentences that fit into the rows; all of them if rows is None."""
    sentences = scene.sentences
    first = 0 if rows is None else max(len(sentences) - max(rows, 0), 0)
    return [sentence_line(sentence) for sentence in sentences[first:]]


def draw_before_start(scene: Scene) -> RenderableType:
    """Draw the seats of a table before its game starts."""
    lines = [Text(f"{scene.title} · {scene.view.stage}", "bold")]
    for table_seat in scene.view.seats:
        player = seat_name(scene.view.seats, table_seat.seat) if table_seat.player else "free"
        lines.append(Text(f"  seat {table_seat.seat}: {player}", seat_style(table_seat.seat)))
    return Group(*lines, *log_lines(scene, None))


def describe_result(ui: TerminalUI, scene: Scene) -> tuple[str, str]:
    """Return who has won and why, as two sentences."""
    view = scene.view
    winners = describe_winners(Narrator(view, scene.language), view.results)
    return winners, f"{describe_end_reason(ui, view.reason).capitalize()}."


class BoardWithLog:
    """A board with the latest events below it, as many as fit.

    Lines of a board wrap, so its height is known only after rendering.
    """

    def __init__(self, board: RenderableType, scene: Scene) -> None:
        self._board = board
        self._scene = scene

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        rows = self._scene.rows
        height = len(console.render_lines(self._board, options)) if rows else 0
        yield self._board
        yield from log_lines(self._scene, rows - height if rows else None)
