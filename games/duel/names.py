"""Names of cards and peoples, as printed in the editions we know.

If the English name of a card is not known, ours is a translation of the German one.
"""

from typing import Literal, get_args

from games.duel.cards import CARDS
from schemas.duel.terms import CardId, Kin

Language = Literal["en", "de"]
LANGUAGES: tuple[Language, ...] = get_args(Language)

KIN_NAMES: dict[Kin, str] = {
    "hoax": "Hoax",
    "vulca": "Vulca",
    "mimix": "Mimix",
    "flit": "Flit",
    "khind": "Khind",
    "terrah": "Terrah",
    "pillar": "Pillar",
    "aqua": "Aqua",
    "buka": "Buka",
    "mutant": "Mutant",
    "tutu": "Tutu",
    "hyla": "Hyla",
    "intervention": "Intervention",
    "inquisitor": "Inquisitor",
}

GAME_NAMES: dict[str, str] = dict.fromkeys(LANGUAGES, "Blue Moon")
WORDS: dict[str, dict[str, str]] = {
    **{card.id: {"en": card.name, "de": card.name_de} for card in CARDS.values()},
    **{kin: {"en": name} for kin, name in KIN_NAMES.items()},
}


def card_name(card: CardId, language: Language = "en") -> str:
    """Return the name of a card, or the id if there is no such card: decks may name any (R33.7)."""
    return WORDS[card][language] if card in CARDS else card
