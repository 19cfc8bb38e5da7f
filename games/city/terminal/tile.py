"""Draw one tile of the city: framed, or as a strip where space is limited."""

from collections.abc import Callable

from rich.text import Text

from games.city.names import Language, tile_name
from games.city.terminal import marks
from games.city.terminal.cell import Cell
from games.city.terminal.palette import (
    CHIP_OF_COLOUR,
    CRYSTAL,
    EDGE_OF_COLOUR,
    FINISHED_STYLE,
    TICK,
)
from games.terminal_kit.palette import QUIET_STYLE

FRAMED_LINES = 5
STRIP_LINES = 3

_COURTYARD_STYLE = "#8fa8c8"
_COURTYARD_BAR = "bold #ffffff on #3d5675"
_FINISHED_BAR = f"bold {FINISHED_STYLE} on #403411"


def framed(cell: Cell, width: int, language: Language, offering: int) -> list[Text]:
    """Draw the name in the upper edge, boxes with stones below them, then figures and dragons.

    `offering` is the cost of the next offering, which the courtyard shows.
    """
    inner = width - 2
    edge, (left, right, side, over) = _edge(cell)
    name = marks.fitted(Text(tile_name(cell.tile, language)), inner).plain.rstrip()
    title = Text(name, f"bold {edge}")
    # A space on both sides separates the name from the edge, if there is room.
    if title.cell_len <= inner - 2:
        title = Text.assemble(" ", title, " ")
    before = (inner - title.cell_len) // 2
    after = inner - title.cell_len - before
    upper, middle = _faces(cell, inner, offering)
    rows = [upper, middle, marks.fitted(marks.pieces(cell), inner, centred=True)]
    bars = (Text(side, edge), Text(side, edge))
    return [
        Text.assemble((left[0] + over * before, edge), title, (over * after + right[0], edge)),
        *(Text.assemble(bars[0], row, bars[1]) for row in rows),
        Text(left[1] + over * inner + right[1], edge),
    ]


def _edge(cell: Cell) -> tuple[str, tuple[str, str, str, str]]:
    if cell.printed is None:
        return _COURTYARD_STYLE, ("┏┗", "┓┛", "┃", "━")
    if cell.is_finished:
        return FINISHED_STYLE, ("╔╚", "╗╝", "║", "═")
    return EDGE_OF_COLOUR[cell.colour], ("╭╰", "╮╯", "│", "─")


def _faces(cell: Cell, inner: int, offering: int) -> tuple[Text, Text]:
    if cell.printed is None or cell.site is None:
        lines = Text("offerings", QUIET_STYLE), Text(f"for {offering}{CRYSTAL}", _COURTYARD_STYLE)
    elif cell.is_finished:
        beside = marks.reward(cell.printed.neighbour)
        lines = Text(f"{TICK} finished", FINISHED_STYLE), Text(f"beside {beside}", FINISHED_STYLE)
    else:
        boxes = [marks.box(colour, value) for colour, value in cell.printed.boxes]
        gap = 2 if len(boxes) * 4 - 2 <= inner else int(len(boxes) * 3 - 1 <= inner)
        stones = [Text("  ") if owner is None else marks.stone(owner) for owner in cell.site.stones]
        lines = marks.beside(boxes, gap), marks.beside(stones, gap)
    return marks.fitted(lines[0], inner, centred=True), marks.fitted(lines[1], inner, centred=True)


def strip(cell: Cell, width: int, language: Language, offering: int) -> list[Text]:
    """Draw a bar with the name, a line of boxes, then figures and dragons."""
    name = tile_name(cell.tile, language)
    if cell.printed is None or cell.site is None:
        bar, style = name, _COURTYARD_BAR
        face = Text(f"offer {offering}{CRYSTAL}", _COURTYARD_STYLE)
    elif cell.is_finished:
        bar, style = f"{TICK}{name}", _FINISHED_BAR
        face = Text(f"beside {marks.reward(cell.printed.neighbour)}", FINISHED_STYLE)
    else:
        bar, style = name, CHIP_OF_COLOUR[cell.colour]
        face = _boxes_in_a_row(cell, width)
    return [
        Text(marks.fitted(Text(bar), width).plain, style),
        marks.fitted(face, width),
        marks.fitted(marks.pieces(cell), width),
    ]


def _boxes_in_a_row(cell: Cell, width: int) -> Text:
    """Draw each box with its stone, in the widest layout that fits."""
    assert cell.printed is not None
    assert cell.site is not None
    pairs = list(zip(cell.printed.boxes, cell.site.stones, strict=True))

    def with_value(colour_and_value: Text, owner: int) -> Text:
        return Text.assemble(colour_and_value, marks.stone(owner))

    def stone_alone(_: Text, owner: int) -> Text:
        return marks.stone(owner)

    layouts: list[tuple[Callable[[Text, int], Text], int]] = [
        (with_value, 1),
        (with_value, 0),
        (stone_alone, 1),
        (stone_alone, 0),
    ]
    row = Text()
    for draw_taken, gap in layouts:
        boxes = [
            marks.box(*printed) if owner is None else draw_taken(marks.box(*printed), owner)
            for printed, owner in pairs
        ]
        row = marks.beside(boxes, gap)
        if row.cell_len <= width:
            break
    return row
