"""Distances and neighbours of tiles, compared with arithmetic on rows and columns."""

from itertools import combinations, product

import pytest

from games.city.grid import CORNERS, distance, neighbouring_buildings, tiles_within
from schemas.city.terms import Building, Tile
from tests.games.city.given import given

PLAIN = given(players=2).layout
EVERY_CORNER = given(players=2, expansions=(1, 2)).layout


def with_corners(filled: tuple[int, ...]) -> tuple[Tile | None, ...]:
    return tuple(
        None if cell in CORNERS and cell not in filled else tile
        for cell, tile in enumerate(EVERY_CORNER)
    )


CITIES = [with_corners(filled) for size in (0, 2, 4) for filled in combinations(CORNERS, size)]


def apart(layout: tuple[Tile | None, ...], tile: Tile, other: Tile) -> int:
    """Rows plus columns between two tiles: an empty corner never makes a path longer."""
    row, column = divmod(layout.index(tile), 5)
    other_row, other_column = divmod(layout.index(other), 5)
    return abs(row - other_row) + abs(column - other_column)


def tiles_of(layout: tuple[Tile | None, ...]) -> list[Tile]:
    return [tile for tile in layout if tile is not None]


@pytest.mark.parametrize("layout", CITIES)
def test_distances_are_rows_plus_columns(layout: tuple[Tile | None, ...]) -> None:
    for tile, other in product(tiles_of(layout), repeat=2):
        assert distance(layout, tile, other) == apart(layout, tile, other)


@pytest.mark.parametrize("layout", CITIES)
@pytest.mark.parametrize("steps", [0, 1, 2, 3, 6, 8, 40])
def test_tiles_within_some_steps_come_nearest_first_without_the_start(
    layout: tuple[Tile | None, ...], steps: int
) -> None:
    for start in tiles_of(layout):
        tiles = tiles_within(layout, start, steps)
        away = [apart(layout, start, tile) for tile in tiles]
        assert away == sorted(away)
        assert len(tiles) == len(set(tiles))
        assert set(tiles) == {
            tile for tile in tiles_of(layout) if 0 < apart(layout, start, tile) <= steps
        }


def test_figures_walk_around_an_empty_corner() -> None:
    beside_it, below_it = PLAIN[1], PLAIN[5]
    assert beside_it is not None
    assert below_it is not None
    assert distance(PLAIN, beside_it, below_it) == 2
    assert PLAIN[6] in tiles_within(PLAIN, beside_it, 1)


@pytest.mark.parametrize("layout", CITIES)
def test_neighbouring_buildings_are_one_step_away_and_never_the_courtyard(
    layout: tuple[Tile | None, ...],
) -> None:
    buildings: list[Building] = [t for t in layout if t is not None and t != "courtyard"]
    for tile in buildings:
        neighbours = neighbouring_buildings(layout, tile)
        assert all(layout[cell] == neighbour for cell, neighbour in neighbours)
        assert {neighbour for _, neighbour in neighbours} == {
            other for other in buildings if apart(layout, tile, other) == 1
        }
