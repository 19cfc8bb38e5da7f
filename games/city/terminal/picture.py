"""Draw a complete position: the city with its seats or the sides of a duel, and the latest events.

With at least 120 columns everything is framed; otherwise it is drawn in strips and lines.
"""

from collections.abc import Sequence

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from games.city.grid import SIDE
from games.city.names import Language
from games.city.terminal import obelisk
from games.city.terminal.board import (
    FRAMED_TILE_WIDTH_MAX,
    FRAMED_TILE_WIDTH_MIN,
    framed_board,
    next_offering,
    strip_board,
)
from games.city.terminal.legend import legend
from games.city.terminal.palette import CRYSTAL, QUIET_STYLE, seat_style
from games.city.terminal.seats import seat_line, seat_name, seat_panel
from games.duel.terminal.board import DuelBoard
from games.terminal_kit.narration import Narrator, Sentence, describe_end_reason, describe_winners
from games.terminal_kit.phrases import count_cards, pluralize
from schemas.city import CityState
from schemas.duel import DuelState
from schemas.table import AnyTable

FULL_COLUMNS_MIN = 120
FULL_ROWS_MIN = 31
_SIDE_WIDTH = FULL_COLUMNS_MIN - SIDE * FRAMED_TILE_WIDTH_MIN
_BOARD_ROWS = 25
COMPACT_COLUMNS_MIN = 80
COMPACT_ROWS_MIN = 23
_COMPACT_FIXED_ROWS = 17
"""The board's 15 rows, a headline and the obelisk; the seats and the log share the rest."""


