"""What the tables of every game share: seats, start, time, resignation, end.

Optional fields are unset where they do not apply. An unset field is not written, so histories
recorded before a field existed keep their bytes and digests.
"""

from typing import Annotated, Any, Generic, Literal, TypeVar

from msgspec import UNSET, Meta, UnsetType

from schemas.record import Action, Event, Record
from schemas.redaction import SECRET_UNTIL_END, secret_to
from schemas.terms import Milliseconds, Seat, Terms

Options = TypeVar("Options")
Play = TypeVar("Play")

Sender = Seat | Literal["system"]
SYSTEM: Literal["system"] = "system"

# Python's `$` also matches before a final newline; the look-ahead closes that gap.
TableId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$(?!\n)")]
ExternalId = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_.:-]{1,64}$(?!\n)",
        description="A platform's own name for a table, unique on that platform.",
    ),
]
PlayerId = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{1,64}$(?!\n)",
        description="A player's random id. The name is in the player directory, not in histories.",
    ),
]
DECEPTIVE_CHARACTERS = r"\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
"""Controls, line breaks and characters that change the direction of the text around them. With
them a name could control a terminal or look like another text."""
PlayerName = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        pattern=rf"^[^{DECEPTIVE_CHARACTERS}]*$(?!\n)",
        description="A name to show, without control characters and direction marks.",
    ),
]
Hex256 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
Entropy = Annotated[str, Meta(pattern=r"^[0-9a-f]{0,64}$(?!\n)")]
Sitting = Annotated[int, Meta(ge=1, description="The number of a stay on a seat, from 1.")]
JsonObject = dict[str, Any]
Stage = Literal["open", "playing", "over", "aborted", "voided"]


# Actions


class OpenTable(Action, Generic[Options]):
    """The platform opens a table for a game with options."""

    game: str
    options: Options
    terms: Terms | UnsetType = UNSET
    external_id: ExternalId | UnsetType = UNSET


class TakeSeat(Action):
    """A player sits down, and may add entropy to the dice.

    `entropy_commitment` and `deck` are part of record format 1 for rules that use them.
    """

    player: PlayerId
    entropy: Entropy = ""
    entropy_commitment: Hex256 | UnsetType = UNSET
    """SHA-256 of entropy that the player reveals at the start."""
    deck: Annotated[JsonObject | UnsetType, SECRET_UNTIL_END] = UNSET
    """The player's own deck, in the game's own form. Nobody sees it before the game is over."""


class LeaveSeat(Action):
    """A player gets up before the game has started."""


class StartGame(Action):
    """All seats are taken, and the game starts."""


class Resign(Action):
    """A seat gives up a running game."""


class AbortTable(Action):
    """The platform closes a table whose game has not started."""

    reason: Annotated[str, Meta(max_length=200)] = ""


class VoidTable(Action):
    """The platform ends an open or running table without a result."""

    reason: Annotated[str, Meta(min_length=1, max_length=200)]


class RenewSitting(Action):
    """The platform revokes all tokens of a seat: its player gets a new sitting and new tokens."""

    seat: Seat


class CallTime(Action):
    """The system notes that a seat's time has run out."""


class AskTakeback(Action):
    """A seat asks to take its last turn back."""


class AnswerTakeback(Action):
    """Another seat agrees or refuses; the seat that asked may refuse too, and so withdraw."""

    agree: bool


# Events


class TableOpened(Event, Generic[Options]):
    game: str
    options: Options
    commitment: Hex256
    """SHA-256 of the seed. Proves afterwards that the dice were fixed before anyone sat down."""
    seed: Annotated[Hex256, SECRET_UNTIL_END]
    terms: Terms | UnsetType = UNSET
    external_id: ExternalId | UnsetType = UNSET
    amendments: tuple[str, ...] | UnsetType = UNSET
    """What the rules consist of, by name. Unset under the first version of a game's rules."""


class SeatTaken(Event):
    seat: Seat
    player: PlayerId
    sitting: Sitting
    entropy: Entropy = ""
    entropy_commitment: Hex256 | UnsetType = UNSET
    deck: Annotated[JsonObject | UnsetType, secret_to("seat")] = UNSET
    deck_fronts: tuple[JsonObject | None, ...] | UnsetType = UNSET
    """What is shown of the decks of all seats, because this was the last free one."""


class SeatLeft(Event):
    seat: Seat


class SittingRenewed(Event):
    """The player stays, but tokens of earlier sittings are no longer valid."""

    seat: Seat
    sitting: Sitting


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


class TableVoided(Event):
    """The table ended without a result: nobody won or lost, and nothing is rated."""

    reason: str


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
    | SittingRenewed
    | GameStarted
    | SeatResigned
    | GameEnded
    | TableAborted
    | TableVoided
    | ClocksSet
    | TimeRanOut
    | TurnKept
    | TakebackAsked
    | TakebackAnswered
    | TakebackLapsed
)
TableAction = (
    TakeSeat
    | LeaveSeat
    | StartGame
    | Resign
    | AbortTable
    | VoidTable
    | RenewSitting
    | CallTime
    | AskTakeback
    | AnswerTakeback
)


# State


class TableSeat(Record):
    seat: Seat
    player: PlayerId | None = None
    sitting: Annotated[int, Meta(ge=0)] = 0
    """The number of the current or last sitting; 0 before the first."""
    entropy: Entropy = ""
    resigned: bool = False
    entropy_commitment: Hex256 | UnsetType = UNSET
    deck: Annotated[JsonObject | UnsetType, secret_to("seat")] = UNSET
    deck_front: JsonObject | UnsetType = UNSET
    """What everyone knows of the deck since all seats were taken."""


class KeptTurn(Record, Generic[Play]):
    """The game as it was when a seat last began to decide."""

    seat: Seat
    play: Play


class Takeback(Record):
    """A seat has asked for its last turn, and these have agreed so far."""

    seat: Seat
    agreed: tuple[Seat, ...] = ()


class Table(Record, Generic[Options, Play]):
    """The state of a table. A view is the same record, redacted."""

    game: str
    rules: str
    options: Options
    commitment: Hex256
    seed: Annotated[Hex256, SECRET_UNTIL_END]
    seats: tuple[TableSeat, ...]
    stage: Stage = "open"
    play: Play | None = None
    reason: str = ""
    results: tuple[Result, ...] = ()
    terms: Terms | UnsetType = UNSET
    clocks: Clocks | UnsetType = UNSET
    kept: Annotated[tuple[KeptTurn[Play], ...] | UnsetType, SECRET_UNTIL_END] = UNSET
    """Oldest first. Hidden: viewers saw these states when they were current."""
    takeback: Takeback | UnsetType = UNSET
    external_id: ExternalId | UnsetType = UNSET


AnyTable = Table[Any, Any]
