"""The order of the seats, and which are still in play."""

from schemas.city.state import CityState


def seats_from(state: CityState, first: int) -> list[int]:
    """The seats in play in turn order, beginning with the first if it is still in."""
    players = len(state.seats)
    order = ((first + offset) % players for offset in range(players))
    return [seat for seat in order if not state.seats[seat].out]


def next_seat(state: CityState) -> int:
    """The seat whose turn comes next."""
    return seats_from(state, (state.turn.seat + 1) % len(state.seats))[0]
