"""What a card is worth to its holder. Duelists spend, keep and exchange cards by this value."""

from collections.abc import Iterable

from games.duel.cards import CARDS
from schemas.duel.terms import CardId

TEXT_WORTH = 2
FACE_DOWN_WORTH = 3
"""A bluff of the opponent counts like a middling card."""


def _printed_worth(card: CardId) -> int:
    """The better number, plus a bonus for text, icons and mutants."""
    facts = CARDS[card]
    numbers = max(facts.fire or 0, facts.earth or 0)
    text = TEXT_WORTH if facts.effect else 0
    mutant = 2 if facts.people == "mutant" else 0
    return numbers + text + mutant + ("free" in facts.icons) + ("retrieve" in facts.icons)


_WORTH = {card: _printed_worth(card) for card in CARDS}


def worth(card: CardId) -> int:
    return _WORTH.get(card, FACE_DOWN_WORTH)


def total_worth(cards: Iterable[CardId]) -> int:
    return sum(map(worth, cards))
