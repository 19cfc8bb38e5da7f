"""What a seat must do in the finished city before it may draw (C9.1)."""

from games.city.components import COURTYARD
from games.city.ending import can_complete_offerings, can_offer, city_is_finished, space_cost
from games.city.grid import distance
from games.city.illegal_action import CityActionError
from schemas.city.state import CityState


def duty_holds(state: CityState) -> bool:
    """Whether seats must walk to the courtyard and offer: the city is finished (C9.1).

    Only if no seat has the crystals to complete its offerings. Under city/1 that did not matter.
    """
    if not city_is_finished(state):
        return False
    return not state.follows("duty-when-nobody-can-win") or not any(
        can_complete_offerings(state, seat) for seat in state.seats
    )


def must_walk(state: CityState) -> int:
    """Return how many steps towards the courtyard the seat must still take."""
    figure = state.seats[state.turn.seat].figure
    if state.turn.phase != "movement" or figure is None or not duty_holds(state):
        return 0
    return min(state.turn.steps, distance(state.layout, figure, COURTYARD))


def must_offer(state: CityState) -> bool:
    """Whether the seat is on the courtyard, can pay, and has made no offering in this turn.

    A seat that leapt there can take no more actions (C10.4).
    """
    seat = state.seats[state.turn.seat]
    return (
        seat.figure == COURTYARD
        and state.turn.phase != "draw"
        and state.turn.offerings == 0
        and duty_holds(state)
        and can_offer(state, seat)
    )


def require_walked(state: CityState) -> None:
    steps = must_walk(state)
    if steps:
        raise CityActionError(
            "must_walk",
            f"The city is finished: walk {steps} more steps towards the courtyard first.",
            needed=steps,
        )


def require_no_duty(state: CityState) -> None:
    require_walked(state)
    if must_offer(state):
        raise CityActionError(
            "must_offer",
            f"The city is finished: make the offering for {space_cost(state)} crystals first.",
            needed=space_cost(state),
        )
