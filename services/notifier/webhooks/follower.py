"""Follows one shard's feed and queues a message for every hook that waits for it."""

import asyncio
import time
from collections.abc import Callable

import structlog

from games.codec import read_commit
from schemas.commit import AnyCommit, canonical
from schemas.webhook import Delivery, Webhook, WebhookMessage
from services.notifier.webhooks.messages import messages
from services.notifier.webhooks.tables import KnownTables
from services.runtime.connection import BLOCK_MS, LOST, is_outage
from services.runtime.deliveries import Deliveries, Queued
from services.runtime.event_log import READ_COUNT, EventLog
from services.runtime.keys import ShardKeys
from services.runtime.telemetry import GAME, LAG_ENTRIES, OLDEST_SECONDS, SHARD
from services.runtime.webhooks import Webhooks, keys_of

FOLLOWER = "webhooks"
"""Its name among the followers of a feed."""
IDLE_SECONDS = 1.0
RETRY_SECONDS = 0.5
BEGINNING = "0-0"

log = structlog.get_logger()

Entries = list[tuple[bytes, dict[bytes, bytes]]]


class Follower:
    def __init__(
        self, event_log: EventLog, shard: ShardKeys, tables: KnownTables, ring: Callable[[], None]
    ) -> None:
        """`ring` is called when something was queued."""
        self._log = event_log
        self._shard = shard
        self._hooks = Webhooks(event_log.client)
        self._queue = Deliveries(event_log.client)
        self._tables = tables
        self._ring = ring
        self._wanted = False
        """Whether anyone had a hook when last looked."""

    async def run(self) -> None:
        """Until cancelled."""
        cursor: str | None = None
        try:
            while True:
                try:
                    cursor = await self._step(cursor or await self._begin())
                except Exception as error:
                    if not is_outage(error):
                        log.exception("following a feed for webhooks failed", **self._names())
                    cursor = None
                    await asyncio.sleep(RETRY_SECONDS)
        finally:
            # Another goes on from here: these are its figures now.
            for figure in (LAG_ENTRIES, OLDEST_SECONDS):
                figure.remove(str(self._shard.number), FOLLOWER)

    async def _begin(self) -> str:
        """Where the last one stopped; the very first begins now, not with what is long past."""
        cursor = await self._queue.cursor(self._shard)
        if cursor is None:
            cursor = await self._head()
            if not await self._queue.enqueue(self._shard, None, cursor, ()):
                return await self._begin()
        await self._passed(cursor)
        return cursor

    async def _head(self) -> str:
        last = await self._log.client.xrevrange(self._shard.feed, count=1)
        return last[0][0].decode() if last else BEGINNING

    async def _step(self, cursor: str) -> str | None:
        """What is new; then the new cursor, or None when another has moved it."""
        entries = await self._read(cursor) if self._wanted else await self._skip(cursor)
        if not entries:
            self._measure(entries)
            return cursor
        # Asked after reading: a hook that was there before a commit is never missed.
        hooks = [hook for hook in await self._hooks.all() if not hook.disabled]
        if hooks and not self._wanted:
            self._wanted = True
            return cursor
        self._wanted = bool(hooks)
        self._measure(entries)
        queued = [one for entry in entries for one in await self._queued(entry[1], hooks)]
        moved = entries[-1][0].decode()
        if not await self._queue.enqueue(self._shard, cursor, moved, queued):
            return None
        await self._passed(moved)
        if queued:
            self._ring()
        return moved

    async def _read(self, cursor: str) -> Entries:
        answer = await self._log.client.xread({self._shard.feed: cursor}, READ_COUNT, BLOCK_MS)
        return [entry for _, entries in answer or () for entry in entries]

    async def _skip(self, cursor: str) -> Entries:
        """While nobody has a hook the newest entry is all that is looked at, now and then."""
        last: Entries = await self._log.client.xrevrange(self._shard.feed, count=1)
        if last and last[0][0].decode() != cursor:
            return last
        await asyncio.sleep(IDLE_SECONDS)
        return []

    async def _queued(self, fields: dict[bytes, bytes], hooks: list[Webhook]) -> list[Queued]:
        if not hooks:
            return []
        try:
            commit = read_commit(fields[b"commit"])
            platform = await self._tables.platform(commit)
            wanting = [hook for hook in hooks if hook.platform == platform]
            found = await self._messages(commit) if wanting else []
        except LOST:
            raise
        except Exception:
            # A game that can't be read stops nobody else's messages.
            log.exception("a commit is told to no webhook", **self._names(fields))
            return []
        return [
            _to(hook, message)
            for hook in wanting
            for message in found
            if message.kind in hook.events
        ]

    async def _messages(self, commit: AnyCommit) -> list[WebhookMessage]:
        before, after = await self._tables.fold(commit)
        return messages(after.game, before.table if before else None, after.table, commit)

    async def _passed(self, cursor: str) -> None:
        """Trimming may go so far. Behind the true cursor for a moment, never before it."""
        await self._log.client.hset(self._shard.cursors, FOLLOWER, cursor)

    def _measure(self, entries: Entries) -> None:
        label = (str(self._shard.number), FOLLOWER)
        LAG_ENTRIES.labels(*label).set(len(entries))
        age = time.time() - int(entries[0][0].split(b"-")[0]) / 1000 if entries else 0.0
        OLDEST_SECONDS.labels(*label).set(max(0.0, age))

    def _names(self, fields: dict[bytes, bytes] | None = None) -> dict[str, object]:
        game = (fields or {}).get(b"game", b"").decode()
        return {SHARD: self._shard.number} | ({GAME: game} if game else {})


def _to(hook: Webhook, message: WebhookMessage) -> Queued:
    delivery = Delivery(
        id=message.id,
        kind=message.kind,
        table=message.table,
        body=canonical(message).decode(),
        at=message.at,
    )
    return Queued(keys_of(hook), delivery, time.time_ns() // 1_000_000)
