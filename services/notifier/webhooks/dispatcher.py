"""Follows all feeds and runs a sender per webhook, in the one notifier that holds the lock.

The lock only saves work. If two notifiers believe they hold it, nothing is queued twice, because
queueing moves the cursor atomically. At worst a message is sent twice with the same id.
"""

import asyncio
import contextlib
import time

import structlog

from schemas.webhook import Webhook
from services.notifier.webhooks.feed_follower import FeedFollower
from services.notifier.webhooks.poster import TIMEOUT_SECONDS, Poster
from services.notifier.webhooks.sender import WebhookSender
from services.notifier.webhooks.table_cache import TableCache
from services.runtime.operations.health import Health
from services.runtime.operations.settings import Settings
from services.runtime.operations.tasks import cancel_tasks, run_to_completion
from services.runtime.operations.telemetry import WEBHOOK_DEAD_LETTERS, WEBHOOK_WAITING_MESSAGES
from services.runtime.server.connection import CONNECTION_ERRORS
from services.runtime.server.lock import LockLostError, ServerLock
from services.runtime.store.keys import WebhookKeys
from services.runtime.stores import Stores
from services.runtime.webhooks.registry import webhook_keys

UPDATE_SECONDS = 1.0
COUNT_SECONDS = 10.0
TICKS_PER_LOCK = 5
LOOP = "webhooks"

log = structlog.get_logger()


class WebhookDispatcher:
    def __init__(self, stores: Stores, settings: Settings, health: Health) -> None:
        self._stores = stores
        self._log = stores.event_log
        self._settings = settings
        self._health = health
        self._webhooks = stores.webhooks
        self._deliveries = stores.deliveries
        self._senders: dict[WebhookKeys, tuple[WebhookSender, asyncio.Task[None]]] = {}
        self._counted_at = 0.0

    async def run(self) -> None:
        """Compete for the lock, and send while holding it, until cancelled."""
        lock = self._webhooks.leader_lock(self._settings.lock_seconds)
        while True:
            try:
                if await lock.acquire():
                    await self._lead(lock)
            except LockLostError:
                log.warning("webhook lock lost to another notifier")
            except CONNECTION_ERRORS as error:
                log.warning("webhooks: server unreachable", error=str(error))
            self._health.beat(LOOP)
            await asyncio.sleep(self._settings.lock_seconds / TICKS_PER_LOCK)

    async def _lead(self, lock: ServerLock) -> None:
        log.info("webhook lock acquired")
        poster = Poster(
            allow_private=self._settings.webhook_allow_private, timeout_seconds=TIMEOUT_SECONDS
        )
        tables = TableCache(self._log, self._settings.cache_tables)
        followers = [
            asyncio.create_task(FeedFollower(self._stores, shard, tables, self._wake_senders).run())
            for shard in self._log.all_shards()
        ]
        pause = min(UPDATE_SECONDS, self._settings.lock_seconds / TICKS_PER_LOCK)
        try:
            while True:
                await lock.renew()
                await self._update_senders(poster)
                self._health.beat(LOOP)
                await asyncio.sleep(pause)
        finally:
            await run_to_completion(self._close(lock, poster, followers))

    async def _close(
        self, lock: ServerLock, poster: Poster, followers: list[asyncio.Task[None]]
    ) -> None:
        await cancel_tasks(*followers, *(task for _, task in self._senders.values()))
        self._senders.clear()
        await poster.close()
        WEBHOOK_WAITING_MESSAGES.set(0)
        WEBHOOK_DEAD_LETTERS.set(0)
        with contextlib.suppress(LockLostError, *CONNECTION_ERRORS):
            await lock.release()

    async def _update_senders(self, poster: Poster) -> None:
        """Start a sender for each enabled webhook and remove senders that have ended."""
        for keys in [keys for keys, (_, task) in self._senders.items() if task.done()]:
            del self._senders[keys]
        webhooks = await self._webhooks.all()
        for webhook in webhooks:
            keys = webhook_keys(webhook)
            if not webhook.disabled and keys not in self._senders:
                sender = WebhookSender(keys, self._webhooks, self._deliveries, poster)
                self._senders[keys] = sender, asyncio.create_task(sender.run())
        await self._count(webhooks)

    async def _count(self, webhooks: list[Webhook]) -> None:
        if time.monotonic() - self._counted_at < COUNT_SECONDS:
            return
        self._counted_at = time.monotonic()
        counts = [await self._deliveries.counts(webhook_keys(webhook)) for webhook in webhooks]
        WEBHOOK_WAITING_MESSAGES.set(sum(waiting for waiting, _ in counts))
        WEBHOOK_DEAD_LETTERS.set(sum(dead_letters for _, dead_letters in counts))

    def _wake_senders(self) -> None:
        for sender, _ in self._senders.values():
            sender.wake()
