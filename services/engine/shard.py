"""Processes the commands of owned shards: pending entries first, then new ones."""

import asyncio
import contextlib
import time
from typing import Any

import structlog
from faststream.redis import RedisBroker

from services.engine.backlog import (
    claim,
    has_abandoned_entries,
    is_reader_active,
    is_suspect,
    oldest_pending,
    parse_entry_id,
)
from services.engine.batch import BatchProcessor, CommandEntry
from services.engine.intake import make_intake
from services.engine.memory import Memory
from services.engine.quarantine import Quarantine
from services.engine.seeds import seed_source
from services.runtime.operations.health import Health
from services.runtime.operations.settings import Settings
from services.runtime.operations.tasks import cancel_tasks
from services.runtime.operations.telemetry import (
    DEFERRED_BATCHES,
    FENCED_BATCHES,
    LAG_ENTRIES,
    OLDEST_UNPROCESSED_SECONDS,
    SHARD,
)
from services.runtime.server.connection import BLOCK_MS, is_outage
from services.runtime.store.event_log import ENGINE_GROUP, BehindError, EventLog, NotOwnerError
from services.runtime.store.keys import ShardKeys
from services.runtime.store.trimming import trim

MAINTENANCE_SECONDS = 2.0
RETRY_SECONDS = 0.5
ABANDONED_IDLE_MS = 1_000
"""An entry pending for longer is not being processed."""
READER_IDLE_MS_MAX = 3 * BLOCK_MS
"""A reader that is idle for longer is stuck: it reads again whenever a blocking read ends."""

log = structlog.get_logger()


