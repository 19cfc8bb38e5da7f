"""What is printed on the components of Blue Moon City, for renderers.

Rule numbers (C4.3) refer to `docs/rules/city.md`.
"""

from typing import Annotated, Literal

from msgspec import Meta

from schemas.city.options import CardSplit, Reward
from schemas.city.terms import Building, Card, Colour, Dragon, People
from schemas.record import Record

Place = Literal["north", "east", "south", "west"]
Power = Literal["fly", "hasten", "move_dragon", "any_colour", "pair", "recolour", "offer_again"]
"""What a card can do besides paying in its own colour. The first three are of the movement phase
(C3.5), the last is of offerings (C7.2); the others make a payment (C4.4 to C4.6)."""


Certainty = Annotated[float, Meta(ge=0, le=1)]
"""How sure we are that numbers are the printed ones. 0: they are our own choice."""


class PeoplePiece(Record):
    people: People
    colour: Colour
    dragon: Dragon | None
    """The dragon that its cards move."""


class CityCard(Record):
    id: Card
    people: People
    colour: Colour
    value: int
    powers: tuple[Power, ...]
    amount: int | None
    """Of its power: steps (null: to any tile), the value of a pair, cards that are recoloured,
    crystals that a further offering costs more."""
    copies: int
    """In the deck, unless the table's `split` says otherwise (C1.4)."""


class Box(Record):
    colour: Colour | None
    """Null: paid in any one colour (C4.8)."""
    value: int


class TilePiece(Record):
    """A building. A table's options may give it other numbers: see the figures of a view."""

    tile: Building
    boxes: tuple[Box, ...]
    star: Reward
    participant: Reward
    neighbour: Reward
    place: Place | None
    """Where it stands from the courtyard, unless the whole city is random (C1.1)."""
    expansion: Literal[1, 2] | None
    certainty: Certainty
    """Of the least certain of its numbers."""
    other_boxes: tuple[tuple[int, ...], ...]
    """Values of the boxes that may be the printed ones."""


class SplitPiece(Record):
    """How many 1s, 2s and 3s each people but Khind has (C1.4)."""

    split: CardSplit
    certainty: Certainty
    others: tuple[CardSplit, ...]
    """Splits that may be the printed one."""


class SetUp(Record):
    """What depends on how many play. `obelisk` are the costs of its spaces, bottom up."""

    players: int
    obelisk: tuple[int, ...]
    offerings_to_win: int
    scales: int


class ScaleCrystals(Record):
    """What scoring scales gives (C6.2)."""

    sole_most: int
    tied_most: int
    others: int
    others_from: int
    """The least number of scales."""


class CityPieces(Record, tag_field="game", tag="city"):
    peoples: tuple[PeoplePiece, ...]
    cards: tuple[CityCard, ...]
    tiles: tuple[TilePiece, ...]
    setups: tuple[SetUp, ...]
    obelisk_certainty: Certainty
    split: SplitPiece
    scale_crystals: ScaleCrystals
    hand_cards: int
    """At the beginning; there is no limit later (C8.1)."""
    stones: int
    steps: int
    drawn_cards: int
    discards_max: int
    hospital_cards: int
    golden_temple_surcharge: int
