"""The terminal part of a game: what `bluemoon` needs to show it and play it in a terminal.

`games.terminal_kit` helps to write one, and has a generic one that works for every game.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol

from msgspec import Struct

from schemas.table import AnyTable, Result

if TYPE_CHECKING:
    from rich.console import RenderableType
    from typer import Typer


class Sentence(Struct, frozen=True):
    """What happened, in words."""

    words: str
    seat: int | None = None
    name: str = ""
    """The player the sentence starts with, if any."""

    @property
    def text(self) -> str:
        return f"{self.name} {self.words}" if self.name else self.words


class Scene(Struct, frozen=True):
    """Everything to draw: a table, redacted or not, and its latest events."""

    view: AnyTable
    title: str
    sentences: Sequence[Sentence] = ()
    """The latest events, oldest first."""
    language: str = "en"
    rows: int | None = None
    """The height available, or None for no limit."""


ChoiceLayout = Literal["row", "ranked", "lines"]
"""How choices with the same heading are listed: on one row; on one row with the first ones shown if
the row gets too long; or on a line each."""


class Choice(Struct, frozen=True):
    """A legal action in words."""

    action: Any
    heading: str
    words: str = ""
    """Empty if the heading says everything."""
    layout: ChoiceLayout = "row"
    is_shown: bool = True
    """False for a choice that only `all` lists."""


class Shortcut(Struct, frozen=True):
    """A key that makes a choice, besides its number."""

    key: str
    help: str
    matches: Callable[[Any], bool]
    """Takes an action."""


class SimulatedGame(Struct, frozen=True):
    options: Any
    results: tuple[Result, ...]


class Comparison(Protocol):
    """Simulated games under different options, such as every deck against every other."""

    @property
    def help(self) -> str:
        """What is compared: `every deck against every other`."""

    def list_options(self, options: Any, games: int) -> Sequence[Any]:
        """Return the options of each game. `games` is what the user asked for."""

    def report(self, simulated: Sequence[SimulatedGame], games: int) -> "RenderableType":
        """Draw the results; the games are in the order of their options."""


class NamedOption(Struct, frozen=True):
    """A table option with its own name on the command line: `--decks` instead of `-o decks=`."""

    name: str
    """`--decks`."""
    field: str
    """The field of the game's options."""
    help: str
    metavar: str | None = None
    """None for a flag."""
    parse: Callable[[str], Any] | None = None
    """Returns the field's value or raises ValueError. By default, the field's type decides."""
    default: str = ""
    """The default value, for the help text."""
    comparisons: Mapping[str, Comparison] = {}
    """Values that compare options in a simulation: `all`."""


class TerminalUI(Protocol):
    """A game's terminal UI. It gets views: hidden sequences are numbers, other hidden values are
    None."""

    @property
    def languages(self) -> Sequence[str]:
        """The languages of its names. English is used for all others."""

    @property
    def end_reasons(self) -> Mapping[str, str]:
        """Why a game ended -> in words: `the deck is empty`."""

    @property
    def options(self) -> Sequence[NamedOption]:
        """Options of `play`, `demo`, `simulate` and `up`."""

    @property
    def shortcuts(self) -> Sequence[Shortcut]:
        """Keys of `play`."""

    @property
    def commands(self) -> "Sequence[Typer]":
        """More commands, each with a name: `bluemoon deck`."""

    def draw(self, scene: Scene) -> "RenderableType":
        """Draw a table whose game has started."""

    def describe_opening(self, options: Any) -> str:
        """Return a sentence that says what is played: `A table for 3 players opens.`"""

    def narrate(self, event: Any, view: AnyTable, language: str) -> str | None:
        """Narrate an event of the game; None if it is obvious from others. If the event has a seat,
        the sentence starts with the player's name, which is not part of the result."""

    def list_choices(
        self, view: AnyTable, seat: int, actions: Sequence[Any], language: str
    ) -> list[Choice]:
        """Describe the legal actions, in display order. Choices with one heading are together."""

    def count_turns(self, state: Any) -> int | None:
        """Return the number of turns so far; None if the game does not count turns."""
