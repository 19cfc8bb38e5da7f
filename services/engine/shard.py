"""One owned shard: first what the last owner left, then what comes, and tidying up in between."""

import asyncio
import time
from typing import Any

import structlog
from faststream.redis import RedisBroker

from services.engine.batch import Batch, Entry
from services.engine.intake import make_intake
from services.engine.memory import Memory
from services.runtime.connection import LOST
from services.runtime.event_log import ENGINE_GROUP, EventLog, NotOwnerError
from services.runtime.health import Health
from services.runtime.keys import ShardKeys
from services.runtime.settings import Settings
from services.runtime.tasks import end
from services.runtime.telemetry import FENCED, LAG_ENTRIES, OLDEST_SECONDS, SHARD
from services.runtime.trimming import trim

TEND_SECONDS = 2.0
PENDING_IDLE_MS = 2_000
"""An entry that nobody has answered for so long is nobody's any more."""

log = structlog.get_logger()


class ShardWorker:
    """Reads a shard's commands while its lock's token is good."""

    def __init__(
        self,
        broker: RedisBroker,
        event_log: EventLog,
        memory: Memory,
        settings: Settings,
        health: Health,
    ) -> None:
        self._broker = broker
        self._log = event_log
        self._memory = memory
        self._settings = settings
        self._health = health
        self._intakes: dict[ShardKeys, Any] = {}
        self._tasks: dict[ShardKeys, asyncio.Task[None]] = {}
        self._batches: dict[ShardKeys, Batch] = {}
        self._in_hand: dict[ShardKeys, asyncio.Lock] = {}
        for shard in event_log.all_shards():
            self._in_hand[shard] = asyncio.Lock()
            self._intakes[shard] = make_intake(
                broker, shard, settings.batch_max, self._handler(shard)
            )

    async def take(self, shard: ShardKeys, token: str) -> None:
        """Own the shard from now on; the work is done in a task of its own."""
        self._batches[shard] = Batch(self._log, self._memory, shard, token)
        self._tasks[shard] = asyncio.create_task(self._work(shard))

    async def leave(self, shard: ShardKeys) -> None:
        """Let the batch in hand finish, then read no more."""
        async with self._in_hand[shard]:
            self._batches.pop(shard, None)
        await end(self._tasks.pop(shard))
        await self._intakes[shard].stop()
        self._health.forget(_loop(shard))
        # Another owner writes these games from now on.
        self._memory.forget_shard(shard)

    def _handler(self, shard: ShardKeys) -> Any:
        async def handle(entries: list[Entry]) -> None:
            await self._process(shard, entries)

        return handle

    async def _process(self, shard: ShardKeys, entries: list[Entry]) -> None:
        async with self._in_hand[shard]:
            batch = self._batches.get(shard)
            if batch is None:
                return
            self._health.beat(_loop(shard))
            try:
                await batch.process(entries)
            except NotOwnerError:
                # Whatever else comes in belongs to the new owner; the ownership loop will notice.
                self._batches.pop(shard, None)
                FENCED.inc()
                log.warning("batch refused: another engine owns the shard", **_names(shard))
                self._memory.forget_shard(shard)
            except Exception:
                # What was not acknowledged stays pending, and is taken up again from there.
                self._memory.forget_shard(shard)
                log.exception("batch failed", entries=len(entries), **_names(shard))

    async def _work(self, shard: ShardKeys) -> None:
        """First what the last owner left, before anything new is read. Then, every few seconds:
        entries left behind, a lost group, trimming, figures."""
        idle_ms = 0
        while True:
            try:
                await self._log.ensure_group(shard)
                await self._answer_pending(shard, idle_ms)
                await self._read_on(shard)
                idle_ms = PENDING_IDLE_MS
                await trim(self._log, shard, self._settings)
                await self._measure(shard)
                self._health.beat(_loop(shard))
            except LOST as error:
                log.warning("tending a shard failed", error=str(error), **_names(shard))
            await asyncio.sleep(TEND_SECONDS)

    async def _read_on(self, shard: ShardKeys) -> None:
        """FastStream stops a subscriber for good when its group is lost; the group is back."""
        intake = self._intakes[shard]
        if not intake.running:
            await intake.start()
            log.info("reading commands", **_names(shard))

    async def _answer_pending(self, shard: ShardKeys, idle_ms: int) -> None:
        """Entries that were delivered and never answered, oldest first."""
        client = self._log.client
        while True:
            pending = await client.xpending_range(
                shard.commands,
                ENGINE_GROUP,
                min="-",
                max="+",
                count=self._settings.batch_max,
                idle=idle_ms or None,
            )
            if not pending:
                return
            async with self._in_hand[shard]:
                # Claiming counts as a delivery: what kills engine after engine is found out.
                claimed = await client.xclaim(
                    shard.commands,
                    ENGINE_GROUP,
                    ENGINE_GROUP,
                    min_idle_time=idle_ms,
                    message_ids=[one["message_id"] for one in pending],
                )
            deliveries = {one["message_id"]: one["times_delivered"] for one in pending}
            entries = [
                Entry(entry_id, fields.get(b"command", b""), deliveries[entry_id] + 1)
                for entry_id, fields in claimed
            ]
            if not entries:
                return
            log.info("answering what was left pending", entries=len(entries), **_names(shard))
            await self._process(shard, entries)

    async def _measure(self, shard: ShardKeys) -> None:
        """How far behind the true head the engines are."""
        groups = await self._log.client.xinfo_groups(shard.commands)
        delivered = next(
            g["last-delivered-id"] for g in groups if g["name"] == ENGINE_GROUP.encode()
        )
        waiting = await self._log.client.xrange(
            shard.commands, min=b"(" + delivered, count=self._settings.batch_max
        )
        pending = await self._log.client.xpending(shard.commands, ENGINE_GROUP)
        label = (str(shard.number), ENGINE_GROUP)
        LAG_ENTRIES.labels(*label).set(len(waiting) + pending["pending"])
        oldest = pending["min"] or (waiting[0][0] if waiting else None)
        age = time.time() - int(oldest.split(b"-")[0]) / 1000 if oldest else 0.0
        OLDEST_SECONDS.labels(*label).set(max(0.0, age))


def _loop(shard: ShardKeys) -> str:
    return f"shard-{shard.number}"


def _names(shard: ShardKeys) -> dict[str, int]:
    return {SHARD: shard.number}
