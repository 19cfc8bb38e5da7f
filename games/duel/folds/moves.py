"""Cards that move between the zones of their player (R1.6)."""

from msgspec.structs import replace

from games.duel.folds.changes import unchanged, with_news, with_side, with_turn
from games.duel.folds.table import Folds
from games.duel.zones import (
    bluff_of,
    cards_of,
    discarded,
    off_the_table,
    out_of_hand,
    pile_of,
    without,
)
from schemas.duel.events import (
    BluffsCalled,
    BluffsShown,
    CardFound,
    CardReturned,
    CardsDiscarded,
    CardsDrawn,
    CardsRecycled,
    CardsShown,
    DeckSearched,
    HandRecycled,
    HandRevealed,
    PileRecycled,
)
from schemas.duel.state import DuelState


def _card_returned(state: DuelState, event: CardReturned) -> DuelState:
    side = off_the_table(state.sides[event.seat], event.card)
    return with_side(state, replace(side, hand=(*side.hand, event.card)))


def _cards_drawn(state: DuelState, event: CardsDrawn) -> DuelState:
    side = state.sides[event.seat]
    count = len(event.cards)
    if event.source == "deck":
        assert side.deck[:count] == event.cards, "cards are drawn from the top of the deck"
        side = replace(side, deck=side.deck[count:])
    else:
        pile = tuple(card for card in cards_of(side.discard) if card not in event.cards)
        side = replace(side, discard=pile_of(pile))
    state = with_news(with_side(state, replace(side, hand=side.hand + event.cards)))
    if event.source == "deck" and event.seat == state.turn.seat:
        return with_turn(state, taken=state.turn.taken + count)
    return state


def _cards_discarded(state: DuelState, event: CardsDiscarded) -> DuelState:
    side = state.sides[event.seat]
    for card in event.cards:
        if event.source == "hand":
            side = out_of_hand(side, card)
        elif event.source == "deck":
            side = replace(side, deck=without(side.deck, card))
        elif event.source == "laid":
            assert state.laid[-1].card == card, "the card put down last is settled first"
            state = replace(state, laid=state.laid[:-1])
        else:
            side = off_the_table(side, card)
    state = with_side(state, discarded(side, event.cards))
    if event.source in ("hand", "deck") and event.seat != state.turn.seat:
        return with_news(state)
    return state


def _bluffs_shown(state: DuelState, event: BluffsShown) -> DuelState:
    return state if event.seat == state.turn.seat else with_news(state)


def _bluffs_called(state: DuelState, event: BluffsCalled) -> DuelState:
    owner = state.sides[1 - event.seat]
    assert all(bluff_of(owner, handle) for handle in event.bluffs), "called bluffs lie there"
    return state


def _cards_recycled(state: DuelState, event: CardsRecycled) -> DuelState:
    side = state.sides[event.seat]
    for card in event.cards:
        if event.source == "table":
            side = off_the_table(side, card)
        else:
            side = replace(side, leadership=pile_of(without(cards_of(side.leadership), card)))
    return with_side(state, replace(side, deck=side.deck + event.cards))


def _hand_recycled(state: DuelState, event: HandRecycled) -> DuelState:
    side = state.sides[event.seat]
    for card in event.cards:
        side = out_of_hand(side, card)
    return with_side(state, replace(side, deck=side.deck + event.cards))


def _pile_recycled(state: DuelState, event: PileRecycled) -> DuelState:
    side = state.sides[event.seat]
    deck = side.deck + cards_of(side.discard)
    return with_side(state, replace(side, deck=deck, discard=pile_of(())))


def _deck_searched(state: DuelState, event: DeckSearched) -> DuelState:
    return with_news(state) if event.pile == "deck" else state


def _card_found(state: DuelState, event: CardFound) -> DuelState:
    """Only what goes to the hand moves now; the rest moves when it is put down or loaded."""
    if event.pile == "deck" and event.seat == state.turn.seat:
        state = with_turn(state, taken=state.turn.taken + 1)
    if event.to == "table":
        return state
    side = state.sides[event.seat]
    if event.pile == "deck":
        side = replace(side, deck=without(side.deck, event.card))
    else:
        side = replace(side, discard=pile_of(without(cards_of(side.discard), event.card)))
    return with_side(state, replace(side, hand=(*side.hand, event.card)))


def _hand_revealed(state: DuelState, event: HandRevealed) -> DuelState:
    side = replace(state.sides[event.seat], revealed=event.cards)
    return with_news(with_side(state, side))


FOLDS: Folds = {
    CardReturned: _card_returned,
    CardsDrawn: _cards_drawn,
    CardsShown: unchanged,
    CardsDiscarded: _cards_discarded,
    BluffsShown: _bluffs_shown,
    CardsRecycled: _cards_recycled,
    HandRecycled: _hand_recycled,
    PileRecycled: _pile_recycled,
    DeckSearched: _deck_searched,
    CardFound: _card_found,
    HandRevealed: _hand_revealed,
    BluffsCalled: _bluffs_called,
}
