"""Frames of a live connection: one socket, many subscriptions.

A client sends `Subscribe` and `Unsubscribe`, and the commands of the seats whose tables it follows.
Every frame it receives names the subscription by the id that the client chose. Commits carry a seq
and lists a cursor; pass either as `after` to resume without a gap.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Raw

from schemas.http import ClientId, Problem
from schemas.read_models import TableRow
from schemas.record import Record, snake_case
from schemas.table import PlayerId, Stage, TableId
from schemas.terms import Milliseconds

SubscriptionId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.:-]{1,60}$(?!\n)")]
Cursor = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.:-]{1,80}$(?!\n)")]


class TableTopic(Record, tag_field="type", tag="table"):
    """A table's commits after a seq, redacted for the token's viewer."""

    table: TableId
    token: str
    after: Annotated[int, Meta(ge=0)] = 0


class LobbyTopic(Record, tag_field="type", tag="lobby"):
    """The listed tables of all platforms that share their lobby, and their changes.

    With a platform key as `token`, that platform's own tables instead, unlisted ones included.
    """

    game: str | None = None
    stage: Stage | None = None
    after: Cursor | None = None
    token: str | None = None


class PlayerTopic(Record, tag_field="type", tag="player"):
    """A player's listed tables on platforms that share their lobby, and their changes.

    With a platform key as `token`, the tables on that platform instead, unlisted ones included.
    """

    player: PlayerId
    token: str | None = None
    after: Cursor | None = None


Topic = TableTopic | LobbyTopic | PlayerTopic


class Message(Record, tag_field="type", tag=snake_case):
    """One frame of a live connection."""


# From the client


class Subscribe(Message):
    id: SubscriptionId
    topic: Topic


class Unsubscribe(Message):
    id: SubscriptionId


class SendCommand(Message, tag="command"):
    """A command of the seat whose token the subscription has. Its `CommandOutcome` follows.

    The same command as over HTTP: a repetition with the same `id`, here or there, has no further
    effect and gets the first outcome.
    """

    subscription: SubscriptionId
    id: ClientId
    action: Raw
    expected_seq: Annotated[int, Meta(ge=0)] | None = None


FromClient = Subscribe | Unsubscribe | SendCommand


# To the client


class Subscribed(Message):
    """The subscription is active. For tables, `latest_seq` is the newest seq the viewer may see."""

    id: SubscriptionId
    latest_seq: int | None = None


class CommitUpdate(Message):
    """A commit of a table; resume from its `seq`."""

    id: SubscriptionId
    seq: int
    commit: Any
    """The commit, redacted for this viewer: see `<game>.commit.redacted`."""


class CommandOutcome(Message, tag="outcome"):
    """The outcome of a command: accepted as commit `seq`, or the problem that HTTP responds with.

    After a problem with code `unavailable` the command may be sent again. If the connection is lost
    before the outcome comes, subscribe again and repeat the command.
    """

    id: SubscriptionId
    command: ClientId
    seq: int | None = None
    problem: Problem | None = None


class Rows(Message):
    """New or changed tables. If `whole` is true, they replace all earlier rows."""

    id: SubscriptionId
    cursor: Cursor
    whole: bool
    rows: tuple[TableRow, ...]


EndCode = Literal[
    "bad_token",
    "no_such_table",
    "no_such_seq",
    "not_allowed",
    "former_sitting",
    "too_many",
    "quota_exceeded",
    "id_taken",
    "malformed",
    "unknown_rules",
    "unavailable",
    "unsubscribed",
]


class SubscriptionEnded(Message):
    """The subscription was refused or has ended. `code` is stable; the socket stays open.

    `bad_token`, `no_such_table`, `no_such_seq` (the table has no such seq: start over),
    `not_allowed`, `former_sitting` (the player left the seat, or its tokens were revoked),
    `too_many`, `quota_exceeded`, `id_taken`, `malformed`, `unavailable`, `unsubscribed`. A newer
    notifier may send others, so it is any text here; the notifier itself uses only an `EndCode`.
    """

    id: SubscriptionId | None
    code: str
    message: str


CloseReason = Literal["draining", "too_slow", "idle", "unavailable"]


class Goodbye(Message):
    """The last frame before the server closes. Reconnect with jitter within this window."""

    reason: CloseReason
    reconnect_ms_min: int
    reconnect_ms_max: int


class Heartbeat(Message):
    """Sent when nothing else was sent for a while, so that clients notice a dead connection."""

    at: Milliseconds


ToClient = (
    Subscribed | CommitUpdate | CommandOutcome | Rows | SubscriptionEnded | Goodbye | Heartbeat
)
