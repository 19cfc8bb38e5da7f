"""What is to be seen on one tile of the city, gathered from all over the state."""

from msgspec import Struct

from cli.palette import DRAGONS
from games.city.components import TileFacts
from games.city.grid import CELLS
from games.city.options import facts
from schemas.city import CityState, Colour, Dragon, Site, Tile


class Cell(Struct, frozen=True):
    tile: Tile
    site: Site | None
    printed: TileFacts | None
    """What is printed on a building; nothing for the courtyard."""
    figures: tuple[int, ...]
    dragons: tuple[Dragon, ...]

    @property
    def finished(self) -> bool:
        return self.site is not None and self.site.finished

    @property
    def colour(self) -> Colour | None:
        """The colour a building is mostly built in."""
        return self.printed.boxes[0][0] if self.printed else None


def cells(state: CityState) -> list[Cell | None]:
    """All 25 cells row by row; a corner may be empty."""
    found = [_cell(state, place, tile) for place, tile in enumerate(state.layout[:CELLS])]
    return found + [None] * (CELLS - len(found))


def _cell(state: CityState, place: int, tile: Tile | None) -> Cell | None:
    if tile is None:
        return None
    return Cell(
        tile=tile,
        site=state.sites[place],
        printed=None if tile == "courtyard" else facts(state.options, tile),
        figures=tuple(seat.seat for seat in state.seats if seat.figure == tile),
        dragons=tuple(dragon for dragon in DRAGONS if getattr(state.dragons, dragon) == tile),
    )
