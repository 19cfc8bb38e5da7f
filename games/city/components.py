"""The components of Blue Moon City: peoples, cards, tiles, dragons, obelisk.

Where a printed number is not certain, ours is the most likely one, with how certain it is and what
it may be instead; a table's options may change it (`TileNumbers`, `CardSplit`). The numbers of the
extra tiles are house values.
"""

from typing import Literal, cast, get_args

from msgspec import Struct

from schemas.city.options import CardSplit, Reward
from schemas.city.pieces import Place
from schemas.city.terms import Building, Card, Colour, Dragon, People, Tile

PEOPLES: tuple[People, ...] = get_args(People)
COLOURS: tuple[Colour, ...] = get_args(Colour)
CARDS: tuple[Card, ...] = get_args(Card)
BUILDINGS: tuple[Building, ...] = get_args(Building)
DRAGONS: tuple[Dragon, ...] = get_args(Dragon)

COURTYARD: Tile = "courtyard"
ASSEMBLY: Tile = "assembly"
GOLDEN_TEMPLE: Tile = "golden_temple"
HOSPITAL: Tile = "hospital"

COLOUR_OF_PEOPLE: dict[People, Colour] = dict(zip(PEOPLES, COLOURS, strict=True))
DRAGON_OF_PEOPLE: dict[People, Dragon] = {"vulca": "red", "terrah": "green", "aqua": "blue"}

PEOPLE_OF: dict[Card, People] = {card: cast(People, card.split("-")[0]) for card in CARDS}
VALUE_OF: dict[Card, int] = {card: int(card.split("-")[1]) for card in CARDS}
COLOUR_OF: dict[Card, Colour] = {card: COLOUR_OF_PEOPLE[PEOPLE_OF[card]] for card in CARDS}

CARDS_PER_PEOPLE = 10
HAND_CARDS = 8
STONES_PER_SEAT = 10
SCALES_IN_PLAY = {2: 9, 3: 12, 4: 15}
STEPS_PER_TURN = 2
STEPS_PER_FLIT = 2
STEPS_PER_DRAGON_CARD = 3
DRAWN_CARDS = 2
DISCARDS_MAX = 2
HOSPITAL_CARDS = 2
GOLDEN_TEMPLE_SURCHARGE = 1
QUIET_ROUNDS_FOR_STALEMATE = 3

_OBELISK = (7, 7, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12)
_BLOCKED_WITH_TWO = (0, 3)
OFFERINGS_TO_WIN = {2: 6, 3: 5, 4: 4}
OBELISK_COSTS: dict[int, tuple[int, ...]] = {
    2: tuple(cost for space, cost in enumerate(_OBELISK) if space not in _BLOCKED_WITH_TWO),
    3: _OBELISK,
    4: _OBELISK,
}

OBELISK_CERTAINTY = 0.97
SPLIT_CERTAINTY = 0.35
"""How sure we are of the default split of the cards (C1.4)."""
OTHER_SPLITS = (CardSplit(3, 5, 2), CardSplit(4, 4, 2), CardSplit(4, 3, 3))
"""Splits that may be the printed one."""

SCALES_SOLE_MOST_CRYSTALS = 6
SCALES_TIED_MOST_CRYSTALS = 3
SCALES_OTHERS_FROM = 3
SCALES_OTHERS_CRYSTALS = 3


class TileFacts(Struct, frozen=True):
    """What is printed on a building. A box of colour `None` is paid in any one colour."""

    tile: Building
    boxes: tuple[tuple[Colour | None, int], ...]
    star: Reward
    participant: Reward
    neighbour: Reward
    place: Place | None = None
    """Where it stands, unless the whole city is random (C1.1)."""
    expansion: Literal[1, 2] | None = None
    certainty: float = 0
    """How sure we are that the least certain of its numbers is the printed one, from 0 to 1. 0: all
    numbers are our own choice, as on the extra tiles."""
    other_boxes: tuple[tuple[int, ...], ...] = ()
    """Values of the boxes that may be the printed ones."""


def _one_colour(colour: Colour | None, *values: int) -> tuple[tuple[Colour | None, int], ...]:
    return tuple((colour, value) for value in values)


