"""What a game must be able to do to be played on a table.

Everything is pure: no clock, no randomness except the dice passed in, no files, no network.
"""

from typing import Any, Protocol, TypeVar, runtime_checkable

from games.dice import Dice
from schemas.legal import Skip
from schemas.record import Record
from schemas.rejection import OptionsProblem
from schemas.rules import Amendment
from schemas.table import JsonObject

Options = TypeVar("Options")
Options_contra = TypeVar("Options_contra", contravariant=True)
State = TypeVar("State")
Action = TypeVar("Action")
Event = TypeVar("Event")

Decision = tuple[tuple[Event, ...], State]
"""Events, and the state after them. Rules fold while they decide, so the state is already known.
The contract tests check that `evolve` over the same events gives the same state."""
AnyDecision = Decision[Any, Any]


class Rulebook(Protocol[Options, State, Action, Event]):
    """`Action` and `Event` are the game's own; the table's are not passed to a rulebook."""

    game: str
    """What is played: `city`."""
    rules: str
    """`city/1`: the rules a history was played under, and can always be replayed with."""
    amendments: tuple[Amendment, ...]
    """What distinguishes these rules from the game's first version, the oldest change first."""
    options_type: type[Options]
    state_type: type[State]
    action_type: Any
    """Every action at a table of this game, the table's own included: a tagged union."""
    event_type: Any
    """Every event at a table of this game, the table's own included: a tagged union."""
    figures_type: Any
    """The record of `figures`; None if the rules derive none."""
    error_codes: tuple[str, ...]
    """`get_args` of the `Literal` that the game declares for its IllegalActionError."""
    seat_counts: tuple[int, ...]
    """Possible numbers of players."""

    def seats(self, options: Options) -> int:
        """The number of seats. Raises IllegalActionError when the options do not fit together."""

    def problems(self, options: Options) -> tuple[OptionsProblem, ...]:
        """Everything that is wrong with options. Empty if a table can be opened with them."""

    def initial(self, options: Options) -> State:
        """The state before anything has happened: `setup` and the first event start from it."""

    def setup(self, state: State, dice: Dice) -> Decision[Event, State]:
        """Lay out the game: from the initial state to the first turn."""

    def decide(self, state: State, seat: int, action: Action, dice: Dice) -> Decision[Event, State]:
        """Decide an action. Raises IllegalActionError if it is illegal. GameEnded ends the game."""

    def resign(self, state: State, seat: int) -> Decision[Event, State]:
        """A seat gives up: it is out, or the game is over."""

    def evolve(self, state: State, event: Event) -> State:
        """The only place where state changes."""

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        """Every canonical action that the seat may take now; empty if it is not to act."""

    def skips(self, state: State, legal: tuple[Action, ...]) -> tuple[Skip, ...]:
        """Which of these legal actions end a phase of the turn that the seat could still use."""

    def idle(self, state: State, seat: int) -> Action:
        """The smallest action that the seat may take. Repeating it passes the turn on."""

    def to_act(self, state: State) -> tuple[int, ...]:
        """The seats the game waits for."""

    def figures(self, state: State) -> Record | None:
        """Numbers that the rules derive for viewers from a state, which may be redacted: they
        depend on public information only."""

    def amended(
        self, rules: str, amendments: tuple[Amendment, ...]
    ) -> "Rulebook[Options, State, Action, Event]":
        """The rules of this game with other amendments, under another name."""

    def adopt(self, state: State) -> State:
        """The same position under these rules. For comparing versions: no table changes rules."""

    def broken_laws(self, state: State) -> tuple[str, ...]:
        """A sentence for each conservation law that is broken. Empty in every reachable state."""


AnyRulebook = Rulebook[Any, Any, Any, Any]


@runtime_checkable
class DeckRulebook(Protocol[Options_contra, State]):
    """A rulebook of a game to which players may bring their own decks.

    A deck is secret: only the seat itself may know it before the game is over.
    """

    def read_deck(self, options: Options_contra, deck: JsonObject) -> JsonObject:
        """The deck as it is recorded. Raises IllegalActionError if it can't be played with."""

    def front_of(self, deck: JsonObject) -> JsonObject:
        """What everyone knows of a deck as soon as all seats are taken."""

    def with_decks(self, state: State, decks: tuple[JsonObject | None, ...]) -> State:
        """The initial state with the decks of the seats that brought one."""
