"""How a game ends (C7.4, C9): at the obelisk, or because no seat can act usefully any more."""

from typing import Literal

from games.city.components import OBELISK_COSTS
from games.city.emitter import Emitter
from schemas.city.state import CityState, SeatState
from schemas.table import GameEnded, Result

EndReason = Literal["obelisk", "city_finished", "stalemate", "no_stones", "resignation"]


def city_is_finished(state: CityState) -> bool:
    return all(site is None or site.finished for site in state.sites)


def space_cost(state: CityState) -> int:
    """The number of the lowest free space. The obelisk never fills before somebody has won."""
    return OBELISK_COSTS[len(state.seats)][len(state.obelisk)]


def can_offer(state: CityState, seat: SeatState) -> bool:
    """Could the seat make an offering if it stood on the courtyard?"""
    return not seat.out and seat.stones > 0 and seat.crystals >= space_cost(state)


def end(emitter: Emitter, reason: EndReason, winner: int | None = None) -> None:
    emitter.emit(GameEnded(reason, results(emitter.state, winner)))


def end_if_nothing_can_follow(emitter: Emitter) -> None:
    """After a contribution, an offering, a declaration or a resignation (C9)."""
    state = emitter.state
    if state.over:
        return
    inside = [seat for seat in state.seats if not seat.out]
    if len(inside) == 1:
        end(emitter, "resignation", winner=inside[0].seat)
    elif all(seat.declared for seat in inside):
        end(emitter, "stalemate")
    elif all(seat.stones == 0 for seat in inside):
        # Without a stone no box is taken, so no building is finished and no stone comes back.
        end(emitter, "no_stones")
    elif city_is_finished(state) and not any(can_offer(state, seat) for seat in inside):
        end(emitter, "city_finished")


def results(state: CityState, winner: int | None = None) -> tuple[Result, ...]:
    """Places by offerings, then crystals; equal seats share a place (C9.3)."""
    standing = {seat.seat: _standing(seat, winner) for seat in state.seats}
    seat_results = []
    for seat in state.seats:
        place = 1 + sum(other > standing[seat.seat] for other in standing.values())
        score = {"offerings": seat.offerings, "crystals": seat.crystals}
        seat_results.append(Result(seat.seat, place, place == 1, score))
    return tuple(seat_results)


def _standing(seat: SeatState, winner: int | None) -> tuple[bool, bool, int, int]:
    if seat.out:
        return False, False, 0, 0
    return seat.seat == winner, True, seat.offerings, seat.crystals
