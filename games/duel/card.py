"""A card: the facts printed on it, which nothing in a game changes (R1.3)."""

from msgspec import Struct

from games.duel.effects import DeckLimits, Effect
from schemas.duel.terms import CardId, CardType, DuelAmendment, Edition, Icon, Kin


class Card(Struct, frozen=True, gc=False, kw_only=True):
    id: CardId
    name: str
    name_de: str
    people: Kin
    number: int | None = None
    """The number printed on it, where we know it."""
    type: CardType
    fire: int | None = None
    earth: int | None = None
    """None: the card has no numbers, and nothing to raise or multiply (R20.7)."""
    icons: tuple[Icon, ...] = ()
    moons: int | None = None
    capacity: int | None = None
    """How many cards a ship carries."""
    effect: Effect | None = None
    text: str | None = None
    """What the effect does, in our own words."""
    set: Edition | None = None
    """None: printed with the nine peoples themselves."""
    extra_limits: DeckLimits | None = None
    """What an inquisitor adds to the limits of the leader (R33.11)."""
    certainty: float | None = None
    """How certain we are of what the card does, from 0 to 1. None: as printed."""
    amendment: DuelAmendment | None = None
    """Decks may contain the card only under this amendment."""
    known: bool = True
    """False if we know the effect, or the moons of a deck card, only in part. Such a card can't be
    put into a deck (R33.8)."""

    @property
    def has_text(self) -> bool:
        """The line of a leader and the capacity of a ship are not texts (R1.5)."""
        return self.effect is not None and self.type != "leader"
