"""The fold: how each event changes the state. Nothing else does."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from games.duel.cards import CARDS
from games.duel.options import deck_of, decks_held, leader_of
from games.duel.zones import (
    bluff_of,
    cards_of,
    discarded,
    off_the_table,
    out_of_hand,
    out_of_load,
    pile_of,
    without,
)
from schemas.duel import (
    Bluff,
    BluffPutDown,
    BluffsCalled,
    BluffsShown,
    CardActivated,
    CardCancelled,
    CardFound,
    CardLoaded,
    CardPutDown,
    CardReplaced,
    CardReturned,
    Cards,
    CardsDiscarded,
    CardsDrawn,
    CardsRecycled,
    CardsShown,
    ChoiceLost,
    ChoiceMade,
    CombatCovered,
    ConditionWaived,
    DecisionAsked,
    DecisionMade,
    DeckChosen,
    DeckSearched,
    DeckShuffled,
    DecksOffered,
    DemandFailed,
    DemandPaid,
    DragonGained,
    DuelBegan,
    DuelEnded,
    DuelOptions,
    DuelState,
    ElementChanged,
    ExchangeChosen,
    FightDeclined,
    FightEnded,
    HandExchanged,
    HandRecycled,
    HandRevealed,
    HiddenCards,
    IconGranted,
    Laid,
    Payment,
    PhaseEntered,
    PileRecycled,
    PileShuffled,
    PowerAnnounced,
    Saved,
    ShipLanded,
    Side,
    TextUsed,
    Turn,
    TurnBegan,
    TurnEnded,
    TurnRewound,
    Vessel,
)
from schemas.duel_terms import CardId
from schemas.table import GameEnded

_REWINDABLE = ("retreat_or_decline", "character", "booster_support")


def initial(options: DuelOptions) -> DuelState:
    return DuelState(options, tuple(_fresh_side(options, seat, 0, 0) for seat in range(2)))


def evolve(state: DuelState, event: Any) -> DuelState:
    """The state after one event."""
    after = _FOLDS[type(event)](state, event)
    if after.sides is not state.sides and type(event) is not DuelBegan:
        for old, new in zip(state.sides, after.sides, strict=True):
            if old.hand and not new.hand:
                emptied = (*(s for s in after.emptied if s != new.seat), new.seat)
                after = replace(after, emptied=emptied)
    return after


def _fresh_side(options: DuelOptions, seat: int, number: int, crystals: int) -> Side:
    deck = deck_of(options, seat, number)
    return Side(
        seat,
        leader_of(deck),
        deck.inquisitor,
        deck=deck.cards,
        crystals=crystals,
        deck_number=number,
    )


def _with_side(state: DuelState, side: Side) -> DuelState:
    sides = (side, state.sides[1]) if side.seat == 0 else (state.sides[0], side)
    return replace(state, sides=sides)


def _with_turn(state: DuelState, **changes: Any) -> DuelState:
    return replace(state, turn=replace(state.turn, **changes))


def _with_news(state: DuelState) -> DuelState:
    """Something became known that a rewound turn could not make unknown again (R17.6)."""
    return state if state.turn.news else _with_turn(state, news=True)


def _unchanged(state: DuelState, _event: Any) -> DuelState:
    return state


# The match and its games


def _decks_offered(state: DuelState, event: DecksOffered) -> DuelState:
    sides = tuple(
        replace(side, next_deck=None, chosen=decks_held(state.options, side.seat) == 1)
        for side in state.sides
    )
    return replace(state, sides=sides, stage="decks", start=event.start, saved=None)


def _deck_chosen(state: DuelState, event: DeckChosen) -> DuelState:
    side = replace(state.sides[event.seat], next_deck=event.deck, chosen=True)
    return _with_side(state, side)


def _duel_began(state: DuelState, event: DuelBegan) -> DuelState:
    sides = tuple(
        _fresh_side(state.options, side.seat, number, side.crystals)
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
    )


def _deck_shuffled(state: DuelState, event: DeckShuffled) -> DuelState:
    side = replace(state.sides[event.seat], deck=event.order)
    return replace(_with_side(state, side), throws=state.throws + 1)


def _pile_shuffled(state: DuelState, event: PileShuffled) -> DuelState:
    side = replace(state.sides[event.seat], discard=pile_of(event.order.cards))
    return replace(_with_side(state, side), throws=state.throws + 1)


def _exchange_chosen(state: DuelState, event: ExchangeChosen) -> DuelState:
    side = replace(state.sides[event.seat], chosen=True, exchange=event.exchange)
    return _with_side(state, side)


def _hand_exchanged(state: DuelState, event: HandExchanged) -> DuelState:
    side = state.sides[event.seat]
    hand = tuple(card for card in side.hand if card not in event.cards)
    side = replace(side, hand=hand, deck=side.deck + event.cards, exchange=HiddenCards())
    return _with_side(state, side)


def _duel_ended(state: DuelState, event: DuelEnded) -> DuelState:
    side = state.sides[event.winner]
    side = replace(side, crystals=side.crystals + event.crystals)
    return replace(_with_side(state, side), decision=None)


def _game_ended(state: DuelState, _event: GameEnded) -> DuelState:
    return replace(state, over=True, decision=None, saved=None)


# The turn


def _turn_began(state: DuelState, event: TurnBegan) -> DuelState:
    turn = Turn(event.seat, first=event.first, number=event.number)
    return replace(state, stage="turn", turn=turn, saved=None)


def _phase_entered(state: DuelState, event: PhaseEntered) -> DuelState:
    turn = replace(state.turn, phase=event.phase)
    if event.phase == "retreat_or_decline":
        turn = replace(turn, news=False)
        return replace(state, turn=turn, saved=Saved(state.sides, turn, state.element))
    saved = state.saved if event.phase in _REWINDABLE else None
    return replace(state, turn=turn, saved=saved)


def _turn_rewound(state: DuelState, _event: TurnRewound) -> DuelState:
    saved = state.saved
    assert saved is not None, "a turn is rewound only while its position is kept"
    return replace(state, sides=saved.sides, turn=saved.turn, element=saved.element)


def _turn_ended(state: DuelState, _event: TurnEnded) -> DuelState:
    return replace(_with_turn(state, leadership=None), saved=None)


def _card_replaced(state: DuelState, _event: CardReplaced) -> DuelState:
    return _with_turn(state, acted=True)


def _text_used(state: DuelState, event: TextUsed) -> DuelState:
    return _with_turn(state, used=(*state.turn.used, event.card))


def _icon_granted(state: DuelState, event: IconGranted) -> DuelState:
    return _with_turn(state, granted=event.card)


def _condition_waived(state: DuelState, _event: ConditionWaived) -> DuelState:
    return _with_turn(state, waived=state.turn.waived + 1)


def _element_changed(state: DuelState, event: ElementChanged) -> DuelState:
    return replace(state, element=event.element)


# Putting cards down


def _card_put_down(state: DuelState, event: CardPutDown) -> DuelState:
    side = _from(state.sides[event.seat], event.card, event.source)
    laid = Laid(
        event.seat,
        event.card,
        event.source,
        event.way,
        event.use_text,
        event.stops,
        event.covers,
    )
    return replace(_with_side(state, side), laid=(*state.laid, laid))


def _from(side: Side, card: CardId, source: CardId) -> Side:
    if source == "hand":
        return out_of_hand(side, card)
    if source == "deck":
        return replace(side, deck=without(side.deck, card))
    return out_of_load(side, card)


def _card_cancelled(state: DuelState, event: CardCancelled) -> DuelState:
    laid = state.laid[-1]
    assert laid.card == event.card, "the card put down last is cancelled first (R26.5)"
    state = replace(state, laid=state.laid[:-1])
    return _with_side(state, discarded(state.sides[event.seat], (event.card,)))


def _combat_covered(state: DuelState, event: CombatCovered) -> DuelState:
    side = state.sides[event.seat]
    return _with_side(state, replace(side, active=(), covered=side.covered + event.cards))


def _card_activated(state: DuelState, event: CardActivated) -> DuelState:
    laid = state.laid[-1]
    assert laid.card == event.card, "the card put down last becomes active first"
    state = replace(state, laid=state.laid[:-1])
    side = state.sides[event.seat]
    card = event.card
    match CARDS[card].type:
        case "character" | "booster":
            side = replace(side, active=(*side.active, card))
        case "support":
            side = replace(side, support=(*side.support, card))
        case "ship" | "hyla":
            side = replace(side, influence=(*side.influence, Vessel(card)))
        case "achievement":
            side = replace(side, achievements=(*side.achievements, card))
        case _:
            side = replace(side, leadership=pile_of((*cards_of(side.leadership), card)))
    state = _with_side(state, side)
    if laid.seat != state.turn.seat:
        return state
    return replace(state, turn=_counted(state.turn, laid))


def _counted(turn: Turn, laid: Laid) -> Turn:
    """What the turn remembers of a card that was played (R7.3, R8.7, R28.9, R30.4)."""
    kind = CARDS[laid.card].type
    turn = replace(turn, played=turn.played + 1, stopped=turn.stopped or laid.stops)
    if kind not in ("character", "booster", "support"):
        return replace(
            turn,
            acted=turn.acted or laid.way == "action",
            leadership=laid.card if kind == "leadership" else turn.leadership,
            pair=None,
        )
    counts = laid.way in ("regular", "extra")
    turn = replace(
        turn,
        pair=None if laid.way == "pair" else laid.card,
        granted=None,
        source=laid.source,
        hand_plays=turn.hand_plays + (laid.source == "hand"),
        into_combat=turn.into_combat + (kind != "support"),
    )
    if kind == "character":
        used = turn.regular_used or laid.way in ("regular", "gang")
        return replace(turn, characters=turn.characters + 1, regular_used=used)
    if kind == "booster":
        return replace(turn, boosters=turn.boosters + counts, booster_played=True)
    return replace(turn, supports=turn.supports + counts, support_played=True)


def _bluff_put_down(state: DuelState, event: BluffPutDown) -> DuelState:
    side = _from(state.sides[event.seat], event.card, event.source)
    bluff = Bluff(event.seat, event.handle, event.card)
    side = replace(side, bluffs=(*side.bluffs, bluff), bluffs_made=side.bluffs_made + 1)
    turn = state.turn
    turn = replace(
        turn,
        played=turn.played + 1,
        supports=turn.supports + (event.way in ("regular", "extra")),
        support_played=True,
        pair=None,
        granted=None,
        source=event.source,
        hand_plays=turn.hand_plays + (event.source == "hand"),
    )
    return replace(_with_side(state, side), turn=turn)


def _card_loaded(state: DuelState, event: CardLoaded) -> DuelState:
    side = _from(state.sides[event.seat], event.card, event.source)
    influence = tuple(
        Vessel(vessel.card, (*vessel.load, event.card)) if vessel.card == event.ship else vessel
        for vessel in side.influence
    )
    state = _with_side(state, replace(side, influence=influence))
    if not event.counts:
        return state
    return _with_turn(
        state,
        played=state.turn.played + 1,
        supports=state.turn.supports + 1,
        support_played=True,
        pair=None,
    )


def _ship_landed(state: DuelState, event: ShipLanded) -> DuelState:
    side = state.sides[event.seat]
    landing = tuple(vessel for vessel in side.influence if vessel.card == event.ship)
    rest = tuple(vessel for vessel in side.influence if vessel.card != event.ship)
    side = replace(side, influence=rest, landed=side.landed + landing)
    return _with_turn(_with_side(state, side), landed=True)


# Moving cards


def _card_returned(state: DuelState, event: CardReturned) -> DuelState:
    side = off_the_table(state.sides[event.seat], event.card)
    return _with_side(state, replace(side, hand=(*side.hand, event.card)))


def _cards_drawn(state: DuelState, event: CardsDrawn) -> DuelState:
    side = state.sides[event.seat]
    count = len(event.cards)
    if event.source == "deck":
        assert side.deck[:count] == event.cards, "cards are drawn from the top of the deck"
        side = replace(side, deck=side.deck[count:])
    else:
        pile = tuple(card for card in cards_of(side.discard) if card not in event.cards)
        side = replace(side, discard=pile_of(pile))
    state = _with_news(_with_side(state, replace(side, hand=side.hand + event.cards)))
    if event.source == "deck" and event.seat == state.turn.seat:
        return _with_turn(state, taken=state.turn.taken + count)
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
    state = _with_side(state, discarded(side, event.cards))
    if event.blind:
        state = replace(state, throws=state.throws + 1)
    if event.source in ("hand", "deck") and event.seat != state.turn.seat:
        return _with_news(state)
    return state


def _bluffs_shown(state: DuelState, event: BluffsShown) -> DuelState:
    return state if event.seat == state.turn.seat else _with_news(state)


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
    return _with_side(state, replace(side, deck=side.deck + event.cards))


def _hand_recycled(state: DuelState, event: HandRecycled) -> DuelState:
    side = state.sides[event.seat]
    for card in event.cards:
        side = out_of_hand(side, card)
    return _with_side(state, replace(side, deck=side.deck + event.cards))


def _pile_recycled(state: DuelState, event: PileRecycled) -> DuelState:
    side = state.sides[event.seat]
    deck = side.deck + cards_of(side.discard)
    return _with_side(state, replace(side, deck=deck, discard=pile_of(())))


def _deck_searched(state: DuelState, event: DeckSearched) -> DuelState:
    return _with_news(state) if event.pile == "deck" else state


def _card_found(state: DuelState, event: CardFound) -> DuelState:
    """Only what goes to the hand moves now; the rest moves when it is put down or loaded."""
    if event.pile == "deck" and event.seat == state.turn.seat:
        state = _with_turn(state, taken=state.turn.taken + 1)
    if event.to == "table":
        return state
    side = state.sides[event.seat]
    if event.pile == "deck":
        side = replace(side, deck=without(side.deck, event.card))
    else:
        side = replace(side, discard=pile_of(without(cards_of(side.discard), event.card)))
    return _with_side(state, replace(side, hand=(*side.hand, event.card)))


def _hand_revealed(state: DuelState, event: HandRevealed) -> DuelState:
    side = replace(state.sides[event.seat], revealed=event.cards)
    return _with_news(_with_side(state, side))


# Demands, decisions, choices


def _demand_paid(state: DuelState, event: DemandPaid) -> DuelState:
    """A demand whose numbers rose is topped up (R28.12)."""
    paid: dict[CardId, Cards] = {p.demand: p.cards for p in state.turn.payments}
    paid[event.demand] = paid.get(event.demand, ()) + event.cards
    return _with_turn(state, payments=tuple(Payment(*item) for item in paid.items()))


def _decision_asked(state: DuelState, event: DecisionAsked) -> DuelState:
    return replace(state, decision=event.decision)


def _decision_made(state: DuelState, event: DecisionMade) -> DuelState:
    state = replace(state, decision=None)
    return state if event.seat == state.turn.seat else _with_news(state)


def _choice_lost(state: DuelState, event: ChoiceLost) -> DuelState:
    side = state.sides[event.seat]
    kept = tuple(choice for choice in side.choices if choice.text != event.text)
    return _with_side(state, replace(side, choices=kept))


def _choice_made(state: DuelState, event: ChoiceMade) -> DuelState:
    side = state.sides[event.seat]
    return _with_side(state, replace(side, choices=(*side.choices, event.choice)))


# Power, dragons, the fight


def _power_announced(state: DuelState, event: PowerAnnounced) -> DuelState:
    side = replace(state.sides[event.seat], choices=event.choices)
    state = replace(_with_side(state, side), fight=True, element=event.element)
    return _with_turn(state, announced=True)


def _dragon_gained(state: DuelState, event: DragonGained) -> DuelState:
    return replace(state, dragons=event.dragons)


def _fight_ended(state: DuelState, _event: FightEnded) -> DuelState:
    sides = tuple(replace(side, choices=()) for side in state.sides)
    state = _with_turn(replace(state, sides=sides), leadership=None)
    return replace(state, fight=False, element=None, saved=None)


_FOLDS: dict[type, Callable[[DuelState, Any], DuelState]] = {
    DecksOffered: _decks_offered,
    DeckChosen: _deck_chosen,
    DuelBegan: _duel_began,
    DeckShuffled: _deck_shuffled,
    PileShuffled: _pile_shuffled,
    ExchangeChosen: _exchange_chosen,
    HandExchanged: _hand_exchanged,
    TurnBegan: _turn_began,
    PhaseEntered: _phase_entered,
    CardPutDown: _card_put_down,
    CardCancelled: _card_cancelled,
    CombatCovered: _combat_covered,
    CardActivated: _card_activated,
    BluffPutDown: _bluff_put_down,
    CardLoaded: _card_loaded,
    ShipLanded: _ship_landed,
    CardReturned: _card_returned,
    CardsDrawn: _cards_drawn,
    CardsShown: _unchanged,
    CardsDiscarded: _cards_discarded,
    BluffsShown: _bluffs_shown,
    CardsRecycled: _cards_recycled,
    HandRecycled: _hand_recycled,
    PileRecycled: _pile_recycled,
    DeckSearched: _deck_searched,
    CardFound: _card_found,
    HandRevealed: _hand_revealed,
    CardReplaced: _card_replaced,
    TextUsed: _text_used,
    IconGranted: _icon_granted,
    ConditionWaived: _condition_waived,
    ElementChanged: _element_changed,
    DemandPaid: _demand_paid,
    DemandFailed: _unchanged,
    DecisionAsked: _decision_asked,
    DecisionMade: _decision_made,
    ChoiceLost: _choice_lost,
    ChoiceMade: _choice_made,
    PowerAnnounced: _power_announced,
    BluffsCalled: _bluffs_called,
    DragonGained: _dragon_gained,
    FightEnded: _fight_ended,
    FightDeclined: _turn_ended,
    TurnEnded: _turn_ended,
    TurnRewound: _turn_rewound,
    DuelEnded: _duel_ended,
    GameEnded: _game_ended,
}
