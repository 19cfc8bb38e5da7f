"""The options of a table of Blue Moon.

Rule numbers (R7.4) refer to `docs/rules/duel.md`.
"""

from typing import Annotated

from msgspec import Meta

from schemas.duel.deck import DeckList
from schemas.duel.terms import People
from schemas.record import Record

Deck = People | DeckList
"""One of the nine preset decks, or a custom one."""
Reserve = Annotated[tuple[Deck, ...], Meta(max_length=8)]


class DuelOptions(Record):
    decks: tuple[Deck, Deck] = ("vulca", "hoax")
    """The deck of each seat."""
    reserves: tuple[Reserve, Reserve] = ((), ())
    """More decks of each seat: a seat with some chooses a deck before each game (R16.3)."""
    mulligan: bool = True
    """Start cards may be exchanged once (R2.4)."""
    interventions: bool = False
    """Ask a seat each time it may intervene (R26.8)."""
    crystals_to_win: Annotated[int, Meta(ge=1, le=20)] = 5
    """The number of crystals that ends a match (R16.1)."""
