"""Webhooks: registrations, messages and deliveries.

A message holds nothing that a spectator of the table may not know.
"""

from typing import Annotated, Literal, get_args

from msgspec import Meta

from schemas.record import Record
from schemas.table import PlayerName, Result, TableId
from schemas.terms import Milliseconds, Seat

WebhookEvent = Literal["game_started", "your_turn", "game_over", "table_aborted", "table_voided"]
EVENTS: tuple[WebhookEvent, ...] = get_args(WebhookEvent)
WebhookName = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_-]{0,62}$(?!\n)")]
WebhookUrl = Annotated[str, Meta(min_length=1, max_length=2000)]
MessageId = Annotated[str, Meta(min_length=1, max_length=120)]


class WebhookMessage(Record):
    """The body of a request. Retries have the same `id`: process each id once."""

    id: MessageId
    """`<table>:<seq>:<event>`."""
    event: WebhookEvent | Literal["test"]
    table: TableId
    game: str
    """The id of the game that is played."""
    seq: int
    """The seq of the commit that caused the message."""
    at: Milliseconds
    seats: tuple[Seat, ...]
    """The seats that have to act now, or all seats."""
    players: tuple[PlayerName | None, ...]
    """The platform's own player ids, in the order of `seats`; null for erased players."""
    results: tuple[Result, ...] = ()
    reason: str = ""
    """Why a game is over or a table was aborted or voided."""


class Webhook(Record):
    """A stored webhook. Its secret signs every message."""

    platform: str
    name: WebhookName
    url: WebhookUrl
    events: tuple[WebhookEvent, ...]
    secret: str
    created_at: Milliseconds
    disabled: str = ""
    """Why the webhook is disabled; empty while it is enabled."""
    previous_secret: str = ""
    """Signs messages besides `secret` until `previous_until`."""
    previous_until: Milliseconds = 0


class WebhookRow(Record):
    """A webhook as its platform sees it."""

    name: WebhookName
    url: WebhookUrl
    events: tuple[WebhookEvent, ...]
    created_at: Milliseconds
    disabled: str
    waiting: int
    """Number of messages waiting to be sent or retried."""
    dead_letters: int
    """Number of dead letters; they can be retried."""


class Delivery(Record):
    """The delivery of a message to one webhook."""

    id: MessageId
    event: str
    table: TableId
    body: str
    """Exactly what is sent and signed."""
    at: Milliseconds
    attempts: int = 0
    last_response: str = ""
    """The response or error of the last attempt."""
    tried_at: Milliseconds = 0


class WebhookDeadLetter(Record):
    """A message that was not delivered after all attempts."""

    id: MessageId
    event: str
    table: TableId
    at: Milliseconds
    attempts: int
    last_response: str
    tried_at: Milliseconds


# Over HTTP


class PutWebhookRequest(Record):
    url: WebhookUrl
    events: Annotated[tuple[WebhookEvent, ...], Meta(min_length=1)]
    rotate: bool = False
    """Create a new secret. For 24 hours messages are signed with the old one, too."""


class PutWebhookResponse(Record):
    webhook: WebhookRow
    secret: str | None
    """Signs all messages. Returned only when it is created."""


class WebhooksResponse(Record):
    webhooks: tuple[WebhookRow, ...]


class WebhookDeletedResponse(Record):
    name: WebhookName


class WebhookDeadLettersResponse(Record):
    dead_letters: tuple[WebhookDeadLetter, ...]
    """Oldest first."""


class RetryRequest(Record):
    id: MessageId | None = None
    """One dead letter; all when left out."""


class RetryResponse(Record):
    retried: int
