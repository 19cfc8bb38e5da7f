"""Draw the city: 5 x 5 tiles."""

from rich.console import Group
from rich.text import Text

from games.city.components import OBELISK_COSTS
from games.city.grid import SIDE
from games.city.names import Language
from games.city.terminal import tile as tiles
from games.city.terminal.cell import cells
from schemas.city.state import CityState

FRAMED_TILE_WIDTH_MIN = 17
FRAMED_TILE_WIDTH_MAX = 21
STRIP_WIDTH = 15
STRIP_GAP = 1


def framed_board(state: CityState, tile_width: int, language: Language) -> Group:
    blank = [Text(" " * tile_width)] * tiles.FRAMED_LINES
    offering = next_offering(state)
    drawn = [
        blank if cell is None else tiles.framed(cell, tile_width, language, offering)
        for cell in cells(state)
    ]
    return _rows(drawn, gap="")


def strip_board(state: CityState, language: Language) -> Group:
    blank = [Text(" " * STRIP_WIDTH)] * tiles.STRIP_LINES
    offering = next_offering(state)
    drawn = [
        blank if cell is None else tiles.strip(cell, STRIP_WIDTH, language, offering)
        for cell in cells(state)
    ]
    return _rows(drawn, gap=" " * STRIP_GAP)


def next_offering(state: CityState) -> int:
    """Return the cost of the lowest free space of the obelisk."""
    costs = OBELISK_COSTS[len(state.seats)]
    return costs[min(len(state.obelisk), len(costs) - 1)]


def _rows(drawn: list[list[Text]], gap: str) -> Group:
    lines = []
    for start in range(0, len(drawn), SIDE):
        for parts in zip(*drawn[start : start + SIDE], strict=True):
            line = Text(gap, no_wrap=True, overflow="crop").join(parts)
            line.no_wrap, line.overflow = True, "crop"
            lines.append(line)
    return Group(*lines)
