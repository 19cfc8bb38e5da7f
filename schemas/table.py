"""What every table shares, whatever is played on it: seats, start, resignation, end."""

from typing import Annotated, Any, Generic, Literal, TypeVar

from msgspec import Meta

from schemas.secrecy import SECRET_UNTIL_END
from schemas.strict import Action, Event, Record

Options = TypeVar("Options")
Play = TypeVar("Play")

SEATS_MAX = 4

Seat = Annotated[int, Meta(ge=0, lt=SEATS_MAX, description="A seat's number, from 0.")]
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


# Events


class TableOpened(Event, Generic[Options]):
    game: str
    options: Options
    commitment: Hex256
    """SHA-256 of the seed: shows afterwards that the dice were fixed before anyone sat down."""
    seed: Annotated[Hex256, SECRET_UNTIL_END]


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


TableEvent = SeatTaken | SeatLeft | GameStarted | SeatResigned | GameEnded | TableAborted
TableAction = TakeSeat | LeaveSeat | StartGame | Resign | AbortTable


# State


class Chair(Record):
    seat: Seat
    player: PlayerName | None = None
    entropy: Entropy = ""
    resigned: bool = False


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


AnyTable = Table[Any, Any]
