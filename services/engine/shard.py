"""One shard of this engine: pending entries first, then new ones, while the engine owns it."""

import asyncio
import contextlib
from enum import Enum

import structlog

from services.engine.batch import BatchProcessor
from services.engine.command_reader import CommandReader
from services.engine.context import EngineContext
from services.engine.suspects import becomes_suspect, next_batch
from services.engine.table_lifetimes import lifetimes_of
from services.runtime.operations.clock import now_ms
from services.runtime.operations.tasks import cancel_tasks
from services.runtime.operations.telemetry import (
    DEFERRED_BATCHES,
    FENCED_BATCHES,
    LAG_ENTRIES,
    OLDEST_UNPROCESSED_SECONDS,
    SHARD,
)
from services.runtime.server.connection import BLOCK_MS, is_outage
from services.runtime.store.command_stream import CommandEntry, parse_entry_id
from services.runtime.store.event_log import ENGINE_GROUP, BehindError, NotOwnerError
from services.runtime.store.keys import ShardKeys

MAINTENANCE_SECONDS = 2.0
RETRY_SECONDS = 0.5
ABANDONED_IDLE_MS = 1_000
"""An entry pending for longer is not being processed."""
READER_IDLE_MS_MAX = 3 * BLOCK_MS
"""A reader that is idle for longer is stuck: it reads again whenever a blocking read ends."""

log = structlog.get_logger()


class ShardState(Enum):
    RELEASED = "released"
    """Not ours: nothing is read."""
    OWNED = "owned"
    """Commands are read and processed."""
    LOST = "lost"
    """The append script refused our token. Nothing more is processed; the ownership loop will
    notice and release the shard."""


