"""Where tiles lie: a 5 x 5 grid, row by row, whose corners are filled only by extra tiles.

Cells are numbered 0 to 24. All distances are computed once for each set of filled corners.
"""

from itertools import product

from msgspec import Struct

from schemas.city.terms import Building, Corner, Tile

SIDE = 5
CELLS = SIDE * SIDE
CENTRE = CELLS // 2
CORNER_CELLS: dict[Corner, int] = {
    "north_west": 0,
    "north_east": SIDE - 1,
    "south_west": CELLS - SIDE,
    "south_east": CELLS - 1,
}
CORNERS = tuple(CORNER_CELLS.values())
PLACES = {
    "north": CENTRE - SIDE,
    "east": CENTRE + 1,
    "south": CENTRE + SIDE,
    "west": CENTRE - 1,
}
DISTANCE_MAX = 2 * (SIDE - 1)

Layout = tuple[Tile | None, ...]


class Geometry(Struct, frozen=True):
    """`within[cell][steps]`: the other cells reached in at most that many steps, nearest first."""

    neighbours: tuple[tuple[int, ...], ...]
    distance: tuple[tuple[int, ...], ...]
    within: tuple[tuple[tuple[int, ...], ...], ...]


def geometry(layout: Layout) -> Geometry:
    return _GEOMETRIES[
        layout[CORNERS[0]] is not None,
        layout[CORNERS[1]] is not None,
        layout[CORNERS[2]] is not None,
        layout[CORNERS[3]] is not None,
    ]


def distance(layout: Layout, start: Tile, to: Tile) -> int:
    return geometry(layout).distance[layout.index(start)][layout.index(to)]


def tiles_within(layout: Layout, start: Tile, steps: int) -> list[Tile]:
    """The tiles other than the first that `steps` orthogonal steps can reach."""
    cells = geometry(layout).within[layout.index(start)][min(steps, DISTANCE_MAX)]
    return [tile for cell in cells if (tile := layout[cell]) is not None]


def neighbouring_buildings(layout: Layout, tile: Building) -> list[tuple[int, Building]]:
    """Cell and name of each orthogonal neighbour; the courtyard is not a building (C5.8)."""
    neighbours: list[tuple[int, Building]] = []
    for cell in geometry(layout).neighbours[layout.index(tile)]:
        neighbour = layout[cell]
        if neighbour is not None and neighbour != "courtyard":
            neighbours.append((cell, neighbour))
    return neighbours


def _build(corners: tuple[bool, ...]) -> Geometry:
    empty = {cell for cell, filled in zip(CORNERS, corners, strict=True) if not filled}
    neighbours = tuple(_orthogonal(cell, empty) for cell in range(CELLS))
    distances = tuple(_distances(cell, neighbours) for cell in range(CELLS))
    within = tuple(
        tuple(
            tuple(
                sorted(
                    (cell for cell in range(CELLS) if 0 < row[cell] <= steps), key=row.__getitem__
                )
            )
            for steps in range(DISTANCE_MAX + 1)
        )
        for row in distances
    )
    return Geometry(neighbours, distances, within)


def _orthogonal(cell: int, empty: set[int]) -> tuple[int, ...]:
    if cell in empty:
        return ()
    row, column = divmod(cell, SIDE)
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    cells = (r * SIDE + c for r, c in around if 0 <= r < SIDE and 0 <= c < SIDE)
    return tuple(other for other in cells if other not in empty)


def _distances(start: int, neighbours: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Breadth-first search; an unreachable cell is farther than any real distance."""
    row = [CELLS] * CELLS
    row[start] = 0
    front = [start]
    while front:
        cell = front.pop(0)
        for other in neighbours[cell]:
            if row[other] == CELLS:
                row[other] = row[cell] + 1
                front.append(other)
    return tuple(row)


_GEOMETRIES = {corners: _build(corners) for corners in product((False, True), repeat=len(CORNERS))}
