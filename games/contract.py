"""What a game must be able to do to be played on a table.

Everything is pure: no clock, no randomness except the dice passed in, no files, no network.
"""

from typing import Any, Protocol

from games.dice import Dice
from schemas.record import Record
from schemas.rejection import OptionsProblem

Decision = tuple[tuple[Any, ...], Any]
"""Events, and the state after them. Rules fold while they decide, so the state is already known.
The contract tests check that `evolve` over the same events gives the same state."""


class Rulebook(Protocol):
    game: str
    """What is played: `city`."""
    rules: str
    """`city/1`: the rules a history was played under, and can always be replayed with."""
    options_type: Any
    action_type: Any
    """Every action at a table of this game, the table's own included: a tagged union."""
    event_type: Any
    state_type: Any
    figures_type: Any
    error_codes: tuple[str, ...]
    seat_counts: tuple[int, ...]
    """Possible numbers of players."""
    names: dict[str, str]
    """Language -> the game's name."""
    words: dict[str, dict[str, str]]
    """Names of its pieces: id -> language -> name. Each has an English name."""
    pieces: Record
    """Everything printed on its components, for renderers."""

    def seats(self, options: Any) -> int:
        """The number of seats. Raises IllegalActionError when the options do not fit together."""

    def problems(self, options: Any) -> tuple[OptionsProblem, ...]:
        """Everything that is wrong with options. Empty if a table can be opened with them."""

    def initial(self, options: Any) -> Any:
        """The state before anything has happened: `setup` and the first event start from it."""

    def setup(self, state: Any, dice: Dice) -> Decision:
        """Lay out the game: from the initial state to the first turn."""

    def decide(self, state: Any, seat: int, action: Any, dice: Dice) -> Decision:
        """Decide an action. Raises IllegalActionError if it is illegal. GameEnded ends the game."""

    def resign(self, state: Any, seat: int) -> Decision:
        """A seat gives up: it is out, or the game is over."""

    def evolve(self, state: Any, event: Any) -> Any:
        """The only place where state changes."""

    def legal(self, state: Any, seat: int) -> tuple[Any, ...]:
        """Every canonical action that the seat may take now; empty if it is not to act."""

    def idle(self, state: Any, seat: int) -> Any:
        """The smallest action that the seat may take. Repeating it passes the turn on."""

    def to_act(self, state: Any) -> tuple[int, ...]:
        """The seats the game waits for."""

    def figures(self, state: Any) -> Record | None:
        """Numbers that the rules derive for viewers from a state, which may be redacted: they
        depend on public information only."""

    def broken_laws(self, state: Any) -> tuple[str, ...]:
        """A sentence for each conservation law that is broken. Empty in every reachable state."""
