"""Follows one shard's feed and queues a message for every webhook that subscribes to it."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import aclosing

import structlog
from msgspec.structs import replace

from games.codec import read_commit
from schemas.commit import AnyCommit, canonical
from schemas.table import PlayerId
from schemas.webhook import Delivery, Webhook, WebhookMessage
from services.notifier.webhooks.messages import messages_of
from services.notifier.webhooks.table_cache import TableCache
from services.runtime.access.player_directory import PlayerEntry
from services.runtime.operations.clock import now_ms
from services.runtime.operations.telemetry import (
    LAG_ENTRIES,
    OLDEST_UNPROCESSED_SECONDS,
    SHARD,
    TABLE,
)
from services.runtime.server.connection import CONNECTION_ERRORS, is_outage
from services.runtime.store.cursor import Cursor, added_ms
from services.runtime.store.feeds import FeedEntry
from services.runtime.store.keys import ShardKeys
from services.runtime.stores import Stores
from services.runtime.webhooks.deliveries import QueuedDelivery
from services.runtime.webhooks.registry import webhook_keys

FOLLOWER = "webhooks"
"""Its name among the followers of a feed."""
IDLE_SECONDS = 1.0
RETRY_SECONDS = 0.5

log = structlog.get_logger()


class FeedFollower:
    def __init__(
        self,
        stores: Stores,
        shard: ShardKeys,
        tables: TableCache,
        on_queued: Callable[[], None],
    ) -> None:
        """`on_queued` is called after deliveries were queued."""
        self._shard = shard
        self._feeds = stores.event_log.feeds
        self._webhooks = stores.webhooks
        self._deliveries = stores.deliveries
        self._players = stores.players
        self._tables = tables
        self._on_queued = on_queued

    async def run(self) -> None:
        """Follow the feed until cancelled."""
        try:
            while True:
                try:
                    await self._run_from(await self._load_cursor())
                except Exception as error:
                    if not is_outage(error):
                        log.exception("following a feed for webhooks failed", **self._log_fields())
                    await asyncio.sleep(RETRY_SECONDS)
        finally:
            # The next leader reports these from now on.
            for gauge in (LAG_ENTRIES, OLDEST_UNPROCESSED_SECONDS):
                gauge.remove(str(self._shard.number), FOLLOWER)

    async def _load_cursor(self) -> Cursor:
        """Return the stored cursor. Without one, start at the end of the feed."""
        cursor = await self._deliveries.cursor(self._shard)
        if cursor is None:
            cursor = await self._feeds.last_cursor(self._shard)
            if not await self._deliveries.enqueue(self._shard, None, cursor, ()):
                return await self._load_cursor()
        await self._report_cursor(cursor)
        return cursor

    async def _run_from(self, cursor: Cursor | None) -> None:
        """Follow the feed from a cursor until another notifier moves the stored one."""
        while cursor is not None:
            if await self._enabled_webhooks():
                cursor = await self._queue_messages(cursor)
            else:
                cursor = await self._skip(cursor)

    async def _enabled_webhooks(self) -> list[Webhook]:
        return [webhook for webhook in await self._webhooks.all() if not webhook.disabled]

    async def _queue_messages(self, cursor: Cursor) -> Cursor | None:
        """Queue messages as long as there are webhooks. Return the cursor reached, or None if
        another notifier moved it."""
        async with aclosing(self._feeds.follow({self._shard: cursor})) as results:
            async for [read] in results:
                self._measure(read.entries)
                if not read.entries:
                    continue
                # Load webhooks after reading, so that none registered before a commit misses it.
                webhooks = await self._enabled_webhooks()
                queued = [
                    delivery
                    for entry in read.entries
                    for delivery in await self._deliveries_of(entry, webhooks)
                ]
                if not await self._advance(read.start, read.end, queued):
                    return None
                if not webhooks:
                    return read.end
        return None

    async def _skip(self, cursor: Cursor) -> Cursor | None:
        """Without webhooks, go to the end of the feed from time to time, without reading it."""
        newest = await self._feeds.last_cursor(self._shard)
        if newest != cursor:
            if await self._enabled_webhooks():
                return cursor
            if not await self._advance(cursor, newest, ()):
                return None
            cursor = newest
        self._measure(())
        await asyncio.sleep(IDLE_SECONDS)
        return cursor

    async def _advance(
        self, cursor: Cursor, new_cursor: Cursor, queued: Sequence[QueuedDelivery]
    ) -> bool:
        """Queue deliveries and move the cursor. Return False if another notifier moved it."""
        if not await self._deliveries.enqueue(self._shard, cursor, new_cursor, queued):
            return False
        await self._report_cursor(new_cursor)
        if queued:
            self._on_queued()
        return True

    async def _deliveries_of(
        self, entry: FeedEntry, webhooks: list[Webhook]
    ) -> list[QueuedDelivery]:
        if not webhooks:
            return []
        try:
            commit = read_commit(entry.commit)
            platform = await self._tables.platform(commit)
            receivers = [webhook for webhook in webhooks if webhook.platform == platform]
            messages = await self._messages(commit) if receivers else []
        except CONNECTION_ERRORS:
            raise
        except Exception:
            # One unreadable table must not stop the messages of all others.
            log.exception("commit skipped for webhooks", **self._log_fields(entry.table_id))
            return []
        return [
            _queued(webhook, message)
            for webhook in receivers
            for message in messages
            if message.event in webhook.events
        ]

    async def _messages(self, commit: AnyCommit) -> list[WebhookMessage]:
        before, after = await self._tables.apply(commit)
        assert after.table is not None, f"commit {commit.seq} of {commit.table} opens no table"
        messages = messages_of(
            after.rulebook, before.table if before else None, after.table, commit
        )
        entries = await self._players.entries(seat.player for seat in after.table.seats)
        return [_with_platform_players(message, entries) for message in messages]

    async def _report_cursor(self, cursor: Cursor) -> None:
        """Allow trimming up to the cursor. It may lag behind the stored cursor, never lead it."""
        await self._feeds.report_cursor(self._shard, FOLLOWER, cursor)

    def _measure(self, entries: Sequence[FeedEntry]) -> None:
        labels = (str(self._shard.number), FOLLOWER)
        LAG_ENTRIES.labels(*labels).set(len(entries))
        age_ms = now_ms() - added_ms(entries[0].cursor) if entries else 0
        OLDEST_UNPROCESSED_SECONDS.labels(*labels).set(max(0, age_ms) / 1000)

    def _log_fields(self, table_id: str = "") -> dict[str, object]:
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
