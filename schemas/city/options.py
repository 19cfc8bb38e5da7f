"""The options of a table of Blue Moon City.

Rule numbers (C4.3) refer to `docs/rules/city.md`.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from schemas.city.terms import Building, Corner
from schemas.record import Record

Count = Annotated[int, Meta(ge=0, le=9)]
BoxValue = Annotated[int, Meta(ge=1, le=9)]


class Reward(Record):
    crystals: Count = 0
    cards: Count = 0
    scales: Count = 0


class CardSplit(Record):
    """How many 1s, 2s and 3s each people but Khind has: ten cards together (C1.4)."""

    ones: Annotated[int, Meta(ge=0, le=6)] = 3
    twos: Annotated[int, Meta(ge=0, le=6)] = 4
    threes: Annotated[int, Meta(ge=0, le=6)] = 3


class TileNumbers(Record):
    """Other numbers for a tile. Fields that are left out keep their standard values."""

    tile: Building
    boxes: tuple[BoxValue, ...] | None = None
    star: Reward | None = None
    participant: Reward | None = None
    neighbour: Reward | None = None


class CityOptions(Record):
    players: Annotated[int, Meta(ge=2, le=4)]
    random_city: bool = False
    """Variant: all 20 buildings are shuffled, the temples and the palace too (C1.2)."""
    expansions: tuple[Literal[1, 2], ...] = ()
    """Which sets of extra tiles are in play (C10)."""
    split: CardSplit = CardSplit()
    tiles: tuple[TileNumbers, ...] = ()
    offer_without_stones: bool | UnsetType = UNSET
    """Whether a seat without stones may make offerings (C7.3). Unset: it may, from `city/2` on."""
    corners: tuple[Corner, ...] | UnsetType = UNSET
    """The corners that the extra tiles fill, two for each set (C10.1). Unset: random corners. From
    `city/2` on."""