class ShardWorker:
    """Reads and processes the commands of each shard while this engine owns it."""

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
        self._quarantine = Quarantine()
        self._new_seed = seed_source(settings.dice_seed)
        self._intakes: dict[ShardKeys, Any] = {}
        self._tasks: dict[ShardKeys, asyncio.Task[None]] = {}
        self._processors: dict[ShardKeys, BatchProcessor] = {}
        self._recovered_until: dict[ShardKeys, tuple[int, int]] = {}
        """The id of the last entry that was processed as a pending one."""
        self._processing: dict[ShardKeys, asyncio.Lock] = {}
        self._needs_recovery: dict[ShardKeys, asyncio.Event] = {}
        """Set when pending entries must be processed at once."""
        self._deciding = asyncio.Lock()
        for shard in event_log.all_shards():
            self._processing[shard] = asyncio.Lock()
            self._needs_recovery[shard] = asyncio.Event()
            self._intakes[shard] = make_intake(
                broker, shard, settings.batch_max, self._handler(shard)
            )

    async def acquire(self, shard: ShardKeys, token: str) -> None:
        """Start a task that processes the shard."""
        self._recovered_until[shard] = (0, 0)
        self._processors[shard] = BatchProcessor(
            self._log, self._memory, shard, token, self._deciding, self._new_seed
        )
        self._tasks[shard] = asyncio.create_task(self._run(shard))

    async def release(self, shard: ShardKeys) -> None:
        """Stop reading and process what was read."""
        async with self._processing[shard]:
            await cancel_tasks(self._tasks.pop(shard))
        await self._stop_reading(shard)
        try:
            # Entries delivered while the reader stopped: save the next owner the recovery.
            await self._process_pending(shard, counts_as_delivery=False)
        except NotOwnerError:
            self._drop_lost_shard(shard)
        except Exception as error:
            _log_failure("pending commands left for the next owner", error, shard)
        self._processors.pop(shard, None)
        self._health.forget(_loop_name(shard))
        # The next owner reports these metrics and writes these tables.
        for gauge in (LAG_ENTRIES, OLDEST_UNPROCESSED_SECONDS):
            gauge.remove(*_labels(shard))
        self._memory.forget_shard(shard)

    def _handler(self, shard: ShardKeys) -> Any:
        async def handle(entries: list[CommandEntry]) -> None:
            await self._process(shard, entries)

        return handle

    async def _process(self, shard: ShardKeys, entries: list[CommandEntry]) -> None:
        """Process new entries. Those that fail stay pending for `_process_pending`."""
        async with self._processing[shard]:
            processor = self._processors.get(shard)
            unprocessed = self._unprocessed(shard, entries)
            if processor is None or not unprocessed:
                return
            self._health.beat(_loop_name(shard))
            try:
                async with self._quarantine.shared():
                    await processor.process(unprocessed)
            except NotOwnerError:
                self._drop_lost_shard(shard)
                self._needs_recovery[shard].set()
            except BehindError:
                DEFERRED_BATCHES.inc()
                self._needs_recovery[shard].set()
            except Exception as error:
                self._memory.forget_shard(shard)
                _log_failure("batch failed", error, shard)
                self._needs_recovery[shard].set()

    def _unprocessed(self, shard: ShardKeys, entries: list[CommandEntry]) -> list[CommandEntry]:
        """Drop entries that were processed as pending ones while they waited for the lock."""
        recovered_until = self._recovered_until[shard]
        if parse_entry_id(entries[0].id) > recovered_until:
            return entries
        return [entry for entry in entries if parse_entry_id(entry.id) > recovered_until]

    def _drop_lost_shard(self, shard: ShardKeys) -> None:
        """Process nothing more: a new owner has the shard. The ownership loop will notice."""
        self._processors.pop(shard, None)
        self._memory.forget_shard(shard)
        FENCED_BATCHES.inc()
        log.warning("batch refused: another engine owns the shard", **_log_fields(shard))

    async def _run(self, shard: ShardKeys) -> None:
        """Process pending entries, then start reading new ones.

        Then, every few seconds or when a batch fails: recover pending entries, restart a stuck
        reader, trim streams and update metrics.
        """
        # Each new owner counts as one more delivery, which exposes commands that crash engines.
        counts_as_delivery = True
        needs_recovery = self._needs_recovery[shard]
        needs_recovery.set()
        while shard in self._processors:
            try:
                await self._log.ensure_group(shard)
                if needs_recovery.is_set() or await has_abandoned_entries(
                    self._log, shard, ABANDONED_IDLE_MS
                ):
                    needs_recovery.clear()
                    await self._process_pending(shard, counts_as_delivery=counts_as_delivery)
                counts_as_delivery = False
                await self._ensure_reading(shard)
                await trim(self._log, shard, self._settings)
                await self._measure(shard)
                self._health.beat(_loop_name(shard))
            except NotOwnerError:
                self._drop_lost_shard(shard)
            except Exception as error:
                needs_recovery.set()
                counts_as_delivery = counts_as_delivery or not is_outage(error)
                self._memory.forget_shard(shard)
                _log_failure("shard maintenance failed", error, shard)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(needs_recovery.wait(), MAINTENANCE_SECONDS)
        # A reader that continues would take commands away from the new owner.
        await self._stop_reading(shard)

    async def _process_pending(self, shard: ShardKeys, *, counts_as_delivery: bool) -> None:
        """Process entries that were delivered but never acknowledged, oldest first."""
        async with self._processing[shard]:
            while (processor := self._processors.get(shard)) is not None:
                pending = await oldest_pending(self._log, shard, self._settings.batch_max)
                if not pending:
                    return
                log.info("processing pending commands", entries=len(pending), **_log_fields(shard))
                quarantine = self._quarantine
                async with (
                    quarantine.exclusive() if is_suspect(pending[0]) else quarantine.shared()
                ):
                    entries = await claim(
                        self._log, shard, pending, counts_as_delivery=counts_as_delivery
                    )
                    await processor.process(entries)
                self._recovered_until[shard] = parse_entry_id(pending[-1]["message_id"])

    async def _ensure_reading(self, shard: ShardKeys) -> None:
        """Start the reader if it has stopped, and restart it if it is stuck.

        FastStream stops a subscriber for good when its group is lost, and pauses for long after an
        error.
        """
        intake = self._intakes[shard]
        is_processing = self._processing[shard].locked()
        if (
            intake.running
            and not is_processing
            and not await is_reader_active(self._log, shard, READER_IDLE_MS_MAX)
        ):
            log.warning("command reader is stuck: restarting it", **_log_fields(shard))
            await self._stop_reading(shard)
        if not intake.running:
            await intake.start()
            log.info("reading commands", **_log_fields(shard))

    async def _stop_reading(self, shard: ShardKeys) -> None:
        """Stop the reader and wait for its tasks: FastStream only cancels them."""
        intake = self._intakes[shard]
        reader_tasks = list(intake.tasks)
        await intake.stop()
        await cancel_tasks(*reader_tasks)

    async def _measure(self, shard: ShardKeys) -> None:
        """Report how far the engine is behind the end of the stream."""
        groups = await self._log.client.xinfo_groups(shard.commands)
        delivered_id = next(
            group["last-delivered-id"] for group in groups if group["name"] == ENGINE_GROUP.encode()
        )
        waiting = await self._log.client.xrange(
            shard.commands, min=b"(" + delivered_id, count=self._settings.batch_max
        )
        pending = await self._log.client.xpending(shard.commands, ENGINE_GROUP)
        labels = _labels(shard)
        LAG_ENTRIES.labels(*labels).set(len(waiting) + pending["pending"])
        oldest_id = pending["min"] or (waiting[0][0] if waiting else None)
        age = time.time() - int(oldest_id.split(b"-")[0]) / 1000 if oldest_id else 0.0
        OLDEST_UNPROCESSED_SECONDS.labels(*labels).set(max(0.0, age))


def _log_failure(message: str, error: Exception, shard: ShardKeys) -> None:
    if is_outage(error):
        log.warning(message, error=str(error), **_log_fields(shard))
    else:
        log.error(message, exc_info=error, **_log_fields(shard))


def _loop_name(shard: ShardKeys) -> str:
    return f"shard-{shard.number}"


def _labels(shard: ShardKeys) -> tuple[str, str]:
    return str(shard.number), ENGINE_GROUP


def _log_fields(shard: ShardKeys) -> dict[str, int]:
    return {SHARD: shard.number}
