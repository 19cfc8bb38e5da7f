"""Options of a table: the two decks, checked before the game (R33.10)."""

from games.duel.deck_building import violations
from games.duel.decks import DECKS
from games.illegal import Illegal
from schemas.duel import Cards, DuelOptions
from schemas.duel_deck import DeckList
from schemas.duel_terms import CardId

SEATS = 2


def check(options: DuelOptions) -> None:
    """Refuse decks that may not be played with; all that is wrong with one is said at once."""
    for seat in range(SEATS):
        found = violations(deck_of(options, seat))
        if found:
            raise Illegal(
                "bad_options",
                f"The deck of seat {seat}: {' '.join(v.message for v in found)}",
                field="decks",
                seat=seat,
                violations=[v.code for v in found],
            )


def deck_of(options: DuelOptions, seat: int) -> DeckList:
    deck = options.decks[seat]
    return deck if isinstance(deck, DeckList) else DECKS[deck]


def leader_of(options: DuelOptions, seat: int) -> CardId:
    """Asked only of decks that were checked: they have one (R33.1)."""
    leader = deck_of(options, seat).leader
    assert leader is not None, "a deck without a leader is refused"
    return leader


def cards_of_deck(options: DuelOptions, seat: int) -> Cards:
    return deck_of(options, seat).cards
