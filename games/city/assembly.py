"""The Assembly Hall's power (C10.4): at the end of a turn there, a jump to any other tile."""

from typing import get_args

from games.city.components import ASSEMBLY
from games.city.duty import must_walk, require_no_duty
from games.city.emitter import Emitter
from games.city.illegal_action import CityActionError
from games.city.movement import allowed, others, set_out
from games.city.phases import require_phase
from schemas.city.actions import Leap, PlayAction
from schemas.city.events import FigureMoved
from schemas.city.state import CityState
from schemas.city.terms import Tile

_LEAPS = {tile: Leap(tile) for tile in get_args(Tile)}


def leap(emitter: Emitter, action: Leap) -> None:
    require_phase(emitter.state, "contribution", "Leaping")
    figure = emitter.active_seat.figure
    if figure != ASSEMBLY:
        raise CityActionError(
            "not_in_assembly",
            f"A figure leaps from the Assembly Hall, but it is at {figure}.",
            at=figure,
        )
    set_out(emitter, action.to)
    require_no_duty(emitter.state)
    emitter.emit(FigureMoved(emitter.turn.seat, action.to))


def leaps(state: CityState) -> list[PlayAction]:
    if state.seats[state.turn.seat].figure != ASSEMBLY or must_walk(state):
        return []
    return [_LEAPS[tile] for tile in allowed(state, ASSEMBLY, others(state, ASSEMBLY))]
