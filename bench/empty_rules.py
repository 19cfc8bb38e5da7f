"""A game without rules, to measure what a command costs apart from deciding it."""

from typing import Any

from games import registry
from games.bots import random_bot
from games.contract import AnyDecision
from games.dice import Dice
from games.plugin import GamePlugin
from schemas.legal import Skip
from schemas.record import Action, Event, Record
from schemas.rejection import OptionsProblem
from schemas.rules import Amendment
from schemas.table import GameEnded, OpenTable, Result, TableAction, TableEvent, TableOpened

SEATS = 2


class EmptyOptions(Record):
    pass


class EmptyState(Record):
    pass


class EmptyPieces(Record, tag_field="game", tag="empty"):
    pass


class Pass(Action):
    pass


class Passed(Event):
    pass


class Empty:
    game = "empty"
    rules = "empty/1"
    amendments: tuple[Amendment, ...] = ()
    options_type: type[EmptyOptions] = EmptyOptions
    action_type: Any = OpenTable[EmptyOptions] | TableAction | Pass
    event_type: Any = TableOpened[EmptyOptions] | TableEvent | Passed
    state_type: type[EmptyState] = EmptyState
    figures_type: Any = None
    error_codes: tuple[str, ...] = ()
    seat_counts: tuple[int, ...] = (SEATS,)

    def seats(self, _options: Any) -> int:
        return SEATS

    def problems(self, _options: Any) -> tuple[OptionsProblem, ...]:
        return ()

    def initial(self, _options: Any) -> EmptyState:
        return EmptyState()

    def setup(self, state: EmptyState, _dice: Dice) -> AnyDecision:
        return (Passed(),), state

    def decide(self, state: EmptyState, _seat: int, _action: Any, _dice: Dice) -> AnyDecision:
        return (Passed(),), state

    def resign(self, state: EmptyState, seat: int) -> AnyDecision:
        results = tuple(Result(s, 1, s != seat, {}) for s in range(SEATS))
        return (GameEnded("resignation", results),), state

    def evolve(self, state: EmptyState, _event: Any) -> EmptyState:
        return state

    def legal(self, _state: EmptyState, _seat: int) -> tuple[Any, ...]:
        return (Pass(),)

    def skips(self, _state: EmptyState, _legal: tuple[Any, ...]) -> tuple[Skip, ...]:
        return ()

    def idle(self, _state: EmptyState, _seat: int) -> Any:
        return Pass()

    def to_act(self, _state: EmptyState) -> tuple[int, ...]:
        return tuple(range(SEATS))

    def figures(self, _state: EmptyState) -> None:
        return None

    def amended(self, _rules: str, _amendments: tuple[Amendment, ...]) -> "Empty":
        return self

    def adopt(self, state: EmptyState) -> EmptyState:
        return state

    def broken_laws(self, _state: EmptyState) -> tuple[str, ...]:
        return ()


EMPTY = Empty()


PLUGIN = GamePlugin[EmptyOptions, EmptyState, Pass, Passed | GameEnded](
    rulebooks=(EMPTY,),
    names={"en": "Empty"},
    labels={},
    pieces=EmptyPieces(),
    bots={"random": random_bot},
    default_bot="random",
)


def register_empty_rules() -> None:
    """Add the empty game to the registry. Call this only in benchmark processes."""
    registry.add(PLUGIN)
