"""Draw a position of Blue Moon City: the city, its seats, and the latest events.

With at least 120 columns everything is framed; otherwise it is drawn in strips and lines.
"""

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from games.city.grid import SIDE
from games.city.terminal import obelisk
from games.city.terminal.board import (
    FRAMED_TILE_WIDTH_MAX,
    FRAMED_TILE_WIDTH_MIN,
    framed_board,
    next_offering,
    strip_board,
)
from games.city.terminal.language import city_language
from games.city.terminal.legend import legend
from games.city.terminal.palette import CRYSTAL
from games.city.terminal.seats import seat_line, seat_panel
from games.terminal import Scene, TerminalUI
from games.terminal_kit.narrator import seat_name
from games.terminal_kit.palette import QUIET_STYLE, seat_style
from games.terminal_kit.phrases import count_cards, pluralize
from games.terminal_kit.scene import describe_result, log_lines
from schemas.city.state import CityState

FULL_COLUMNS_MIN = 120
FULL_ROWS_MIN = 31
_SIDE_WIDTH = FULL_COLUMNS_MIN - SIDE * FRAMED_TILE_WIDTH_MIN
_BOARD_ROWS = 25
_COMPACT_FIXED_ROWS = 17
"""The board's 15 rows, a headline and the obelisk; the seats and the log share the rest."""


class CityPicture:
    """A Rich renderable of a table, redacted or not, that adapts to the width."""

    def __init__(self, ui: TerminalUI, scene: Scene, play: CityState) -> None:
        self._ui = ui
        self._scene = scene
        self._play = play
        self._view = scene.view
        self._rows = scene.rows
        self._language = city_language(scene.language)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        has_rows = self._rows is None or self._rows >= FULL_ROWS_MIN
        if options.max_width >= FULL_COLUMNS_MIN and has_rows:
            yield self._full(self._play, options.max_width)
        else:
            yield self._compact(self._play)

    def _full(self, play: CityState, columns: int) -> RenderableType:
        tile_width = min((columns - _SIDE_WIDTH) // SIDE, FRAMED_TILE_WIDTH_MAX)
        side_width = min(columns - SIDE * tile_width, _SIDE_WIDTH + 10)
        # The log fills the remaining rows; without a limit it shows everything.
        log_rows = None if self._rows is None else self._rows - _BOARD_ROWS - 2
        grid = Grid.grid(padding=0)
        grid.add_column(width=SIDE * tile_width)
        grid.add_column(width=side_width)
        panels = [
            seat_panel(play, seat, seat_name(self._view.seats, seat.seat), side_width)
            for seat in play.seats
        ]
        grid.add_row(
            Group(
                framed_board(play, tile_width, self._language), *log_lines(self._scene, log_rows)
            ),
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
        log_rows = self._rows - _COMPACT_FIXED_ROWS - len(lines) if self._rows else None
        stocks = "  ".join(f"{name} {amount}" for name, amount in _stocks(play))
        return Group(
            self._headline(play),
            strip_board(play, self._language),
            Text.assemble("obelisk ", obelisk.line(play), f"  {stocks}"),
            *lines,
            *log_lines(self._scene, log_rows),
        )

    def _headline(self, play: CityState) -> Text:
        line = Text(no_wrap=True, overflow="ellipsis")
        line.append(" Blue Moon City", "bold")
        line.append(f" · turn {play.turn.number} · ")
        if self._view.stage == "over":
            winners, reason = describe_result(self._ui, self._scene)
            line.append(winners, "bold").append(f" {reason}")
            return line.append(f"  {self._scene.title}", QUIET_STYLE)
        name = seat_name(self._view.seats, play.turn.seat)
        line.append(name, f"bold {seat_style(play.turn.seat)}")
        line.append(f" · {play.turn.phase}")
        if play.turn.phase == "movement":
            line.append(f", {pluralize(play.turn.steps, 'step')} left")
        return line.append(f"  {self._scene.title}", QUIET_STYLE)

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


def _stocks(play: CityState) -> tuple[tuple[str, str], ...]:
    return (
        ("deck", str(count_cards(play.deck))),
        ("discard", str(len(play.discard))),
        ("scales", str(play.supply)),
    )
