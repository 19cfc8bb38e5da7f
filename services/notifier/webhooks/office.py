"""Follows all feeds and sends to all hooks, in the one notifier that holds the lock.

The lock saves work. Two notifiers that believe to hold it queue nothing twice (the cursor is moved
by whoever finds it in its place) and at worst send a message twice, which receivers know by its id.
"""

import asyncio
import contextlib
import time
from typing import Any

import structlog
from redis.asyncio.lock import Lock
from redis.exceptions import LockError

from schemas.webhook import Webhook
from services.notifier.webhooks.courier import Courier
from services.notifier.webhooks.follower import Follower
from services.notifier.webhooks.post import TIMEOUT_SECONDS, Post
from services.notifier.webhooks.tables import KnownTables
from services.runtime.connection import LOST
from services.runtime.deliveries import Deliveries
from services.runtime.event_log import EventLog
from services.runtime.health import Health
from services.runtime.keys import WEBHOOK_LEADER, WebhookKeys
from services.runtime.settings import Settings
from services.runtime.tasks import end, finish
from services.runtime.telemetry import WEBHOOKS_DEAD, WEBHOOKS_WAITING
from services.runtime.webhooks import Webhooks, keys_of

TURN_SECONDS = 1.0
COUNT_SECONDS = 10.0
TICKS_PER_LOCK = 5
LOOP = "webhooks"

log = structlog.get_logger()


class Office:
    def __init__(self, event_log: EventLog, settings: Settings, health: Health) -> None:
        self._log = event_log
        self._settings = settings
        self._health = health
        self._hooks = Webhooks(event_log.client)
        self._queue = Deliveries(event_log.client)
        self._couriers: dict[WebhookKeys, tuple[Courier, asyncio.Task[None]]] = {}
        self._counted = 0.0

    async def run(self) -> None:
        """Until cancelled."""
        lock = Lock(self._log.client, WEBHOOK_LEADER, timeout=self._settings.lock_seconds)
        while True:
            try:
                if await lock.acquire(blocking=False):
                    await self._lead(lock)
            except LockError:
                log.warning("another notifier sends the webhooks now")
            except LOST as error:
                log.warning("webhooks: no word from the server", error=str(error))
            self._health.beat(LOOP)
            await asyncio.sleep(self._settings.lock_seconds / TICKS_PER_LOCK)

    async def _lead(self, lock: Lock) -> None:
        log.info("this notifier sends the webhooks")
        post = Post(
            allow_private=self._settings.webhook_allow_private, timeout_seconds=TIMEOUT_SECONDS
        )
        tables = KnownTables(self._log, self._settings.cache_games)
        followers = [
            asyncio.create_task(Follower(self._log, shard, tables, self._ring).run())
            for shard in self._log.all_shards()
        ]
        pause = min(TURN_SECONDS, self._settings.lock_seconds / TICKS_PER_LOCK)
        try:
            while True:
                await lock.reacquire()
                await self._turn(post)
                self._health.beat(LOOP)
                await asyncio.sleep(pause)
        finally:
            await finish(self._close(lock, post, followers))

    async def _close(self, lock: Lock, post: Post, followers: list[asyncio.Task[None]]) -> None:
        await end(*followers, *(task for _, task in self._couriers.values()))
        self._couriers.clear()
        await post.close()
        WEBHOOKS_WAITING.set(0)
        WEBHOOKS_DEAD.set(0)
        with contextlib.suppress(LockError, *LOST):
            await lock.release()

    async def _turn(self, post: Post) -> None:
        """A courier for each hook that has none; one that has ended was not needed any more."""
        for keys in [keys for keys, (_, task) in self._couriers.items() if task.done()]:
            del self._couriers[keys]
        hooks = await self._hooks.all()
        for hook in hooks:
            keys = keys_of(hook)
            if not hook.disabled and keys not in self._couriers:
                courier = Courier(keys, self._hooks, self._queue, post)
                self._couriers[keys] = courier, asyncio.create_task(courier.run())
        await self._count(hooks)

    async def _count(self, hooks: list[Webhook]) -> None:
        if time.monotonic() - self._counted < COUNT_SECONDS:
            return
        self._counted = time.monotonic()
        counts: list[Any] = [await self._queue.counts(keys_of(hook)) for hook in hooks]
        WEBHOOKS_WAITING.set(sum(waiting for waiting, _ in counts))
        WEBHOOKS_DEAD.set(sum(dead for _, dead in counts))

    def _ring(self) -> None:
        for courier, _ in self._couriers.values():
            courier.ring()