class Picture:
    """A Rich renderable of a table, redacted or not, that adapts to the width."""

    def __init__(
        self,
        view: AnyTable,
        title: str,
        sentences: Sequence[Sentence] = (),
        language: Language = "en",
        rows: int | None = None,
    ) -> None:
        """`sentences` are the latest events, oldest first; `rows` limits the height."""
        self._view = view
        self._title = title
        self._sentences = sentences
        self._language: Language = language
        self._rows = rows

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        play = self._view.play
        if play is None:
            yield self._before_start()
        elif isinstance(play, DuelState):
            board = self._duel(play)
            # Lines of cards wrap, so the height is known only after rendering.
            height = len(console.render_lines(board, options)) if self._rows else 0
            yield board
            yield from self._log(self._rows - height if self._rows else len(self._sentences))
        elif not play.layout:
            yield self._before_start()
        elif options.max_width >= FULL_COLUMNS_MIN and (
            self._rows is None or self._rows >= FULL_ROWS_MIN
        ):
            yield self._full(play, options.max_width)
        else:
            yield self._compact(play)

    def _before_start(self) -> RenderableType:
        """Draw the seats of a table before its game starts."""
        lines = [Text(f"{self._title} · {self._view.stage}", "bold")]
        for table_seat in self._view.seats:
            player = seat_name(self._view.seats, table_seat.seat) if table_seat.player else "free"
            lines.append(Text(f"  seat {table_seat.seat}: {player}", seat_style(table_seat.seat)))
        return Group(*lines, *self._log(len(self._sentences)))

    def _duel(self, play: DuelState) -> RenderableType:
        board = DuelBoard(play, self._view.seats, self._language)
        line = Text(" Blue Moon", "bold", no_wrap=True, overflow="ellipsis").append(" · ", "none")
        if self._view.stage == "over":
            narrator = Narrator(self._view, self._language)
            line.append(describe_winners(narrator, self._view.results))
            line.append(f" {describe_end_reason(self._view.reason).capitalize()}.", "none")
        else:
            line.append_text(board.status_line())
        line.append(f"  {self._title}", QUIET_STYLE)
        return Group(line, board.sides())

    def _full(self, play: CityState, columns: int) -> RenderableType:
        tile_width = min((columns - _SIDE_WIDTH) // SIDE, FRAMED_TILE_WIDTH_MAX)
        side_width = min(columns - SIDE * tile_width, _SIDE_WIDTH + 10)
        # The log fills the remaining rows; without a limit it shows everything.
        log_rows = len(self._sentences) if self._rows is None else self._rows - _BOARD_ROWS - 2
        grid = Grid.grid(padding=0)
        grid.add_column(width=SIDE * tile_width)
        grid.add_column(width=side_width)
        panels = [
            seat_panel(play, seat, seat_name(self._view.seats, seat.seat), side_width)
            for seat in play.seats
        ]
        grid.add_row(
            Group(framed_board(play, tile_width, self._language), *self._log(log_rows)),
            Group(self._table_panel(play, side_width), *panels),
        )
        return Group(self._headline(play), grid, legend())

    def _compact(self, play: CityState) -> RenderableType:
        lines = [
            Text(no_wrap=True, overflow="ellipsis").append_text(
                seat_line(play, seat, seat_name(self._view.seats, seat.seat))
            )
            for seat in play.seats
        ]
        log_rows = (
            self._rows - _COMPACT_FIXED_ROWS - len(lines) if self._rows else len(self._sentences)
        )
        stocks = "  ".join(f"{name} {amount}" for name, amount in _stocks(play))
        return Group(
            self._headline(play),
            strip_board(play, self._language),
            Text.assemble("obelisk ", obelisk.line(play), f"  {stocks}"),
            *lines,
            *self._log(log_rows),
        )

    def _headline(self, play: CityState) -> Text:
        line = Text(no_wrap=True, overflow="ellipsis")
        line.append(" Blue Moon City", "bold")
        narrator = Narrator(self._view, self._language)
        if self._view.stage == "over":
            line.append(f" · turn {play.turn.number} · ")
            line.append(describe_winners(narrator, self._view.results), "bold")
            line.append(f" {describe_end_reason(self._view.reason).capitalize()}.")
            return line.append(f"  {self._title}", QUIET_STYLE)
        line.append(f" · turn {play.turn.number} · ")
        line.append(narrator.name(play.turn.seat), f"bold {seat_style(play.turn.seat)}")
        line.append(f" · {play.turn.phase}")
        if play.turn.phase == "movement":
            line.append(f", {pluralize(play.turn.steps, 'step')} left")
        return line.append(f"  {self._title}", QUIET_STYLE)

    def _table_panel(self, play: CityState, width: int) -> Panel:
        """Draw the obelisk next to the deck, the discard pile and the supply."""
        stocks = Grid.grid(padding=(0, 1))
        for name, amount in (*_stocks(play), ("next", f"{next_offering(play)}{CRYSTAL}")):
            stocks.add_row(Text(name, QUIET_STYLE), Text(str(amount), "bold"))
        grid = Grid.grid(expand=True, padding=(0, 1))
        grid.add_column()
        grid.add_column(vertical="middle")
        grid.add_row(obelisk.tower(play), stocks)
        return Panel(
            grid,
            title="obelisk",
            title_align="left",
            box=box.ROUNDED,
            border_style=QUIET_STYLE,
            width=width,
        )

    def _log(self, rows: int) -> list[Text]:
        last = self._sentences[max(len(self._sentences) - max(rows, 0), 0) :]
        return [sentence_line(sentence) for sentence in last]


def fits(console: Console) -> bool:
    """Return whether the console is a terminal that is large enough for a picture."""
    return (
        console.is_terminal
        and console.size.width >= COMPACT_COLUMNS_MIN
        and console.size.height >= COMPACT_ROWS_MIN
    )


def sentence_line(sentence: Sentence) -> Text:
    line = Text(f" {sentence.text}", no_wrap=True, overflow="ellipsis")
    if sentence.seat is not None:
        line.stylize(f"bold {seat_style(sentence.seat)}", 1, 1 + len(sentence.name))
    return line


def _stocks(play: CityState) -> tuple[tuple[str, str], ...]:
    return (
        ("deck", str(count_cards(play.deck))),
        ("discard", str(len(play.discard))),
        ("scales", str(play.supply)),
    )
