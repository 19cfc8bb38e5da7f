"""Webhooks: what a platform asks to be told, what it is told, and what becomes of the telling.

A message holds nothing that a spectator of the table could not know.
"""

from typing import Annotated, Literal

from msgspec import Meta

from schemas.strict import Record
from schemas.table import GameId, PlayerName, Result
from schemas.terms import Milliseconds, Seat

WebhookEvent = Literal["game_started", "your_turn", "game_over", "table_aborted"]
EVENTS: tuple[WebhookEvent, ...] = ("game_started", "your_turn", "game_over", "table_aborted")
WebhookName = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_-]{0,62}$(?!\n)")]
WebhookUrl = Annotated[str, Meta(min_length=1, max_length=2000)]
MessageId = Annotated[str, Meta(min_length=1, max_length=120)]


class WebhookMessage(Record):
    """The body that is sent. `id` is the same however often it is sent: act on it once."""

    id: MessageId
    """`<table>:<seq>:<kind>`."""
    kind: WebhookEvent | Literal["test"]
    table: GameId
    game: str
    """What is played: `city`."""
    seq: int
    """The version that the table reached by this; ask the gateway for everything else."""
    at: Milliseconds
    seats: tuple[Seat, ...]
    """Whom it concerns: who is to act now, or everyone."""
    players: tuple[PlayerName | None, ...]
    """Their names, in the order of `seats`."""
    results: tuple[Result, ...] = ()
    reason: str = ""
    """Why a game is over or a table was aborted."""


class Webhook(Record):
    """A hook as it is kept. Its secret signs every message."""

    platform: str
    name: WebhookName
    url: WebhookUrl
    events: tuple[WebhookEvent, ...]
    secret: str
    made_at: Milliseconds
    disabled: str = ""
    """Why nothing is sent any more; empty while messages are sent."""


class WebhookRow(Record):
    """A hook as its platform sees it."""

    name: WebhookName
    url: WebhookUrl
    events: tuple[WebhookEvent, ...]
    made_at: Milliseconds
    disabled: str
    waiting: int
    """Messages that are to be sent, now or after a pause."""
    dead: int
    """Messages that were given up; they can be replayed."""


class Delivery(Record):
    """A message on its way to one hook."""

    id: MessageId
    kind: str
    table: GameId
    body: str
    """Exactly what is sent and signed."""
    at: Milliseconds
    attempts: int = 0
    answer: str = ""
    """What the last attempt came to."""
    tried_at: Milliseconds = 0


class DeadDelivery(Record):
    """A message that was given up."""

    id: MessageId
    kind: str
    table: GameId
    at: Milliseconds
    attempts: int
    answer: str
    tried_at: Milliseconds


# Over HTTP


class WebhookToPut(Record):
    url: WebhookUrl
    events: Annotated[tuple[WebhookEvent, ...], Meta(min_length=1)]
    rotate: bool = False
    """Make a new secret; the old one is good for nothing from then on."""


class WebhookPut(Record):
    webhook: WebhookRow
    secret: str | None
    """Signs all messages. Said when it is made, and never again."""


class WebhookList(Record):
    webhooks: tuple[WebhookRow, ...]


class WebhookDeleted(Record):
    name: WebhookName


class DeadList(Record):
    dead: tuple[DeadDelivery, ...]
    """Oldest first, so many at most."""


class ReplayWanted(Record):
    id: MessageId | None = None
    """One message; all dead ones when left out."""


class Replayed(Record):
    replayed: int
