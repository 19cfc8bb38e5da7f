"""Stalemate by declaration (C9.2)."""

from games.city.components import QUIET_ROUNDS_FOR_STALEMATE
from games.city.duty import must_offer, must_walk, require_no_duty
from games.city.ending import end_if_nothing_can_follow
from games.city.phases import require_phase
from games.city.telling import Telling
from games.illegal import Illegal
from schemas.city import CityState, DeclareStalemate, PlayAction, StalemateDeclared

_DECLARE = DeclareStalemate()


def declare(telling: Telling) -> None:
    require_phase(telling.state, "contribution", "A declaration")
    needed = _quiet_turns_needed(telling.state)
    if telling.state.quiet_turns < needed or _busy(telling.state):
        raise Illegal(
            "not_quiet",
            f"A stalemate is declared after {needed} turns without a contribution or an offering; "
            f"there were {telling.state.quiet_turns}.",
            needed=needed,
            given=telling.state.quiet_turns,
        )
    require_no_duty(telling.state)
    telling.tell(StalemateDeclared(telling.turn.seat))
    end_if_nothing_can_follow(telling)


def _quiet_turns_needed(state: CityState) -> int:
    """Three full rounds of the seats in play."""
    return QUIET_ROUNDS_FOR_STALEMATE * sum(not seat.out for seat in state.seats)


def _busy(state: CityState) -> bool:
    return state.turn.contributed or state.turn.offerings > 0


def declarations(state: CityState) -> list[PlayAction]:
    if state.quiet_turns < _quiet_turns_needed(state) or _busy(state):
        return []
    return [] if must_walk(state) or must_offer(state) else [_DECLARE]
