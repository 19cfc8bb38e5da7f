"""Demands, decisions and choices, power and dragons (R10, R14, R21, R28)."""

from msgspec.structs import replace

from games.duel.folds.changes import unchanged, with_news, with_side, with_turn
from games.duel.folds.table import Folds
from schemas.duel.events import (
    ChoiceLost,
    ChoiceMade,
    DecisionAsked,
    DecisionMade,
    DemandFailed,
    DemandPaid,
    DragonGained,
    FightEnded,
    PowerAnnounced,
)
from schemas.duel.state import DuelState, Payment
from schemas.duel.terms import CardId, Cards


def _demand_paid(state: DuelState, event: DemandPaid) -> DuelState:
    """A demand whose numbers rose is topped up (R28.12)."""
    paid: dict[CardId, Cards] = {p.demand: p.cards for p in state.turn.payments}
    paid[event.demand] = paid.get(event.demand, ()) + event.cards
    return with_turn(state, payments=tuple(Payment(*item) for item in paid.items()))


def _decision_asked(state: DuelState, event: DecisionAsked) -> DuelState:
    return replace(state, decision=event.decision)


def _decision_made(state: DuelState, event: DecisionMade) -> DuelState:
    state = replace(state, decision=None)
    return state if event.seat == state.turn.seat else with_news(state)


def _choice_lost(state: DuelState, event: ChoiceLost) -> DuelState:
    side = state.sides[event.seat]
    kept = tuple(choice for choice in side.choices if choice.text != event.text)
    return with_side(state, replace(side, choices=kept))


def _choice_made(state: DuelState, event: ChoiceMade) -> DuelState:
    side = state.sides[event.seat]
    return with_side(state, replace(side, choices=(*side.choices, event.choice)))


def _power_announced(state: DuelState, event: PowerAnnounced) -> DuelState:
    side = replace(state.sides[event.seat], choices=event.choices)
    state = replace(with_side(state, side), fight=True, element=event.element)
    return with_turn(state, announced=True)


def _dragon_gained(state: DuelState, event: DragonGained) -> DuelState:
    return replace(state, dragons=event.dragons)


def _fight_ended(state: DuelState, _event: FightEnded) -> DuelState:
    sides = tuple(replace(side, choices=()) for side in state.sides)
    state = with_turn(replace(state, sides=sides), leadership=None)
    return replace(state, fight=False, element=None, saved=None)


FOLDS: Folds = {
    DemandPaid: _demand_paid,
    DemandFailed: unchanged,
    DecisionAsked: _decision_asked,
    DecisionMade: _decision_made,
    ChoiceLost: _choice_lost,
    ChoiceMade: _choice_made,
    PowerAnnounced: _power_announced,
    DragonGained: _dragon_gained,
    FightEnded: _fight_ended,
}
