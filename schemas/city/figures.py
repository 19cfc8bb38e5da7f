"""Figures that the rules of Blue Moon City derive for viewers. Nothing here is secret.

Rule numbers (C5.1) refer to `docs/rules/city.md`.
"""

from schemas.city.options import Reward
from schemas.city.pieces import Box
from schemas.city.terms import Building, PillarCard
from schemas.record import Record
from schemas.terms import Seat


class Share(Record):
    """What a seat would get, all together."""

    seat: Seat
    star: bool
    """As master builder (C5.1)."""
    crystals: int
    cards: int
    scales: int


class SiteFigures(Record):
    """A building with the numbers of this table."""

    cell: int
    """Of the 5 x 5 grid, row by row."""
    tile: Building
    boxes: tuple[Box, ...]
    star: Reward
    participant: Reward
    neighbour: Reward
    dragons: int
    """Scales for the first contribution of a turn (C4.9)."""
    shares: tuple[Share, ...]
    """If it were scored with the stones that lie there now; empty without any."""


class OfferingCost(Record):
    pillar: PillarCard | None
    crystals: int


class SeatFigures(Record):
    seat: Seat
    offerings_left: int
    """Until it wins (C7.4)."""
    crystals_to_win: int | None
    """What these cost if no other seat makes any; null when the obelisk has no room for them."""
    scale_crystals: int
    """If scales were scored now (C6.2)."""


class CityFigures(Record, tag_field="game", tag="city"):
    sites: tuple[SiteFigures, ...]
    seats: tuple[SeatFigures, ...]
    obelisk_cost: int | None
    """Of the lowest free space; null when none is free."""
    offering_costs: tuple[OfferingCost, ...]
    """What an offering costs the seat to move where its figure stands; empty where none can be
    made. The seat may still lack the crystals or the card (C7.1, C7.2, C10.5)."""
    offerings_to_win: int
    draws: int
    """Cards that the seat to move draws if it ends its turn now (C8.1, C10.3)."""
