"""Stalemate by declaration (C9.2)."""

from games.city.components import QUIET_ROUNDS_FOR_STALEMATE
from games.city.duty import must_offer, must_walk, require_no_duty
from games.city.emitter import Emitter
from games.city.ending import end_if_nothing_can_follow
from games.city.illegal_action import CityActionError
from games.city.phases import require_phase
from schemas.city.actions import DeclareStalemate, PlayAction
from schemas.city.events import StalemateDeclared
from schemas.city.state import CityState

_DECLARE = DeclareStalemate()


def declare(emitter: Emitter) -> None:
    require_phase(emitter.state, "contribution", "A declaration")
    needed = _quiet_turns_needed(emitter.state)
    if emitter.state.quiet_turns < needed or _busy(emitter.state):
        raise CityActionError(
            "not_quiet",
            f"A stalemate can be declared after {needed} turns without a contribution or an "
            f"offering; there were {emitter.state.quiet_turns}.",
            needed=needed,
            given=emitter.state.quiet_turns,
        )
    require_no_duty(emitter.state)
    emitter.emit(StalemateDeclared(emitter.turn.seat))
    end_if_nothing_can_follow(emitter)


def _quiet_turns_needed(state: CityState) -> int:
    """Three full rounds of the seats in play."""
    return QUIET_ROUNDS_FOR_STALEMATE * sum(not seat.out for seat in state.seats)


def _busy(state: CityState) -> bool:
    return state.turn.contributed or state.turn.offerings > 0


def declarations(state: CityState) -> list[PlayAction]:
    if state.quiet_turns < _quiet_turns_needed(state) or _busy(state):
        return []
    return [] if must_walk(state) or must_offer(state) else [_DECLARE]
