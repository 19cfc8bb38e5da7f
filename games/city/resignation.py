"""Resignation (C9.5): the seat is out, its stones stay, everything else of it goes."""

from games.city.drawing import pass_turn
from games.city.ending import end_if_nothing_can_follow
from games.city.telling import Telling
from schemas.city import SeatWithdrawn


def withdraw(telling: Telling, seat: int) -> None:
    leaving = telling.state.seats[seat]
    telling.tell(SeatWithdrawn(seat, (*leaving.hand, *sorted(leaving.aside))))
    end_if_nothing_can_follow(telling)
    if not telling.state.over and telling.turn.seat == seat:
        pass_turn(telling)
