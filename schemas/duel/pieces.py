"""What is printed on the cards of Blue Moon, for renderers and deck builders.

Rule numbers (R33.2) refer to `docs/rules/duel.md`.
"""

from schemas.duel.deck import DeckList
from schemas.duel.terms import CardId, CardType, Edition, Icon, Kin, People
from schemas.record import Record


class DeckLimits(Record):
    cards: int
    """The exact number, leader and inquisitor not counted (R33.2)."""
    foreign_moons: int
    """The most moons on cards that are not of the leader's people (R33.4)."""


class DuelCard(Record):
    id: CardId
    name: str
    name_de: str
    people: Kin
    number: int | None
    type: CardType
    fire: int | None
    earth: int | None
    """Null: the card has no numbers (R20.7)."""
    icons: tuple[Icon, ...]
    moons: int | None
    capacity: int | None
    """How many cards a ship carries."""
    text: str | None
    """In our own words."""
    set: Edition | None
    """Null: printed with the nine peoples themselves."""
    known: bool
    """False: we know it only in part, so no deck may contain it (R33.8)."""
    limits: DeckLimits | None
    """The deck limits on a leader."""
    extra_limits: DeckLimits | None = None
    """What an inquisitor adds to them (R33.11)."""
    certainty: float | None = None
    """How certain we are of what the card does, from 0 to 1. Null: as printed."""


class PresetDeck(Record):
    people: People
    deck: DeckList


class DuelPieces(Record, tag_field="game", tag="duel"):
    cards: tuple[DuelCard, ...]
    decks: tuple[PresetDeck, ...]
    """The nine preset decks."""
    limits: DeckLimits
    """For a deck whose leader sets no other limits."""
    copies_max: int
    """Of one card in a deck (R33.3)."""
    start_cards: int
    hand_cards: int
    """A hand is refilled up to this number (R11)."""
    declined_cards_max: int
    """The most cards that a seat discards when it starts no fight (R6.3)."""
    bluff_fire: int
    bluff_earth: int
    """What a bluff counts (R25.3)."""
    dragons: int
    """A seat that has them all and gains one more wins the game (R14.3)."""
    cards_for_two_dragons: int
    """In the winner's areas, bluffs not counted (R13.4)."""
    conceded_crystals: int
    """What conceding a game gives the opponent, achievements aside (R15.8)."""
