"""Bodies of the gateway's requests and responses, problems included."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType, field

from schemas.legal import Skip
from schemas.metadata import Metadata
from schemas.outcome import Outcome
from schemas.read_models import ActivityDay, PlayerRow, Standing, TableRow
from schemas.record import Record
from schemas.redaction import Viewer
from schemas.rejection import OptionsProblem, Rejection
from schemas.rules import RulesVersion
from schemas.table import Entropy, ExternalId, JsonObject, PlayerId, PlayerName, TableId
from schemas.terms import BotLevel, Seat, Terms

ClientId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.:-]{1,60}$(?!\n)")]
"""A client's own id of a command. The gateway prefixes the seat, so seats share no ids."""
WaitSeconds = Annotated[float, Meta(ge=0, le=60)]
PageCursor = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.-]{1,80}$(?!\n)")]
AgeMs = Annotated[
    int, Meta(ge=0, description="The response includes all that happened longer ago than this.")
]


class OpenTableRequest(Record):
    game: str
    options: dict[str, Any]
    external_id: ExternalId | None = None
    """The platform's own name for the table, unique on the platform. Opening a table again with the
    same external id and the same request returns the first one."""
    terms: Terms = Terms()
    """`platform` is filled in by the gateway."""
    metadata: Metadata = field(default_factory=dict)
    """What the platform notes about the table. It is not part of the history."""
    rules: str | None = None
    """The rules to play under, one of the game's versions in the catalogue; the newest when left
    out. A table keeps its rules."""


class OpenTableResponse(Record):
    table: TableId
    outcome: Outcome


class TakeSeatRequest(Record):
    player: PlayerName
    """The platform's own id of the player."""
    name: PlayerName | None = None
    """The name to show; `player` when left out."""
    entropy: Entropy = ""
    deck: JsonObject | UnsetType = UNSET
    """The player's own deck, in the form of the game, where the table's options accept decks. It
    stays secret until the game is over."""


class TakeSeatResponse(Record):
    outcome: Outcome
    player: PlayerId
    """The player's id in histories, lists and standings of this platform."""
    token: str
    """Lets its holder play and see this seat."""


BULK_TABLES_MAX = 50
BULK_TOKENS_MAX = 200


class OpenTablesRequest(Record):
    tables: Annotated[tuple[OpenTableRequest, ...], Meta(min_length=1, max_length=BULK_TABLES_MAX)]


class VoidTableRequest(Record):
    reason: Annotated[str, Meta(min_length=1, max_length=200)]
    """Shown to the players and recorded in the history."""


class TokenRequest(Record):
    viewer: Viewer


class TokenResponse(Record):
    token: str


class TableTokenRequest(Record):
    table: TableId
    viewer: Viewer


class TokensRequest(Record):
    tokens: Annotated[tuple[TableTokenRequest, ...], Meta(min_length=1, max_length=BULK_TOKENS_MAX)]


class CommandRequest(Record):
    id: ClientId
    action: Raw
    expected_seq: Annotated[int, Meta(ge=0)] | None = None
    wait: WaitSeconds = 10.0
    """How long to wait for the outcome; with 0 the response is a 202 at once."""


class CommandQueuedResponse(Record):
    """No outcome yet: get it from the path in `outcome`."""

    command: ClientId
    outcome: str


class ViewResponse(Record):
    seq: int
    viewer: Viewer
    view: Any
    figures: Any
    """Numbers that the rules derive from the view, for renderers; null before the start."""
    to_act: tuple[Seat, ...]
    """The seats that the table waits for."""
    actions: tuple[Any, ...]
    """Legal actions of the token's seat at the latest seq; payments in order of least waste. Empty
    for spectators and at earlier seqs. Resigning and takebacks are not listed."""
    skips: tuple[Skip, ...]
    """Which of `actions` end a phase of the turn in which the seat could still act."""
    names: dict[PlayerId, PlayerName]
    """Names of the seated players, from the player directory."""


class CommitsResponse(Record):
    """Redacted commits after a seq; complete ones once the game is over."""

    latest_seq: int
    commits: tuple[Any, ...]
    names: dict[PlayerId, PlayerName]
    """Names of the seated players, from the player directory."""


class TablesResponse(Record):
    """Newest first."""

    tables: tuple[TableRow, ...]
    after: PageCursor | None
    """The cursor of the next page; null on the last page."""
    age_ms: AgeMs


class PlayerResponse(Record):
    player: PlayerRow
    age_ms: AgeMs


class StandingsResponse(Record):
    """Best first."""

    game: str
    standings: tuple[Standing, ...]
    players: int
    """The number of all players in the standings."""
    age_ms: AgeMs


class ActivityResponse(Record):
    """Newest first; days on which nothing happened are left out."""

    days: tuple[ActivityDay, ...]
    age_ms: AgeMs


class CatalogueGame(Record):
    id: str
    rules: str
    """The rules of new tables."""
    versions: tuple[RulesVersion, ...]
    """The rules that a table can be opened under, the newest first."""
    names: dict[str, str]
    """Language -> the game's name."""
    languages: tuple[str, ...]
    seats: tuple[int, ...]
    """Possible numbers of players."""
    options: dict[str, Any]
    """JSON Schema of the options."""
    bots: tuple[BotLevel, ...]
    """Levels of bots that can fill seats, weakest first."""
    default_bot: BotLevel
    """The level to offer first."""
    words: dict[str, dict[str, str]]
    """Names of the pieces: id -> language -> name. Each has an English name."""


class CheckOptionsRequest(Record):
    options: dict[str, Any]
    rules: str | None = None
    """The rules to check them for; the newest when left out."""


class CheckOptionsResponse(Record):
    """Empty: a table can be opened with these options."""

    problems: tuple[OptionsProblem, ...]


class CatalogueResponse(Record):
    games: tuple[CatalogueGame, ...]
    terms: dict[str, Any]
    """JSON Schema of the terms that any table is played on."""


class HealthResponse(Record):
    status: Literal["ok"]
    version: str


ProblemCode = Literal[
    "malformed",
    "no_token",
    "bad_token",
    "not_allowed",
    "former_sitting",
    "renewal_expired",
    "not_found",
    "no_such_seq",
    "not_yet",
    "method_not_allowed",
    "rejected",
    "unknown_rules",
    "idempotency_conflict",
    "too_large",
    "too_many",
    "quota_exceeded",
    "internal",
    "unavailable",
    "too_many_connections",
]


class Problem(Struct, frozen=True):
    """An error response (RFC 9457). `code` is stable; `detail` is for people.

    Not strict: a client that meets a newer gateway still understands what went wrong. So `code` is
    any text here; the gateway itself uses only a `ProblemCode`.
    """

    type: str
    title: str
    status: int
    code: str
    detail: str
    rejection: Rejection | None = None
    extra: dict[str, Any] = field(default_factory=dict)


class OpenTablesItem(Record):
    """Either the opened table or why it was not opened."""

    opened: OpenTableResponse | None = None
    problem: Problem | None = None


class OpenTablesResponse(Record):
    tables: tuple[OpenTablesItem, ...]
    """In the order of the request. One that fails does not stop the others."""


class TokensItem(Record):
    """Either the token or why there is none."""

    token: str | None = None
    problem: Problem | None = None


class TokensResponse(Record):
    tokens: tuple[TokensItem, ...]
    """In the order of the request."""
