"""Collecting the events of a decision: each is folded as soon as it is emitted."""

from games.city.evolve import evolve
from games.dice import Dice
from schemas.city.events import PlayEvent
from schemas.city.state import CityState, SeatState, Turn


class Emitter:
    """Collects events and folds each one at once, so the next rule sees the new state."""

    __slots__ = ("dice", "events", "state")

    def __init__(self, state: CityState, dice: Dice | None = None) -> None:
        self.state = state
        self.dice = dice
        self.events: list[PlayEvent] = []

    def emit(self, event: PlayEvent) -> None:
        self.events.append(event)
        self.state = evolve(self.state, event)

    @property
    def turn(self) -> Turn:
        return self.state.turn

    @property
    def active_seat(self) -> SeatState:
        """The seat whose turn it is."""
        return self.state.seats[self.state.turn.seat]
