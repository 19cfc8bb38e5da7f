"""A deck of Blue Moon as a player brings it, and what may be wrong with it (R33)."""

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from schemas.duel.terms import CardId
from schemas.record import Record

LISTED_CARDS_MAX = 120
"""Far more than a deck has, so that the violation can name the wrong size (R33.2)."""


class DeckList(Record, kw_only=True):
    """The leader, the cards that are face up from the start, and the cards to draw from."""

    leader: CardId | None = None
    inquisitor: CardId | None = None
    cards: Annotated[tuple[CardId, ...], Meta(max_length=LISTED_CARDS_MAX)]


ViolationCode = Literal[
    "leader_missing",
    "unknown_card",
    "card_not_released",
    "not_a_deck_card",
    "not_an_inquisitor",
    "duplicate_card",
    "wrong_size",
    "too_many_foreign_moons",
]


class Violation(Record):
    """What is wrong with a deck. The message names the first card at fault, `detail` all."""

    code: ViolationCode
    message: str
    detail: dict[str, Any] = field(default_factory=dict)