class Shard:
    """Everything of one shard, from the start of the engine to its end."""

    def __init__(self, keys: ShardKeys, reader: CommandReader, context: EngineContext) -> None:
        self.state = ShardState.RELEASED
        self._keys = keys
        self._context = context
        self._stream = context.stores.command_stream(keys)
        self._reader = reader
        """Reads this shard, and others too unless the server is a cluster."""
        self._processor = BatchProcessor(
            context.event_log,
            context.memory,
            keys,
            context.turn,
            context.new_seed,
            lifetimes_of(context.settings),
        )
        self._token = ""
        self._task: asyncio.Task[None] | None = None
        self._processing = asyncio.Lock()
        """One batch at a time, so that the shard's commands stay in order."""
        self._needs_recovery = asyncio.Event()
        """Set when pending entries must be processed at once."""
        self._recovered_until = (0, 0)
        """The id of the last entry that was processed as a pending one."""
        self._loop_name = f"shard-{keys.number}"
        self._labels = (str(keys.number), ENGINE_GROUP)
        self._log_fields = {SHARD: keys.number}

    async def acquire(self, token: str) -> None:
        """Start to process the shard as its owner, who holds the lock's token."""
        if self.state is not ShardState.RELEASED:
            raise RuntimeError(f"expected a released shard to acquire, got {self.state.value}")
        self.state = ShardState.OWNED
        self._token = token
        self._recovered_until = (0, 0)
        self._needs_recovery.set()
        self._task = asyncio.create_task(self._maintain())

    async def release(self) -> None:
        """Stop reading and process what was read."""
        if self._task is None:
            raise RuntimeError(f"expected an acquired shard to release, got {self.state.value}")
        async with self._processing:
            await cancel_tasks(self._task)
        try:
            await self._reader.remove(self._keys)
            # Entries delivered while the reader stopped: save the next owner the recovery.
            await self._recover(counts_as_delivery=False)
        except NotOwnerError:
            self._lose()
        except Exception as error:
            self._log_failure("pending commands left for the next owner", error)
        finally:
            self.state, self._task = ShardState.RELEASED, None
        self._context.health.forget(self._loop_name)
        # The next owner reports these metrics and writes these tables.
        for gauge in (LAG_ENTRIES, OLDEST_UNPROCESSED_SECONDS):
            gauge.remove(*self._labels)
        self._context.memory.forget_shard(self._keys)

    async def receive(self, entries: list[CommandEntry]) -> None:
        """Process new entries. Those that fail stay pending until they are recovered."""
        async with self._processing:
            entries = self._unrecovered(entries)
            if self.state is not ShardState.OWNED or not entries:
                return
            self._context.health.beat(self._loop_name)
            try:
                async with self._context.quarantine.shared():
                    await self._processor.process(entries, self._token)
            except NotOwnerError:
                self._lose()
                self._needs_recovery.set()
            except BehindError:
                DEFERRED_BATCHES.inc()
                self._needs_recovery.set()
            except Exception as error:
                self._context.memory.forget_shard(self._keys)
                self._log_failure("batch failed", error)
                self._needs_recovery.set()

    def _unrecovered(self, entries: list[CommandEntry]) -> list[CommandEntry]:
        """Drop entries that were processed as pending ones while they waited for the lock."""
        if parse_entry_id(entries[0].id) > self._recovered_until:
            return entries
        return [entry for entry in entries if parse_entry_id(entry.id) > self._recovered_until]

    def _lose(self) -> None:
        """Process nothing more: another engine owns the shard."""
        self.state = ShardState.LOST
        self._context.memory.forget_shard(self._keys)
        FENCED_BATCHES.inc()
        log.warning("batch refused: another engine owns the shard", **self._log_fields)

    async def _maintain(self) -> None:
        """Process pending entries, then start reading new ones.

        Then, every few seconds or when a batch fails: recover pending entries, restart a stuck
        reader, trim streams and update metrics.
        """
        # Each new owner counts as one more delivery, which exposes commands that crash engines.
        counts_as_delivery = True
        while self.state is ShardState.OWNED:
            try:
                await self._context.event_log.ensure_group(self._keys)
                if self._needs_recovery.is_set() or await self._stream.has_abandoned_entries(
                    ABANDONED_IDLE_MS
                ):
                    self._needs_recovery.clear()
                    await self._recover(counts_as_delivery=counts_as_delivery)
                counts_as_delivery = False
                await self._ensure_reading()
                await self._context.stores.trim(self._keys, self._context.settings)
                await self._measure_lag()
                self._context.health.beat(self._loop_name)
            except NotOwnerError:
                self._lose()
            except Exception as error:
                self._needs_recovery.set()
                counts_as_delivery = counts_as_delivery or not is_outage(error)
                self._context.memory.forget_shard(self._keys)
                self._log_failure("shard maintenance failed", error)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._needs_recovery.wait(), MAINTENANCE_SECONDS)
        # A reader that continues would take commands away from the new owner.
        await self._reader.remove(self._keys)

    async def _recover(self, *, counts_as_delivery: bool) -> None:
        """Process entries that were delivered but never acknowledged, oldest first."""
        quarantine = self._context.quarantine
        async with self._processing:
            while self.state is ShardState.OWNED:
                pending = next_batch(await self._stream.pending(self._context.settings.batch_max))
                if not pending:
                    return
                log.info("processing pending commands", entries=len(pending), **self._log_fields)
                is_suspect = becomes_suspect(pending[0])
                async with quarantine.exclusive() if is_suspect else quarantine.shared():
                    entries = await self._stream.claim(
                        pending, counts_as_delivery=counts_as_delivery
                    )
                    if entries:
                        await self._processor.process(entries, self._token)
                self._recovered_until = parse_entry_id(pending[-1].id)

    async def _ensure_reading(self) -> None:
        """Start the reader if it has stopped, and restart it if it is stuck.

        FastStream stops a subscriber for good when its group is lost, and pauses for long after an
        error.
        """
        if (
            self._reader.is_reading(self._keys)
            and not self._processing.locked()
            and not await self._stream.is_reader_active(READER_IDLE_MS_MAX)
        ):
            log.warning("command reader is stuck: restarting it", **self._log_fields)
            await self._reader.restart()
        if not self._reader.is_reading(self._keys):
            await self._reader.add(self._keys, self.receive)
            log.info("reading commands", **self._log_fields)

    async def _measure_lag(self) -> None:
        """Report how far the engine is behind the end of the stream."""
        lag = await self._stream.lag(self._context.settings.batch_max)
        age_ms = 0 if lag.oldest_at is None else max(0, now_ms() - lag.oldest_at)
        LAG_ENTRIES.labels(*self._labels).set(lag.entries)
        OLDEST_UNPROCESSED_SECONDS.labels(*self._labels).set(age_ms / 1000)

    def _log_failure(self, message: str, error: Exception) -> None:
        if is_outage(error):
            log.warning(message, error=str(error), **self._log_fields)
        else:
            log.error(message, exc_info=error, **self._log_fields)
