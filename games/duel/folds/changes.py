"""The small changes that all folds are made of."""

from typing import Any

from msgspec.structs import replace

from schemas.duel.state import DuelState, Side


def with_side(state: DuelState, side: Side) -> DuelState:
    sides = (side, state.sides[1]) if side.seat == 0 else (state.sides[0], side)
    return replace(state, sides=sides)


def with_turn(state: DuelState, **changes: Any) -> DuelState:
    return replace(state, turn=replace(state.turn, **changes))


def with_news(state: DuelState) -> DuelState:
    """Note that something new became known, so the turn can't be rewound (R17.6)."""
    return state if state.turn.news else with_turn(state, news=True)


def unchanged(state: DuelState, _event: Any) -> DuelState:
    return state
