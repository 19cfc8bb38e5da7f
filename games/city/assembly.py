"""The Assembly Hall's power (C10.4): at the end of a turn there, a jump to any other tile."""

from typing import get_args

from games.city.components import ASSEMBLY
from games.city.duty import must_walk, require_no_duty
from games.city.movement import allowed, others, set_out
from games.city.phases import require_phase
from games.city.telling import Telling
from games.illegal import Illegal
from schemas.city import CityState, FigureMoved, Leap, PlayAction, Tile

_LEAPS = {tile: Leap(tile) for tile in get_args(Tile)}


def leap(telling: Telling, action: Leap) -> None:
    require_phase(telling.state, "contribution", "Leaping")
    figure = telling.actor.figure
    if figure != ASSEMBLY:
        raise Illegal(
            "not_in_assembly",
            f"A figure leaps from the Assembly Hall, but it is at {figure}.",
            at=figure,
        )
    set_out(telling, action.to)
    require_no_duty(telling.state)
    telling.tell(FigureMoved(telling.turn.seat, action.to))


def leaps(state: CityState) -> list[PlayAction]:
    if state.seats[state.turn.seat].figure != ASSEMBLY or must_walk(state):
        return []
    return [_LEAPS[tile] for tile in allowed(state, ASSEMBLY, others(state, ASSEMBLY))]
