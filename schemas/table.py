"""What every table shares, whatever is played on it: seats, start, time, resignation, end.

Fields that came later are unset where they don't apply, and an unset field is not written: what was
recorded before they came keeps its bytes and its digests.
"""

from typing import Annotated, Any, Generic, Literal, TypeVar

from msgspec import UNSET, Meta, UnsetType

from schemas.secrecy import SECRET_UNTIL_END
from schemas.strict import Action, Event, Record
from schemas.terms import Milliseconds, Seat, Terms

Options = TypeVar("Options")
Play = TypeVar("Play")

Actor = Seat | Literal["system"]
SYSTEM: Literal["system"] = "system"

# Python's `$` also matches before a final newline; the look-ahead closes that gap.
GameId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$(?!\n)")]
PlayerName = Annotated[str, Meta(min_length=1, max_length=64)]
Hex256 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
Entropy = Annotated[str, Meta(pattern=r"^[0-9a-f]{0,64}$(?!\n)")]
Stage = Literal["open", "playing", "over", "aborted"]


# Actions


class OpenTable(Action, Generic[Options]):
    """The platform opens a table for a game with options."""

    game: str
    options: Options
    terms: Terms | UnsetType = UNSET


class TakeSeat(Action):
    """A player sits down, and may add entropy of their own to the dice."""

    player: PlayerName
    entropy: Entropy = ""


class LeaveSeat(Action):
    """A player gets up before the game has started."""


class StartGame(Action):
    """Everyone sits: the game begins."""


class Resign(Action):
    """A seat gives up a running game."""


class AbortTable(Action):
    """The platform closes a table whose game has not started."""

    reason: Annotated[str, Meta(max_length=200)] = ""


class CallTime(Action):
    """The system notes that a seat's time has run out."""


class AskTakeback(Action):
    """A seat wants its last turn back."""


class AnswerTakeback(Action):
    """Another seat agrees or refuses; the seat that asked may refuse too, and so withdraw."""

    agree: bool


# Events


class TableOpened(Event, Generic[Options]):
    game: str
    options: Options
    commitment: Hex256
    """SHA-256 of the seed: shows afterwards that the dice were fixed before anyone sat down."""
    seed: Annotated[Hex256, SECRET_UNTIL_END]
    terms: Terms | UnsetType = UNSET


class SeatTaken(Event):
    seat: Seat
    player: PlayerName
    entropy: Entropy = ""


class SeatLeft(Event):
    seat: Seat


class GameStarted(Event):
    pass


class SeatResigned(Event):
    seat: Seat


class Result(Record):
    """How a seat did: place 1 is best, equal places are shared."""

    seat: Seat
    place: Annotated[int, Meta(ge=1)]
    won: bool
    score: dict[str, int]


class GameEnded(Event):
    reason: str
    results: tuple[Result, ...]


class TableAborted(Event):
    reason: str = ""


class Clocks(Record):
    """Time left at a moment, whose clocks run since, how often each seat was skipped in a row."""

    at: Milliseconds
    left_ms: tuple[int, ...]
    running: tuple[Seat, ...]
    skipped: tuple[int, ...]


class ClocksSet(Event):
    clocks: Clocks


class TimeRanOut(Event):
    seat: Seat


class TurnKept(Event):
    """The seat begins to decide: this is the moment that its takeback leads to."""

    seat: Seat


class TakebackAsked(Event):
    seat: Seat


class TakebackAnswered(Event):
    seat: Seat
    agree: bool


class TakebackLapsed(Event):
    """The game went on before all had agreed."""


class TakenBack(Event, Generic[Play]):
    """All agreed: the game stands where the seat began its last turn."""

    seat: Seat
    play: Play


TableEvent = (
    SeatTaken
    | SeatLeft
    | GameStarted
    | SeatResigned
    | GameEnded
    | TableAborted
    | ClocksSet
    | TimeRanOut
    | TurnKept
    | TakebackAsked
    | TakebackAnswered
    | TakebackLapsed
)
TableAction = (
    TakeSeat | LeaveSeat | StartGame | Resign | AbortTable | CallTime | AskTakeback | AnswerTakeback
)


# State


class Chair(Record):
    seat: Seat
    player: PlayerName | None = None
    entropy: Entropy = ""
    resigned: bool = False


class KeptTurn(Record, Generic[Play]):
    """The game as it was when a seat last began to decide."""

    seat: Seat
    play: Play


class Takeback(Record):
    """A seat has asked for its last turn, and these have agreed so far."""

    seat: Seat
    agreed: tuple[Seat, ...] = ()


class Table(Record, Generic[Options, Play]):
    """Everything that is true of a table. A view of it is the same record, redacted."""

    game: str
    rules: str
    options: Options
    commitment: Hex256
    seed: Annotated[Hex256, SECRET_UNTIL_END]
    chairs: tuple[Chair, ...]
    stage: Stage = "open"
    play: Play | None = None
    reason: str = ""
    results: tuple[Result, ...] = ()
    terms: Terms | UnsetType = UNSET
    clocks: Clocks | UnsetType = UNSET
    kept: Annotated[tuple[KeptTurn[Play], ...] | UnsetType, SECRET_UNTIL_END] = UNSET
    """Oldest first. Hidden: what it holds was seen when it was played."""
    takeback: Takeback | UnsetType = UNSET


AnyTable = Table[Any, Any]
