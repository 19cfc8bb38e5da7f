"""How a game ends (C7.4, C9): at the obelisk, or because no seat can act usefully any more."""

from typing import Literal

from games.city.components import OBELISK_COSTS, OFFERINGS_TO_WIN
from games.city.emitter import Emitter
from schemas.city.state import CityState, SeatState
from schemas.table import GameEnded, Result

EndReason = Literal["obelisk", "city_finished", "stalemate", "no_stones", "resignation"]


def city_is_finished(state: CityState) -> bool:
    return all(site is None or site.finished for site in state.sites)


def space_cost(state: CityState) -> int:
    """The number of the lowest free space. The obelisk never fills before somebody has won."""
    return OBELISK_COSTS[len(state.seats)][len(state.obelisk)]


def needs_no_stone(state: CityState) -> bool:
    """C7.3: a seat without stones may offer, unless the table says otherwise. Not under city/1."""
    allowed = state.options.offer_without_stones is not False
    return allowed and state.follows("offering-without-stone")


def may_offer_now(state: CityState, seat: SeatState) -> bool:
    """Whether the seat has a stone for an offering or needs none."""
    return seat.stones > 0 or needs_no_stone(state)


def can_offer(state: CityState, seat: SeatState) -> bool:
    """Could the seat make an offering if it stood on the courtyard?"""
    return not seat.out and may_offer_now(state, seat) and seat.crystals >= space_cost(state)


def can_complete_offerings(state: CityState, seat: SeatState) -> bool:
    """Does the seat have the crystals for all offerings that it still needs (C7.4)?"""
    missing = OFFERINGS_TO_WIN[len(state.seats)] - seat.offerings
    costs = OBELISK_COSTS[len(state.seats)][len(state.obelisk) :][:missing]
    return not seat.out and len(costs) == missing and seat.crystals >= sum(costs)


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
        # C9.4: a draw. Under city/1 the offerings and crystals decided.
        if state.follows("drawn-without-stones"):
            emitter.emit(GameEnded("no_stones", drawn(state)))
        else:
            end(emitter, "no_stones")
    elif city_is_finished(state) and not any(can_offer(state, seat) for seat in inside):
        end(emitter, "city_finished")


def results(state: CityState, winner: int | None = None) -> tuple[Result, ...]:
    """Places by offerings, then crystals; equal seats share a place (C9.3)."""
    standing = {seat.seat: _standing(seat, winner) for seat in state.seats}
    seat_results = []
    for seat in state.seats:
        place = 1 + sum(other > standing[seat.seat] for other in standing.values())
        seat_results.append(Result(seat.seat, place, place == 1, _score(seat)))
    return tuple(seat_results)


def drawn(state: CityState) -> tuple[Result, ...]:
    """All seats in play share the first place (C9.4)."""
    inside = sum(not seat.out for seat in state.seats)
    return tuple(
        Result(seat.seat, 1 + inside if seat.out else 1, not seat.out, _score(seat))
        for seat in state.seats
    )


def _score(seat: SeatState) -> dict[str, int]:
    return {"offerings": seat.offerings, "crystals": seat.crystals}


def _standing(seat: SeatState, winner: int | None) -> tuple[bool, bool, int, int]:
    if seat.out:
        return False, False, 0, 0
    return seat.seat == winner, True, seat.offerings, seat.crystals