TILES: tuple[TileFacts, ...] = (
    TileFacts(
        "palace",
        _one_colour(None, 5, 4, 4, 3),
        star=Reward(crystals=2),
        participant=Reward(crystals=1, cards=1, scales=1),
        neighbour=Reward(crystals=1, cards=1, scales=1),
        place="east",
        certainty=0.99,
    ),
    TileFacts(
        "fire_temple",
        _one_colour("black", 5, 4, 3),
        star=Reward(crystals=2),
        participant=Reward(crystals=2),
        neighbour=Reward(crystals=3),
        place="north",
        certainty=0.97,
    ),
    TileFacts(
        "earth_temple",
        _one_colour("red", 5, 4, 3),
        star=Reward(crystals=2),
        participant=Reward(crystals=2),
        neighbour=Reward(cards=2),
        place="south",
        certainty=0.95,
    ),
    TileFacts(
        "water_temple",
        _one_colour("blue", 5, 4, 3),
        star=Reward(crystals=2),
        participant=Reward(crystals=2),
        neighbour=Reward(scales=2),
        place="west",
        certainty=0.97,
    ),
    TileFacts(
        "aqueduct",
        _one_colour("blue", 5),
        star=Reward(scales=1),
        participant=Reward(crystals=1),
        neighbour=Reward(crystals=1),
        certainty=0.98,
    ),
    TileFacts(
        "hospice",
        _one_colour("red", 5),
        star=Reward(scales=1),
        participant=Reward(crystals=1),
        neighbour=Reward(crystals=1),
        certainty=0.96,
    ),
    TileFacts(
        "citadel",
        _one_colour("black", 5),
        star=Reward(scales=1),
        participant=Reward(crystals=1),
        neighbour=Reward(crystals=1),
        certainty=0.97,
    ),
    TileFacts(
        "watchtower",
        _one_colour("grey", 5, 3),
        star=Reward(cards=2),
        participant=Reward(crystals=1),
        neighbour=Reward(crystals=1),
        certainty=0.78,
        other_boxes=((5, 2),),
    ),
    TileFacts(
        "great_hall",
        _one_colour("brown", 5, 4),
        star=Reward(scales=1),
        participant=Reward(crystals=2),
        neighbour=Reward(crystals=1),
        certainty=0.8,
        other_boxes=((5, 3),),
    ),
    TileFacts(
        "university",
        _one_colour("white", 5, 2),
        star=Reward(scales=1),
        participant=Reward(crystals=1),
        neighbour=Reward(crystals=1),
        certainty=0.99,
    ),
    TileFacts(
        "market_hall",
        _one_colour("yellow", 4, 3, 2),
        star=Reward(crystals=2),
        participant=Reward(crystals=2),
        neighbour=Reward(cards=2),
        certainty=0.97,
    ),
    TileFacts(
        "library",
        _one_colour("white", 4, 3, 3),
        star=Reward(crystals=2),
        participant=Reward(crystals=2),
        neighbour=Reward(crystals=3),
        certainty=0.85,
        other_boxes=((4, 3, 2),),
    ),
    TileFacts(
        "trading_house",
        _one_colour("yellow", 5, 2),
        star=Reward(cards=2),
        participant=Reward(crystals=1),
        neighbour=Reward(crystals=1),
        certainty=0.82,
        other_boxes=((5, 3),),
    ),
    TileFacts(
        "flight_tower",
        _one_colour("grey", 4, 3, 2),
        star=Reward(crystals=2),
        participant=Reward(crystals=2),
        neighbour=Reward(crystals=2),
        certainty=0.65,
        other_boxes=((4, 3, 3), (4, 2, 2)),
    ),
    TileFacts(
        "city_residence",
        _one_colour("brown", 4, 3, 2),
        star=Reward(crystals=2),
        participant=Reward(crystals=2),
        neighbour=Reward(crystals=2),
        certainty=0.97,
    ),
    TileFacts(
        "monastery_tower",
        _one_colour("grey", 4, 2, 2),
        star=Reward(scales=1),
        participant=Reward(crystals=1),
        neighbour=Reward(scales=1),
        certainty=0.8,
        other_boxes=((4, 3, 2),),
    ),
    TileFacts(
        "caravanserai",
        _one_colour("yellow", 4, 2, 2),
        star=Reward(scales=1),
        participant=Reward(crystals=1),
        neighbour=Reward(crystals=1),
        certainty=0.72,
        other_boxes=((4, 3, 2), (4, 3, 3)),
    ),
    TileFacts(
        "thermae",
        _one_colour("blue", 3, 2, 2),
        star=Reward(cards=2),
        participant=Reward(crystals=1),
        neighbour=Reward(crystals=1),
        certainty=0.99,
    ),
    TileFacts(
        "iron_foundry",
        _one_colour("black", 3, 2, 2),
        star=Reward(cards=2),
        participant=Reward(crystals=1),
        neighbour=Reward(crystals=1),
        certainty=0.97,
    ),
    TileFacts(
        "mill",
        _one_colour("red", 3, 2, 2),
        star=Reward(cards=2),
        participant=Reward(crystals=1),
        neighbour=Reward(crystals=1),
        certainty=0.85,
    ),
    TileFacts(
        "hospital",
        (("white", 4), ("brown", 3)),
        star=Reward(cards=2),
        participant=Reward(crystals=1),
        neighbour=Reward(crystals=1),
        expansion=1,
    ),
    TileFacts(
        "assembly",
        (("brown", 1), ("blue", 1), ("black", 1), ("red", 1), ("grey", 1), ("yellow", 1)),
        star=Reward(scales=1),
        participant=Reward(crystals=1),
        neighbour=Reward(crystals=1),
        expansion=1,
    ),
    TileFacts(
        "theatre",
        _one_colour("green", 3, 2, 1),
        star=Reward(cards=2),
        participant=Reward(crystals=1),
        neighbour=Reward(crystals=1),
        expansion=2,
    ),
    TileFacts(
        "golden_temple",
        (("black", 3), ("blue", 3), ("red", 3)),
        star=Reward(crystals=2),
        participant=Reward(crystals=2),
        neighbour=Reward(scales=1),
        expansion=2,
    ),
)
FACTS: dict[Building, TileFacts] = {facts.tile: facts for facts in TILES}
