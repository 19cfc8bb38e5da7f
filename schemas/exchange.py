"""The bodies of requests to the gateway and of its answers, problems included."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Raw, Struct, field

from schemas.outcome import Outcome
from schemas.reading import DayOfActivity, PlayerRow, Standing, TableRow
from schemas.rejection import OptionsProblem, Rejection
from schemas.secrecy import Viewer
from schemas.strict import Record
from schemas.table import Entropy, GameId, PlayerName
from schemas.terms import Terms

ClientId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.:-]{1,60}$(?!\n)")]
"""A client's own id of a command. The gateway puts the seat before it: seats share no ids."""
WaitSeconds = Annotated[float, Meta(ge=0, le=60)]
PageCursor = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.-]{1,80}$(?!\n)")]
AgeMs = Annotated[
    int, Meta(ge=0, description="What happened longer ago than this is in the answer for sure.")
]


class TableToOpen(Record):
    game: str
    options: dict[str, Any]
    id: GameId | None = None
    """The platform's own id; the gateway makes one when it is left out."""
    terms: Terms = Terms()
    """`platform` is filled in by the gateway."""


class TableOpenedAnswer(Record):
    table: GameId
    outcome: Outcome


class Seating(Record):
    player: PlayerName
    entropy: Entropy = ""


class Seated(Record):
    outcome: Outcome
    token: str
    """Lets its holder play and see this seat."""


class TokenWanted(Record):
    viewer: Viewer


class TokenGiven(Record):
    token: str


class CommandToSend(Record):
    id: ClientId
    action: Raw
    expected_seq: Annotated[int, Meta(ge=0)] | None = None
    wait: WaitSeconds = 10.0
    """How long to wait for the outcome; 0 answers at once with 202."""


class CommandQueued(Record):
    """No outcome yet: look where `outcome` says."""

    command: ClientId
    outcome: str


class ViewAnswer(Record):
    seq: int
    viewer: Viewer
    view: Any
    figures: Any
    """What the rules work out of the view, for those who show it; null before the start."""


class CommitsAnswer(Record):
    """Redacted commits after a version; the whole ones once the game is over."""

    head: int
    commits: tuple[Any, ...]


class LegalAnswer(Record):
    seq: int
    seat: int
    actions: tuple[Any, ...]


class TablesAnswer(Record):
    """Newest first."""

    tables: tuple[TableRow, ...]
    after: PageCursor | None
    """Ask with this for the next page; null when this is the last."""
    age_ms: AgeMs


class PlayerAnswer(Record):
    player: PlayerRow
    age_ms: AgeMs


class StandingsAnswer(Record):
    """Best first."""

    game: str
    standings: tuple[Standing, ...]
    players: int
    """How many there are in all."""
    age_ms: AgeMs


class ActivityAnswer(Record):
    """Newest first; days on which nothing happened are left out."""

    days: tuple[DayOfActivity, ...]
    age_ms: AgeMs


class GameInCatalogue(Record):
    id: str
    rules: str
    names: dict[str, str]
    """Language -> what the game is called."""
    languages: tuple[str, ...]
    seats: tuple[int, ...]
    """How many may play."""
    options: dict[str, Any]
    """JSON Schema of the options."""
    bots: tuple[str, ...]
    """Levels of bots that can fill seats."""
    words: dict[str, dict[str, str]]
    """What the pieces are called: id -> language -> name. English is there for each."""


class OptionsToCheck(Record):
    options: dict[str, Any]


class OptionsChecked(Record):
    """Empty: a table can be opened with these options."""

    problems: tuple[OptionsProblem, ...]


class Catalogue(Record):
    games: tuple[GameInCatalogue, ...]
    terms: dict[str, Any]
    """JSON Schema of the terms that any table is played on."""


class Health(Record):
    status: Literal["ok"]
    version: str


class Problem(Struct, frozen=True):
    """What a client gets instead of an answer (RFC 9457). `code` is stable; `detail` is for people.

    Not strict: a client that meets a newer gateway still understands what went wrong.
    """

    type: str
    title: str
    status: int
    code: str
    detail: str
    rejection: Rejection | None = None
    extra: dict[str, Any] = field(default_factory=dict)
