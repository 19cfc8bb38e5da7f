"""Messages on their way to hooks: queued once, due at a moment, dead when given up, replayable."""

from collections.abc import Sequence
from importlib.resources import files

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from schemas.commit import canonical
from schemas.webhook import DeadDelivery, Delivery
from services.runtime.connection import Client
from services.runtime.keys import WEBHOOK_CURSORS, WEBHOOKS, ShardKeys, WebhookKeys

WAITING_MAX = 10_000
"""Of one hook. What comes on top is dead at once: a receiver that is away must not fill the server
that the games are on."""
DEAD_MAX = 2_000
"""Of one hook. The oldest go first."""

_ENQUEUE = files("services.runtime").joinpath("webhook_enqueue.lua").read_text()
_MOVE = files("services.runtime").joinpath("webhook_move.lua").read_text()

_deliveries = msgspec.json.Decoder(Delivery)


class Queued(Struct, frozen=True):
    """A message for a hook."""

    hook: WebhookKeys
    delivery: Delivery
    due_ms: int


class Deliveries:
    def __init__(self, client: Client) -> None:
        self._client = client
        self._enqueue = client.register_script(_ENQUEUE)
        self._move = client.register_script(_MOVE)

    async def cursor(self, shard: ShardKeys) -> str | None:
        """How far in the shard's feed messages are queued."""
        found = await self._client.hget(WEBHOOK_CURSORS, str(shard.number))
        return None if found is None else found.decode()

    async def enqueue(
        self, shard: ShardKeys, cursor: str | None, moved: str, queued: Sequence[Queued]
    ) -> bool:
        """Queue messages and move the cursor, both or neither. False when it was not at `cursor`:
        another notifier has done it."""
        hooks = list(dict.fromkeys(one.hook for one in queued))
        number = {hook: place for place, hook in enumerate(hooks, start=1)}
        keys = [WEBHOOK_CURSORS, WEBHOOKS]
        for hook in hooks:
            keys += [hook.deliveries, hook.due, hook.dead]
        arguments: list[str | bytes | int] = [shard.number, cursor or "", moved]
        arguments += [WAITING_MAX, DEAD_MAX, len(hooks), *(hook.field for hook in hooks)]
        for one in queued:
            record = canonical(one.delivery)
            arguments += [number[one.hook], one.delivery.id, one.due_ms, record]
        return bool(await self._enqueue(keys=keys, args=arguments))

    async def due(self, hook: WebhookKeys, now_ms: int, limit: int) -> list[Delivery]:
        """What is to be sent now, oldest first."""
        ids = await self._client.zrange(hook.due, "-inf", now_ms, byscore=True, offset=0, num=limit)
        return await self._records(hook, ids)

    async def next_due_ms(self, hook: WebhookKeys) -> int | None:
        first = await self._client.zrange(hook.due, 0, 0, withscores=True)
        return int(first[0][1]) if first else None

    async def delivered(self, hook: WebhookKeys, delivery: Delivery) -> None:
        keys = [hook.deliveries, hook.due, hook.dead]
        await self._move(keys=keys, args=[delivery.id, "", 0, 0])

    async def again(self, hook: WebhookKeys, delivery: Delivery, due_ms: int) -> None:
        keys = [hook.deliveries, hook.due, hook.due]
        await self._move(keys=keys, args=[delivery.id, canonical(delivery), due_ms, 0])

    async def bury(self, hook: WebhookKeys, delivery: Delivery, now_ms: int) -> None:
        keys = [hook.deliveries, hook.due, hook.dead]
        await self._move(keys=keys, args=[delivery.id, canonical(delivery), now_ms, DEAD_MAX])

    async def dead(self, hook: WebhookKeys, limit: int) -> list[DeadDelivery]:
        """What was given up, oldest first."""
        found = await self._records(hook, await self._client.zrange(hook.dead, 0, limit - 1))
        return [
            DeadDelivery(
                id=one.id,
                kind=one.kind,
                table=one.table,
                at=one.at,
                attempts=one.attempts,
                answer=one.answer,
                tried_at=one.tried_at,
            )
            for one in found
        ]

    async def replay(self, hook: WebhookKeys, message: str | None, now_ms: int) -> int:
        """Send dead messages again, all or one, as if for the first time. Says how many."""
        ids = await self._client.zrange(hook.dead, 0, -1) if message is None else [message.encode()]
        replayed = 0
        for one in await self._records(hook, ids):
            keys = [hook.deliveries, hook.dead, hook.due]
            record = canonical(replace(one, attempts=0))
            replayed += await self._move(keys=keys, args=[one.id, record, now_ms, 0])
        return replayed

    async def counts(self, hook: WebhookKeys) -> tuple[int, int]:
        """Waiting and dead."""
        return await self._client.zcard(hook.due), await self._client.zcard(hook.dead)

    async def _records(self, hook: WebhookKeys, ids: Sequence[bytes]) -> list[Delivery]:
        if not ids:
            return []
        lines = await self._client.hmget(hook.deliveries, *ids)
        # One that is missing was delivered, or its hook deleted, between the two questions.
        return [_deliveries.decode(line) for line in lines if line is not None]
