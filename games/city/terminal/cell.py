"""Everything on one tile of the city, collected from the state."""

from msgspec import Struct

from games.city.components import TileFacts
from games.city.grid import CELLS
from games.city.options import facts
from games.city.terminal.palette import DRAGONS
from schemas.city.state import CityState, Site
from schemas.city.terms import Colour, Dragon, Tile


class Cell(Struct, frozen=True):
    tile: Tile
    site: Site | None
    printed: TileFacts | None
    """The printed facts of a building; None for the courtyard."""
    figures: tuple[int, ...]
    dragons: tuple[Dragon, ...]

    @property
    def is_finished(self) -> bool:
        return self.site is not None and self.site.finished

    @property
    def colour(self) -> Colour | None:
        """The main colour of a building."""
        return self.printed.boxes[0][0] if self.printed else None


def cells(state: CityState) -> list[Cell | None]:
    """Return all 25 cells, row by row. A corner may be empty."""
    laid_out = [_cell(state, index, tile) for index, tile in enumerate(state.layout[:CELLS])]
    return laid_out + [None] * (CELLS - len(laid_out))


def _cell(state: CityState, index: int, tile: Tile | None) -> Cell | None:
    if tile is None:
        return None
    return Cell(
        tile=tile,
        site=state.sites[index],
        printed=None if tile == "courtyard" else facts(state.options, tile),
        figures=tuple(seat.seat for seat in state.seats if seat.figure == tile),
        dragons=tuple(dragon for dragon in DRAGONS if getattr(state.dragons, dragon) == tile),
    )
