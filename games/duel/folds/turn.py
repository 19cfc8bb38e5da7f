"""The turn and its phases (R3, R17.5)."""

from msgspec.structs import replace

from games.duel.folds.changes import with_turn
from games.duel.folds.table import Folds
from schemas.duel.events import (
    CardReplaced,
    ConditionWaived,
    ElementChanged,
    FightDeclined,
    IconGranted,
    PhaseEntered,
    TextUsed,
    TurnBegan,
    TurnEnded,
    TurnRewound,
)
from schemas.duel.state import DuelState, Saved, Turn

_REWINDABLE = ("retreat_or_decline", "character", "booster_support")


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
    return replace(with_turn(state, leadership=None), saved=None)


def _card_replaced(state: DuelState, _event: CardReplaced) -> DuelState:
    return with_turn(state, acted=True)


def _text_used(state: DuelState, event: TextUsed) -> DuelState:
    return with_turn(state, used=(*state.turn.used, event.card))


def _icon_granted(state: DuelState, event: IconGranted) -> DuelState:
    return with_turn(state, granted=event.card)


def _condition_waived(state: DuelState, _event: ConditionWaived) -> DuelState:
    return with_turn(state, waived=state.turn.waived + 1)


def _element_changed(state: DuelState, event: ElementChanged) -> DuelState:
    return replace(state, element=event.element)


FOLDS: Folds = {
    TurnBegan: _turn_began,
    PhaseEntered: _phase_entered,
    CardReplaced: _card_replaced,
    TextUsed: _text_used,
    IconGranted: _icon_granted,
    ConditionWaived: _condition_waived,
    ElementChanged: _element_changed,
    FightDeclined: _turn_ended,
    TurnEnded: _turn_ended,
    TurnRewound: _turn_rewound,
}
