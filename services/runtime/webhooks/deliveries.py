"""Webhook deliveries: queued once, due at a time, a dead letter after too many attempts."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from schemas.commit import canonical
from schemas.table import PlayerName
from schemas.webhook import Delivery, WebhookDeadLetter, WebhookMessage
from services.runtime.server.client import RedisClient, Value
from services.runtime.server.script import Script, read_script
from services.runtime.store.cursor import Cursor, entry_cursor
from services.runtime.store.keys import WEBHOOK_CURSORS, WEBHOOKS, ShardKeys, WebhookKeys

WAITING_MAX = 10_000
"""Per webhook. Further deliveries become dead letters at once: an unavailable receiver must not
fill the server that holds the tables."""
DEAD_LETTERS_MAX = 2_000
"""Per webhook. The oldest are dropped first."""

_ENQUEUE = read_script("services.runtime.webhooks", "enqueue.lua")
_MOVE = read_script("services.runtime.webhooks", "move.lua")

_REPLACE = """
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
"""

_delivery_decoder = msgspec.json.Decoder(Delivery)
_message_decoder = msgspec.json.Decoder(WebhookMessage)


class QueuedDelivery(Struct, frozen=True):
    """A delivery, its webhook, and when it is due."""

    webhook: WebhookKeys
    delivery: Delivery
    due_ms: int


class Deliveries:
    def __init__(self, client: RedisClient) -> None:
        self._client = client
        self._enqueue: Script[int] = Script(client, _ENQUEUE)
        self._move: Script[int] = Script(client, _MOVE)
        self._replace: Script[int] = Script(client, _REPLACE)

    async def cursor(self, shard: ShardKeys) -> Cursor | None:
        """Return up to where in the shard's feed deliveries are queued."""
        cursor = await self._client.hget(WEBHOOK_CURSORS, str(shard.number))
        return None if cursor is None else entry_cursor(cursor)

    async def enqueue(
        self,
        shard: ShardKeys,
        cursor: Cursor | None,
        new_cursor: Cursor,
        queued: Sequence[QueuedDelivery],
    ) -> bool:
        """Queue deliveries and move the cursor, atomically.

        Return False and do nothing if the stored cursor is not `cursor`: another notifier moved it.
        """
        webhooks = list(dict.fromkeys(entry.webhook for entry in queued))
        numbers = {webhook: number for number, webhook in enumerate(webhooks, start=1)}
        keys = [WEBHOOK_CURSORS, WEBHOOKS]
        for webhook in webhooks:
            keys += [webhook.deliveries, webhook.due, webhook.dead_letters]
        arguments: list[Value] = [shard.number, cursor or "", new_cursor]
        arguments += [WAITING_MAX, DEAD_LETTERS_MAX, len(webhooks)]
        arguments += [webhook.field for webhook in webhooks]
        for entry in queued:
            record = canonical(entry.delivery)
            arguments += [numbers[entry.webhook], entry.delivery.id, entry.due_ms, record]
        return bool(await self._enqueue(keys=keys, args=arguments))

    async def due(self, webhook: WebhookKeys, now_ms: int, limit: int) -> list[Delivery]:
        """Return deliveries that are due, oldest first."""
        ids = await self._client.zrange(
            webhook.due, "-inf", now_ms, byscore=True, offset=0, num=limit
        )
        return await self._records(webhook, ids)

    async def next_due_ms(self, webhook: WebhookKeys) -> int | None:
        first = await self._client.zrange(webhook.due, 0, 0, withscores=True)
        return int(first[0][1]) if first else None

    async def mark_delivered(self, webhook: WebhookKeys, delivery: Delivery) -> None:
        keys = [webhook.deliveries, webhook.due, webhook.dead_letters]
        await self._move(keys=keys, args=[delivery.id, "", 0, 0])

    async def reschedule(self, webhook: WebhookKeys, delivery: Delivery, due_ms: int) -> None:
        keys = [webhook.deliveries, webhook.due, webhook.due]
        await self._move(keys=keys, args=[delivery.id, canonical(delivery), due_ms, 0])

    async def mark_as_dead_letter(
        self, webhook: WebhookKeys, delivery: Delivery, now_ms: int
    ) -> None:
        keys = [webhook.deliveries, webhook.due, webhook.dead_letters]
        await self._move(
            keys=keys, args=[delivery.id, canonical(delivery), now_ms, DEAD_LETTERS_MAX]
        )

    async def dead_letters(self, webhook: WebhookKeys, limit: int) -> list[WebhookDeadLetter]:
        """Return dead letters, oldest first."""
        ids = await self._client.zrange(webhook.dead_letters, 0, limit - 1)
        return [
            WebhookDeadLetter(
                id=delivery.id,
                event=delivery.event,
                table=delivery.table,
                at=delivery.at,
                attempts=delivery.attempts,
                last_response=delivery.last_response,
                tried_at=delivery.tried_at,
            )
            for delivery in await self._records(webhook, ids)
        ]

    async def retry(self, webhook: WebhookKeys, message_id: str | None, now_ms: int) -> int:
        """Queue dead letters again, all or one, with attempts reset. Return how many."""
        if message_id is None:
            ids = await self._client.zrange(webhook.dead_letters, 0, -1)
        else:
            ids = [message_id.encode()]
        retried = 0
        for delivery in await self._records(webhook, ids):
            keys = [webhook.deliveries, webhook.dead_letters, webhook.due]
            record = canonical(replace(delivery, attempts=0))
            retried += await self._move(keys=keys, args=[delivery.id, record, now_ms, 0])
        return retried

    async def forget_player(self, webhook: WebhookKeys, player: PlayerName) -> int:
        """Remove a player from all waiting messages and dead letters. Return how many changed."""
        changed = 0
        for message_id, record in (await self._client.hgetall(webhook.deliveries)).items():
            delivery = _delivery_decoder.decode(record)
            message = _message_decoder.decode(delivery.body)
            if player not in message.players:
                continue
            players = tuple(None if each == player else each for each in message.players)
            body = canonical(replace(message, players=players)).decode()
            without = canonical(replace(delivery, body=body))
            # If it was delivered or tried meanwhile, the message has left already.
            changed += await self._replace(
                keys=[webhook.deliveries], args=[message_id, record, without]
            )
        return changed

    async def counts(self, webhook: WebhookKeys) -> tuple[int, int]:
        """Return the numbers of waiting deliveries and of dead letters."""
        return await self._client.zcard(webhook.due), await self._client.zcard(webhook.dead_letters)

    async def _records(self, webhook: WebhookKeys, ids: Sequence[bytes]) -> list[Delivery]:
        if not ids:
            return []
        records = await self._client.hmget(webhook.deliveries, ids)
        # A missing record was delivered, or its webhook deleted, between the two calls.
        return [_delivery_decoder.decode(record) for record in records if record is not None]
