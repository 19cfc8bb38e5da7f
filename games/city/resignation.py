"""Resignation (C9.5): the seat is out, its stones stay, everything else is removed."""

from games.city.drawing import pass_turn
from games.city.emitter import Emitter
from games.city.ending import end_if_nothing_can_follow
from schemas.city.events import SeatWithdrawn


def withdraw(emitter: Emitter, seat: int) -> None:
    leaving = emitter.state.seats[seat]
    emitter.emit(SeatWithdrawn(seat, (*leaving.hand, *sorted(leaving.aside))))
    end_if_nothing_can_follow(emitter)
    if not emitter.state.over and emitter.turn.seat == seat:
        pass_turn(emitter)
