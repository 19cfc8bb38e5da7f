"""Terms of Blue Moon that cross the wire.

A card is named by its id, which is unique within one player's deck; a bluff on the table by its
handle (`facedown-1`), so that its face stays hidden (R25.8). Rule numbers (R22.1) refer to
`docs/rules/duel.md`.
"""

from typing import Annotated, Literal

from msgspec import Meta

from schemas.record import Record

CardId = Annotated[str, Meta(min_length=1, max_length=64)]
"""The id of a card. Any text is valid: a deck that names an unknown card is refused with a
violation (R33.7)."""

Element = Literal["fire", "earth"]
People = Literal["hoax", "vulca", "mimix", "flit", "khind", "terrah", "pillar", "aqua", "buka"]
Kin = Literal[People, "mutant", "tutu", "hyla", "intervention", "inquisitor"]
"""One of the nine peoples, or a kind of card that belongs to none."""

CardType = Literal[
    "leader",
    "inquisitor",
    "character",
    "booster",
    "support",
    "leadership",
    "ship",
    "hyla",
    "achievement",
    "intervention",
]

Icon = Literal[
    "shield_fire",
    "shield_earth",
    "stop",
    "retrieve",
    "protected",
    "free",
    "pair",
    "gang_cool",
    "gang_top",
    "gang_fun",
    "gang_no",
    "bluff_fire",
    "bluff_earth",
    "bluff_none",
    "replace",
]
"""`bluff_none` is a bluff that is honest in neither element. No known card shows `replace`: texts
grant it."""

DuelAmendment = Literal[
    "mirrored-payments",
    "entreat-favor",
    "protected-survivor",
    "gang-may-cover",
    "fight-needs-character",
    "known-interventions",
    "own-decks",
    "inquisitors",
    "hyla-per-player",
]
"""The names of the amendments, see `games/duel/amendments.py`."""

Edition = Literal["X1", "X2", "X1/X2", "promo"]
"""X1 and X2 are the two sets of emissaries and inquisitors; X1/X2 is in one of them, we don't know
which."""

Cards = tuple[CardId, ...]
SomeCards = Annotated[Cards, Meta(max_length=40)]
Phase = Literal[
    "turn_start",
    "action",
    "retreat_or_decline",
    "character",
    "booster_support",
    "after_booster_support",
    "announce",
    "refill",
    "end_of_turn",
]
Stage = Literal["decks", "mulligan", "turn"]
Way = Literal["regular", "free", "pair", "gang", "extra", "action", "intervention", "text"]
"""How a card is put down: the first five ways are those of fight cards (R7.3, R8.7)."""


class HiddenCards(Record):
    """Cards whose number is secret too: when hidden, this is null instead of a count."""

    cards: Cards = ()
