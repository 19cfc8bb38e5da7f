"""The match and its games: decks, start cards, results (R2, R16)."""

from msgspec.structs import replace

from games.duel.folds.changes import with_side
from games.duel.folds.table import Folds
from games.duel.prepared_decks import deck_of, decks_held, leader_of, prepared_decks
from games.duel.zones import pile_of
from schemas.duel.deck import DeckList
from schemas.duel.events import (
    DeckChosen,
    DeckShuffled,
    DecksOffered,
    DuelBegan,
    DuelEnded,
    ExchangeChosen,
    HandExchanged,
    HandShuffled,
    LeadersDrawn,
    PileShuffled,
)
from schemas.duel.state import DuelState, PreparedDecks, Side, Turn
from schemas.duel.terms import HiddenCards
from schemas.table import GameEnded


def fresh_side(deck: DeckList, seat: int, number: int = 0, crystals: int = 0) -> Side:
    return Side(
        seat,
        leader_of(deck),
        deck.inquisitor,
        deck=deck.cards,
        crystals=crystals,
        deck_number=number,
    )


def _leaders_drawn(state: DuelState, event: LeadersDrawn) -> DuelState:
    prepared = tuple(
        PreparedDecks(seat, (people or decks[0], *decks[1:]))
        for seat, people in enumerate(event.leaders)
        for decks in [prepared_decks(state, seat)]
    )
    state = replace(state, prepared=prepared)
    sides = tuple(fresh_side(deck_of(state, side.seat, 0), side.seat) for side in state.sides)
    return replace(state, sides=sides)


def _decks_offered(state: DuelState, event: DecksOffered) -> DuelState:
    sides = tuple(
        replace(side, next_deck=None, chosen=decks_held(state, side.seat) == 1)
        for side in state.sides
    )
    return replace(state, sides=sides, stage="decks", start=event.start, saved=None)


def _deck_chosen(state: DuelState, event: DeckChosen) -> DuelState:
    side = replace(state.sides[event.seat], next_deck=event.deck, chosen=True)
    return with_side(state, side)


def _duel_began(state: DuelState, event: DuelBegan) -> DuelState:
    sides = tuple(
        fresh_side(deck_of(state, side.seat, number), side.seat, number, side.crystals)
        for side, number in zip(state.sides, event.decks, strict=True)
    )
    return DuelState(
        state.options,
        sides,
        stage="mulligan",
        number=event.number,
        start=event.start,
        turn=Turn(event.start, first=True, number=state.turn.number),
        throws=state.throws,
        amendments=state.amendments,
        prepared=state.prepared,
    )


def _deck_shuffled(state: DuelState, event: DeckShuffled) -> DuelState:
    side = replace(state.sides[event.seat], deck=event.order)
    return replace(with_side(state, side), throws=state.throws + 1)


def _pile_shuffled(state: DuelState, event: PileShuffled) -> DuelState:
    side = replace(state.sides[event.seat], discard=pile_of(event.order.cards))
    return replace(with_side(state, side), throws=state.throws + 1)


def _hand_shuffled(state: DuelState, _event: HandShuffled) -> DuelState:
    return replace(state, throws=state.throws + 1)


def _exchange_chosen(state: DuelState, event: ExchangeChosen) -> DuelState:
    side = replace(state.sides[event.seat], chosen=True, exchange=event.exchange)
    return with_side(state, side)


def _hand_exchanged(state: DuelState, event: HandExchanged) -> DuelState:
    side = state.sides[event.seat]
    hand = tuple(card for card in side.hand if card not in event.cards)
    side = replace(side, hand=hand, deck=side.deck + event.cards, exchange=HiddenCards())
    return with_side(state, side)


def _duel_ended(state: DuelState, event: DuelEnded) -> DuelState:
    side = state.sides[event.winner]
    side = replace(side, crystals=side.crystals + event.crystals)
    return replace(with_side(state, side), decision=None)


def _game_ended(state: DuelState, _event: GameEnded) -> DuelState:
    return replace(state, over=True, decision=None, saved=None)


FOLDS: Folds = {
    LeadersDrawn: _leaders_drawn,
    DecksOffered: _decks_offered,
    DeckChosen: _deck_chosen,
    DuelBegan: _duel_began,
    DeckShuffled: _deck_shuffled,
    PileShuffled: _pile_shuffled,
    HandShuffled: _hand_shuffled,
    ExchangeChosen: _exchange_chosen,
    HandExchanged: _hand_exchanged,
    DuelEnded: _duel_ended,
    GameEnded: _game_ended,
}
