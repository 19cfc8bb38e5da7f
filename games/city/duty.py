"""What a seat must do in the finished city before it may draw (C9.1)."""

from games.city.components import COURTYARD
from games.city.ending import can_offer, city_is_finished, space_cost
from games.city.grid import distance
from games.illegal_action import IllegalActionError
from schemas.city import CityState


def must_walk(state: CityState) -> int:
    """Free steps towards the courtyard that the seat has still to take."""
    figure = state.seats[state.turn.seat].figure
    if state.turn.phase != "movement" or figure is None or not city_is_finished(state):
        return 0
    return min(state.turn.steps, distance(state.layout, figure, COURTYARD))


def must_offer(state: CityState) -> bool:
    """On the courtyard, able to pay, and no offering made in this turn.

    Who has leapt there is past all actions (C10.4).
    """
    seat = state.seats[state.turn.seat]
    return (
        seat.figure == COURTYARD
        and state.turn.phase != "draw"
        and state.turn.offerings == 0
        and city_is_finished(state)
        and can_offer(state, seat)
    )


def require_walked(state: CityState) -> None:
    steps = must_walk(state)
    if steps:
        raise IllegalActionError(
            "must_walk",
            f"The city is finished: the figure has {steps} more steps to take to the courtyard.",
            needed=steps,
        )


def require_no_duty(state: CityState) -> None:
    require_walked(state)
    if must_offer(state):
        raise IllegalActionError(
            "must_offer",
            f"The city is finished: the offering for {space_cost(state)} crystals must be made.",
            needed=space_cost(state),
        )
