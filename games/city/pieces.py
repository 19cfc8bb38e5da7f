"""The components of Blue Moon City, as renderers receive them."""

from typing import get_args

from games.city.components import (
    CARDS,
    COLOUR_OF,
    COLOUR_OF_PEOPLE,
    DISCARDS_MAX,
    DRAGON_OF_PEOPLE,
    DRAWN_CARDS,
    GOLDEN_TEMPLE_SURCHARGE,
    HAND_CARDS,
    HOSPITAL_CARDS,
    OBELISK_CERTAINTY,
    OBELISK_COSTS,
    OFFERINGS_TO_WIN,
    OTHER_SPLITS,
    PEOPLE_OF,
    PEOPLES,
    SCALES_IN_PLAY,
    SCALES_OTHERS_CRYSTALS,
    SCALES_OTHERS_FROM,
    SCALES_SOLE_MOST_CRYSTALS,
    SCALES_TIED_MOST_CRYSTALS,
    SPLIT_CERTAINTY,
    STEPS_PER_DRAGON_CARD,
    STEPS_PER_FLIT,
    STEPS_PER_TURN,
    STONES_PER_SEAT,
    TILES,
    VALUE_OF,
    TileFacts,
)
from games.city.movement import DRAGON_CARDS, DRAGON_JUMP_VALUE, FLIT_JUMP, FLIT_STEPS
from games.city.options import whole_deck
from games.city.payment import (
    HOAX_GROUP,
    HOAX_GROUP_CARDS_MAX,
    HOAX_SINGLE,
    MIMIX_HALVES,
    MIMIX_PAIR_POINTS,
)
from schemas.city.options import CardSplit
from schemas.city.pieces import (
    Box,
    CityCard,
    CityPieces,
    PeoplePiece,
    Power,
    ScaleCrystals,
    SetUp,
    SplitPiece,
    TilePiece,
)
from schemas.city.terms import Card, PillarCard

_POWERS: dict[Card, tuple[Power, int | None]] = {
    FLIT_JUMP: ("fly", None),
    FLIT_STEPS: ("hasten", STEPS_PER_FLIT),
    "khind-1": ("any_colour", VALUE_OF["khind-1"]),
    HOAX_SINGLE: ("recolour", 1),
    HOAX_GROUP: ("recolour", HOAX_GROUP_CARDS_MAX),
    **dict.fromkeys(MIMIX_HALVES, ("pair", MIMIX_PAIR_POINTS)),
    **{pillar: ("offer_again", VALUE_OF[pillar]) for pillar in get_args(PillarCard)},
    **{
        card: (
            "move_dragon",
            None if VALUE_OF[card] == DRAGON_JUMP_VALUE else STEPS_PER_DRAGON_CARD,
        )
        for card in DRAGON_CARDS
    },
}
"""A card has one power at most, and 3s have none (C3.5)."""


def _cards() -> tuple[CityCard, ...]:
    deck = whole_deck(CardSplit())
    cards = []
    for card in CARDS:
        power = _POWERS.get(card)
        cards.append(
            CityCard(
                id=card,
                people=PEOPLE_OF[card],
                colour=COLOUR_OF[card],
                value=VALUE_OF[card],
                powers=(power[0],) if power else (),
                amount=power[1] if power else None,
                copies=deck.count(card),
            )
        )
    return tuple(cards)


def boxes_of(tile: TileFacts) -> tuple[Box, ...]:
    return tuple(Box(colour, value) for colour, value in tile.boxes)


PIECES = CityPieces(
    peoples=tuple(
        PeoplePiece(people, COLOUR_OF_PEOPLE[people], DRAGON_OF_PEOPLE.get(people))
        for people in PEOPLES
    ),
    cards=_cards(),
    tiles=tuple(
        TilePiece(
            tile=tile.tile,
            boxes=boxes_of(tile),
            star=tile.star,
            participant=tile.participant,
            neighbour=tile.neighbour,
            place=tile.place,
            expansion=tile.expansion,
            certainty=tile.certainty,
            other_boxes=tile.other_boxes,
        )
        for tile in TILES
    ),
    setups=tuple(
        SetUp(players, OBELISK_COSTS[players], OFFERINGS_TO_WIN[players], SCALES_IN_PLAY[players])
        for players in OBELISK_COSTS
    ),
    obelisk_certainty=OBELISK_CERTAINTY,
    split=SplitPiece(CardSplit(), SPLIT_CERTAINTY, OTHER_SPLITS),
    scale_crystals=ScaleCrystals(
        sole_most=SCALES_SOLE_MOST_CRYSTALS,
        tied_most=SCALES_TIED_MOST_CRYSTALS,
        others=SCALES_OTHERS_CRYSTALS,
        others_from=SCALES_OTHERS_FROM,
    ),
    hand_cards=HAND_CARDS,
    stones=STONES_PER_SEAT,
    steps=STEPS_PER_TURN,
    drawn_cards=DRAWN_CARDS,
    discards_max=DISCARDS_MAX,
    hospital_cards=HOSPITAL_CARDS,
    golden_temple_surcharge=GOLDEN_TEMPLE_SURCHARGE,
)
