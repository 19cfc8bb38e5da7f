"""A deck of Blue Moon as a player brings it, and what may be wrong with it (R33)."""

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from schemas.duel.terms import CardId, People
from schemas.record import Record
from schemas.redaction import SECRET_UNTIL_END

DECKS_MAX = 9
"""How many decks a player may prepare for a match (R16.3)."""
LISTED_CARDS_MAX = 120
"""Far more than a deck has, so that the violation can name the wrong size (R33.2)."""


class DeckList(Record, kw_only=True):
    """The leader, the cards that are face up from the start, and the cards to draw from."""

    leader: CardId | None = None
    inquisitor: CardId | None = None
    cards: Annotated[tuple[CardId, ...], Meta(max_length=LISTED_CARDS_MAX), SECRET_UNTIL_END]
    """Nobody sees the cards of a custom deck before the match ends (R34.6)."""


RANDOM: Literal["random"] = "random"
Deck = Literal[People, "random"] | DeckList
"""One of the nine preset decks, one of them drawn by its leader (R2.8), or a custom one."""


class BroughtDecks(Record):
    """What a player brings when sitting down: the first deck, then the reserves (R2.7)."""

    decks: Annotated[tuple[Deck, ...], Meta(min_length=1, max_length=DECKS_MAX)]


class DeckFront(Record):
    """What everyone knows of a deck as soon as all seats are taken (R2.9)."""

    leader: CardId | None
    """None: it will be drawn."""
    inquisitor: CardId | None = None


class DeckFronts(Record):
    decks: tuple[DeckFront, ...]


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
