"""A decision in the making: what is told becomes true at once."""

from typing import Any

from games.city.evolve import evolve
from games.dice import Dice
from schemas.city import CityState, SeatState, Turn


class Telling:
    """Collects events, folding each as it is told, so the next rule sees what it led to."""

    __slots__ = ("dice", "events", "state")

    def __init__(self, state: CityState, dice: Dice | None = None) -> None:
        self.state = state
        self.dice = dice
        self.events: list[Any] = []

    def tell(self, event: Any) -> None:
        self.events.append(event)
        self.state = evolve(self.state, event)

    @property
    def turn(self) -> Turn:
        return self.state.turn

    @property
    def actor(self) -> SeatState:
        """The seat whose turn it is."""
        return self.state.seats[self.state.turn.seat]
