"""The options of a table of Blue Moon.

Rule numbers (R7.4) refer to `docs/rules/duel.md`.
"""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from schemas.duel.deck import DECKS_MAX, Deck
from schemas.record import Record

Reserve = Annotated[tuple[Deck, ...], Meta(max_length=DECKS_MAX - 1)]


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
    own_decks: bool | UnsetType = UNSET
    """Players may bring decks when they sit down; a seat without one plays with those named here
    (R2.7). Unset under `duel/1`."""
