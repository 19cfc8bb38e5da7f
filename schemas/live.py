"""What goes over a live connection: one socket, many subscriptions.

A client sends `Subscribe` and `Unsubscribe`; everything it gets names the subscription by the
client's own id. A game's messages carry its version, a list's messages carry a cursor: either can
be given back as `after` to go on without a gap.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta

from schemas.reading import TableRow
from schemas.strict import Record, snake_case
from schemas.table import GameId, PlayerName, Stage
from schemas.terms import Milliseconds

SubscriptionId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.:-]{1,60}$(?!\n)")]
Cursor = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.:-]{1,80}$(?!\n)")]


class GameTopic(Record, tag_field="type", tag="game"):
    """A game's commits after a version, as the token's viewer may know them."""

    game: GameId
    token: str
    after: Annotated[int, Meta(ge=0)] = 0


class LobbyTopic(Record, tag_field="type", tag="lobby"):
    """The listed tables, now and whenever one of them changes."""

    game: str | None = None
    stage: Stage | None = None
    after: Cursor | None = None


class PlayerTopic(Record, tag_field="type", tag="player"):
    """A player's listed tables, now and whenever one of them changes.

    With a platform's key as `token`, those of its own tables that are not listed too.
    """

    player: PlayerName
    token: str | None = None
    after: Cursor | None = None


Topic = GameTopic | LobbyTopic | PlayerTopic


class Message(Record, tag_field="type", tag=snake_case):
    """One frame of a live connection."""


# From the client


class Subscribe(Message):
    id: SubscriptionId
    topic: Topic


class Unsubscribe(Message):
    id: SubscriptionId


FromClient = Subscribe | Unsubscribe


# To the client


class Subscribed(Message):
    """From here on, what the topic is about. `head` is a game's version at this moment."""

    id: SubscriptionId
    head: int | None = None


class CommitSeen(Message):
    """One commit of a game; `seq` is the version to resume from."""

    id: SubscriptionId
    seq: int
    commit: Any
    """A commit as this viewer may know it: see `<game>.commit.seen`."""


class Rows(Message):
    """Tables that are new or have changed. `whole`: forget what you have, this is all of it."""

    id: SubscriptionId
    cursor: Cursor
    whole: bool
    rows: tuple[TableRow, ...]


class SubscriptionEnded(Message):
    """The subscription is refused or over; `code` is stable, and the socket stays open.

    `bad_token`, `no_such_game`, `no_such_version` (start over: the game has no version as new as
    `after`), `not_allowed`, `too_many`, `id_taken`, `malformed`, `unavailable`, `unsubscribed`.
    """

    id: SubscriptionId | None
    code: str
    message: str


class Goodbye(Message):
    """The last frame before the server closes: come back, at a random moment of this span."""

    reason: Literal["draining", "too_slow", "idle", "unavailable"]
    reconnect_ms_min: int
    reconnect_ms_max: int


class Alive(Message):
    """Sent when nothing else was for a while, so that a client can tell a dead line."""

    at: Milliseconds


ToClient = Subscribed | CommitSeen | Rows | SubscriptionEnded | Goodbye | Alive
