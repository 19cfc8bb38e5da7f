"""Collecting the events of a decision: each is folded as soon as it is emitted."""

from msgspec.structs import replace

from games.dice import Dice
from games.duel.evolve import evolve
from games.duel.reading import Reading, reading_of
from schemas.duel.events import DecisionAsked, PlayEvent
from schemas.duel.state import Decision, DuelState, Side, Step, Turn
from schemas.duel.terms import Cards


class DuelEndedError(Exception):
    """The game of the match is decided: the rest of the agenda is dropped."""


class Emitter:
    """Collects events and folds each one at once, so the next rule sees the new state.

    `agenda` holds the steps that are still to be done; a pending decision stores them.
    """

    __slots__ = ("_reading", "agenda", "dice", "events", "state")

    def __init__(self, state: DuelState, dice: Dice | None = None) -> None:
        self.state = state
        self.dice = dice
        self.events: list[PlayEvent] = []
        self.agenda: list[Step] = []
        self._reading: Reading | None = None

    def emit(self, event: PlayEvent) -> None:
        self.events.append(event)
        self.state = evolve(self.state, event)
        self._reading = None

    @property
    def reading(self) -> Reading:
        if self._reading is None:
            self._reading = reading_of(self.state)
        return self._reading

    @property
    def turn(self) -> Turn:
        return self.state.turn

    def side(self, seat: int) -> Side:
        return self.state.sides[seat]

    def ask(self, decision: Decision) -> None:
        """Ask a seat for a decision; everything else waits for the answer."""
        self.emit(DecisionAsked(replace(decision, rest=tuple(self.agenda))))
        self.agenda = []

    def mixed(self, cards: Cards) -> Cards:
        """A uniform order, from a stream of the dice that is used once (R1.14)."""
        assert self.dice is not None, "shuffling needs dice"
        return self.dice.shuffled(f"duel/{self.state.throws}", cards)
