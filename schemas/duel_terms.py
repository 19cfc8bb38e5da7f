"""Terms of Blue Moon that are printed on its cards and cross the wire.

Rule numbers (R22.1) refer to `docs/rules/duel.md`.
"""

from typing import Annotated, Literal

from msgspec import Meta

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

Edition = Literal["X1", "X2", "X1/X2", "promo"]
"""X1 and X2 are the two sets of emissaries and inquisitors; X1/X2 is in one of them, we don't know
which."""
