"""The decks that a seat can choose from in a match: those of the options, brought or drawn."""

from msgspec import UnsetType

from games.duel.decks import DECKS
from schemas.duel.deck import RANDOM, Deck, DeckList
from schemas.duel.state import DuelState
from schemas.duel.terms import CardId

UNDRAWN = DeckList(leader="undrawn", cards=())
"""Stands for a random deck until the match begins (R2.8)."""


def prepared_decks(state: DuelState, seat: int) -> tuple[Deck, ...]:
    """The first deck of a seat is number 0, then come its reserves (R16.3)."""
    if isinstance(state.prepared, UnsetType):
        return state.options.decks[seat], *state.options.reserves[seat]
    return state.prepared[seat].decks


def decks_held(state: DuelState, seat: int) -> int:
    return len(prepared_decks(state, seat))


def deck_of(state: DuelState, seat: int, number: int) -> DeckList:
    return listed(prepared_decks(state, seat)[number])


def listed(deck: Deck) -> DeckList:
    if isinstance(deck, DeckList):
        return deck
    return UNDRAWN if deck == RANDOM else DECKS[deck]


def leader_of(deck: DeckList) -> CardId:
    """The leader of a checked deck, which has one (R33.1)."""
    assert deck.leader is not None, "a deck without a leader is refused"
    return deck.leader
