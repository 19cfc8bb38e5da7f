"""Follows one shard's feed and queues a message for every webhook that subscribes to it."""

import asyncio
import time
from collections.abc import Callable

import structlog
from msgspec.structs import replace

from games.codec import read_commit
from schemas.commit import AnyCommit, canonical
from schemas.table import PlayerId
from schemas.webhook import Delivery, Webhook, WebhookMessage
from services.notifier.webhooks.messages import messages_of
from services.notifier.webhooks.table_cache import TableCache
from services.runtime.access.player_directory import PlayerDirectory, PlayerEntry
from services.runtime.operations.clock import now_ms
from services.runtime.operations.telemetry import (
    LAG_ENTRIES,
    OLDEST_UNPROCESSED_SECONDS,
    SHARD,
    TABLE,
)
from services.runtime.server.connection import BLOCK_MS, CONNECTION_ERRORS, is_outage
from services.runtime.store.event_log import READ_COUNT, EventLog
from services.runtime.store.keys import ShardKeys
from services.runtime.webhooks.deliveries import Deliveries, QueuedDelivery
from services.runtime.webhooks.registry import Webhooks, webhook_keys

FOLLOWER = "webhooks"
"""Its name among the followers of a feed."""
IDLE_SECONDS = 1.0
RETRY_SECONDS = 0.5
FIRST_CURSOR = "0-0"

log = structlog.get_logger()

Entries = list[tuple[bytes, dict[bytes, bytes]]]


class FeedFollower:
    def __init__(
        self,
        event_log: EventLog,
        shard: ShardKeys,
        tables: TableCache,
        on_queued: Callable[[], None],
    ) -> None:
        """`on_queued` is called after deliveries were queued."""
        self._log = event_log
        self._shard = shard
        self._webhooks = Webhooks(event_log.client)
        self._deliveries = Deliveries(event_log.client)
        self._players = PlayerDirectory(event_log.client)
        self._tables = tables
        self._on_queued = on_queued
        self._has_webhooks = False
        """Whether any webhook was enabled at the last check."""

    async def run(self) -> None:
        """Follow the feed until cancelled."""
        cursor: str | None = None
        try:
            while True:
                try:
                    cursor = await self._step(cursor or await self._load_cursor())
                except Exception as error:
                    if not is_outage(error):
                        log.exception("following a feed for webhooks failed", **self._log_fields())
                    cursor = None
                    await asyncio.sleep(RETRY_SECONDS)
        finally:
            # The next leader reports these from now on.
            for gauge in (LAG_ENTRIES, OLDEST_UNPROCESSED_SECONDS):
                gauge.remove(str(self._shard.number), FOLLOWER)

    async def _load_cursor(self) -> str:
        """Return the stored cursor. Without one, start at the end of the feed."""
        cursor = await self._deliveries.cursor(self._shard)
        if cursor is None:
            cursor = await self._last_entry_id()
            if not await self._deliveries.enqueue(self._shard, None, cursor, ()):
                return await self._load_cursor()
        await self._report_cursor(cursor)
        return cursor

    async def _last_entry_id(self) -> str:
        entries = await self._log.client.xrevrange(self._shard.feed, count=1)
        return entries[0][0].decode() if entries else FIRST_CURSOR

    async def _step(self, cursor: str) -> str | None:
        """Handle new entries and return the new cursor, or None if another notifier moved it."""
        entries = await self._read(cursor) if self._has_webhooks else await self._skip(cursor)
        if not entries:
            self._measure(entries)
            return cursor
        # Load webhooks after reading, so that none registered before a commit misses it.
        webhooks = [webhook for webhook in await self._webhooks.all() if not webhook.disabled]
        if webhooks and not self._has_webhooks:
            self._has_webhooks = True
            return cursor
        self._has_webhooks = bool(webhooks)
        self._measure(entries)
        queued = [
            delivery
            for _, fields in entries
            for delivery in await self._deliveries_of(fields, webhooks)
        ]
        new_cursor = entries[-1][0].decode()
        if not await self._deliveries.enqueue(self._shard, cursor, new_cursor, queued):
            return None
        await self._report_cursor(new_cursor)
        if queued:
            self._on_queued()
        return new_cursor

    async def _read(self, cursor: str) -> Entries:
        streams = await self._log.client.xread({self._shard.feed: cursor}, READ_COUNT, BLOCK_MS)
        return [entry for _, entries in streams or () for entry in entries]

    async def _skip(self, cursor: str) -> Entries:
        """Without webhooks, look only at the newest entry from time to time."""
        entries: Entries = await self._log.client.xrevrange(self._shard.feed, count=1)
        if entries and entries[0][0].decode() != cursor:
            return entries
        await asyncio.sleep(IDLE_SECONDS)
        return []

    async def _deliveries_of(
        self, fields: dict[bytes, bytes], webhooks: list[Webhook]
    ) -> list[QueuedDelivery]:
        if not webhooks:
            return []
        try:
            commit = read_commit(fields[b"commit"])
            platform = await self._tables.platform(commit)
            receivers = [webhook for webhook in webhooks if webhook.platform == platform]
            messages = await self._messages(commit) if receivers else []
        except CONNECTION_ERRORS:
            raise
        except Exception:
            # One unreadable table must not stop the messages of all others.
            log.exception("commit skipped for webhooks", **self._log_fields(fields))
            return []
        return [
            _queued(webhook, message)
            for webhook in receivers
            for message in messages
            if message.event in webhook.events
        ]

    async def _messages(self, commit: AnyCommit) -> list[WebhookMessage]:
        before, after = await self._tables.apply(commit)
        messages = messages_of(
            after.rulebook, before.table if before else None, after.table, commit
        )
        entries = await self._players.entries(seat.player for seat in after.table.seats)
        return [_with_platform_players(message, entries) for message in messages]

    async def _report_cursor(self, cursor: str) -> None:
        """Allow trimming up to the cursor. It may lag behind the stored cursor, never lead it."""
        await self._log.client.hset(self._shard.cursors, FOLLOWER, cursor)

    def _measure(self, entries: Entries) -> None:
        labels = (str(self._shard.number), FOLLOWER)
        LAG_ENTRIES.labels(*labels).set(len(entries))
        age = time.time() - int(entries[0][0].split(b"-")[0]) / 1000 if entries else 0.0
        OLDEST_UNPROCESSED_SECONDS.labels(*labels).set(max(0.0, age))

    def _log_fields(self, fields: dict[bytes, bytes] | None = None) -> dict[str, object]:
        table_id = (fields or {}).get(b"table", b"").decode()
        return {SHARD: self._shard.number} | ({TABLE: table_id} if table_id else {})


def _with_platform_players(
    message: WebhookMessage, entries: dict[PlayerId, PlayerEntry]
) -> WebhookMessage:
    """Name players by the platform's own ids: the platform does not know ours."""
    players = tuple(
        entries[player].player if player in entries else None for player in message.players
    )
    return replace(message, players=players)


def _queued(webhook: Webhook, message: WebhookMessage) -> QueuedDelivery:
    delivery = Delivery(
        id=message.id,
        event=message.event,
        table=message.table,
        body=canonical(message).decode(),
        at=message.at,
    )
    return QueuedDelivery(webhook_keys(webhook), delivery, now_ms())
