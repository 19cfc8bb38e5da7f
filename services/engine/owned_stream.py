"""A command stream of this engine: pending entries first, then new ones, while it owns the stream.

A stream that was replaced drains: its owner decides what is left, and deletes it.
"""

import asyncio
import contextlib
from enum import Enum

import structlog

from services.engine.batch import BatchProcessor
from services.engine.command_reader import CommandReader
from services.engine.context import EngineContext
from services.engine.suspects import becomes_suspect, next_batch
from services.engine.table_lifetimes import lifetimes_of
from services.runtime.operations.tasks import cancel_tasks
from services.runtime.operations.telemetry import DEFERRED_BATCHES, FENCED_BATCHES
from services.runtime.server.connection import BLOCK_MS, is_outage
from services.runtime.store.command_stream import CommandEntry, means_no_group, parse_entry_id
from services.runtime.store.event_log import BehindError, MissingStreamError, NotOwnerError
from services.runtime.store.keys import StreamKeys
from services.runtime.store.ownership import stream_fields

MAINTENANCE_SECONDS = 2.0
DRAINING_SECONDS = 0.05
"""Pause before an owner looks again whether a draining stream is empty."""
RETRY_SECONDS = 0.5
ABANDONED_IDLE_MS = 1_000
"""An entry pending for longer is not being processed."""
READER_IDLE_MS_MAX = 3 * BLOCK_MS
"""A reader that is idle for longer is stuck: it reads again whenever a blocking read ends."""

log = structlog.get_logger()


class StreamState(Enum):
    RELEASED = "released"
    """Not ours: nothing is read."""
    OWNED = "owned"
    """Commands are read and processed."""
    LOST = "lost"
    """The append script refused our token. Nothing more is processed; the ownership loop will
    notice and release the stream."""
    GONE = "gone"
    """It was replaced, or is drained. Nothing more is processed; the ownership loop releases it."""


class OwnedStream:
    """Everything of one command stream while this engine owns it."""

    def __init__(self, keys: StreamKeys, reader: CommandReader, context: EngineContext) -> None:
        self.state = StreamState.RELEASED
        self._keys = keys
        self._context = context
        self._stream = context.stores.command_stream(keys)
        self._reader = reader
        """Reads this stream, and those of other shards too unless the server is a cluster."""
        self._processor = BatchProcessor(
            context.event_log,
            context.memory,
            keys,
            context.turn,
            context.new_seed,
            lifetimes_of(context.settings),
            context.stores.opening_rules.versions,
            rules_in_play=context.stores.rules_in_play,
        )
        self._token = ""
        self._task: asyncio.Task[None] | None = None
        self._processing = asyncio.Lock()
        """One batch at a time, so that the stream's commands stay in order."""
        self._needs_recovery = asyncio.Event()
        """Set when pending entries must be processed at once."""
        self._recovered_until = (0, 0)
        """The id of the last entry that was processed as a pending one."""
        self._loop_name = f"shard-{keys.name}"
        self._log_fields = stream_fields(keys)

    async def acquire(self, token: str) -> None:
        """Start to process the stream as its owner, who holds the lock's token."""
        if self.state is not StreamState.RELEASED:
            raise RuntimeError(f"expected a released stream to acquire, got {self.state.value}")
        self.state = StreamState.OWNED
        self._token = token
        self._recovered_until = (0, 0)
        self._needs_recovery.set()
        self._task = asyncio.create_task(self._maintain())

    async def release(self) -> None:
        """Stop reading and process what was read."""
        if self._task is None:
            raise RuntimeError(f"expected an acquired stream to release, got {self.state.value}")
        async with self._processing:
            await cancel_tasks(self._task)
        try:
            await self._reader.remove(self._keys)
            # Entries delivered while the reader stopped: save the next owner the recovery.
            await self._recover(counts_as_delivery=False)
        except NotOwnerError:
            self._lose()
        except Exception as error:
            # A stream that was replaced took its pending commands along.
            if not means_no_group(error):
                self._log_failure("pending commands left for the next owner", error)
        finally:
            self.state, self._task = StreamState.RELEASED, None
        self._context.health.forget(self._loop_name)
        # The next owner reports these metrics and writes these tables.
        self._context.lag_metrics.forget(self._keys)
        self._context.memory.forget_stream(self._keys)

    async def receive(self, entries: list[CommandEntry]) -> None:
        """Process new entries. Those that fail stay pending until they are recovered."""
        async with self._processing:
            entries = self._unrecovered(entries)
            if self.state is not StreamState.OWNED or not entries:
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
            except MissingStreamError:
                # What was read is pending in the stream under its new name.
                self._needs_recovery.set()
            except Exception as error:
                self._context.memory.forget_stream(self._keys)
                self._log_failure("batch failed", error)
                self._needs_recovery.set()

    def _unrecovered(self, entries: list[CommandEntry]) -> list[CommandEntry]:
        """Drop entries that were processed as pending ones while they waited for the lock."""
        if parse_entry_id(entries[0].id) > self._recovered_until:
            return entries
        return [entry for entry in entries if parse_entry_id(entry.id) > self._recovered_until]

    def _lose(self) -> None:
        """Process nothing more: another engine owns the stream."""
        self.state = StreamState.LOST
        self._context.memory.forget_stream(self._keys)
        FENCED_BATCHES.inc()
        log.warning("batch refused: another engine owns the shard", **self._log_fields)

    async def _maintain(self) -> None:
        """Process pending entries, then start reading new ones.

        Then, every few seconds or when a batch fails: recover pending entries, restart a stuck
        reader, trim streams and update metrics.
        """
        # Each new owner counts as one more delivery, which exposes commands that crash engines.
        counts_as_delivery = True
        while self.state is StreamState.OWNED:
            try:
                if not await self._context.event_log.ensure_group(self._keys):
                    self.state = StreamState.GONE
                    break
                if self._needs_recovery.is_set() or await self._stream.has_abandoned_entries(
                    ABANDONED_IDLE_MS
                ):
                    self._needs_recovery.clear()
                    await self._recover(counts_as_delivery=counts_as_delivery)
                counts_as_delivery = False
                if self._keys.is_draining:
                    await self._drain()
                else:
                    await self._ensure_reading()
                    await self._trim()
                self._context.lag_metrics.set(
                    self._keys, await self._stream.lag(self._context.settings.batch_max)
                )
                self._context.health.beat(self._loop_name)
            except NotOwnerError:
                self._lose()
            except Exception as error:
                self._needs_recovery.set()
                if means_no_group(error):
                    # It may have been replaced: find out at once.
                    continue
                counts_as_delivery = counts_as_delivery or not is_outage(error)
                self._context.memory.forget_stream(self._keys)
                self._log_failure("shard maintenance failed", error)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                await self._pause()
        # A reader that continues would take commands away from the new owner.
        await self._reader.remove(self._keys)
        if self.state is StreamState.GONE:
            log.info("command stream is gone", **self._log_fields)
            # While other streams of the shard drain, nobody releases this one.
            self._context.health.forget(self._loop_name)
            self._context.layout_changed.set()

    async def _pause(self) -> None:
        seconds = DRAINING_SECONDS if self._keys.is_draining else MAINTENANCE_SECONDS
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._needs_recovery.wait(), seconds)

    async def _drain(self) -> None:
        """Decide the entries that were never delivered. Delete the stream when nothing is left.

        Nobody else reads it, and no writer knows its name."""
        while entries := await self._stream.read_new(self._context.settings.batch_max):
            await self.receive(entries)
            if self.state is not StreamState.OWNED or self._needs_recovery.is_set():
                return
        await self._trim()
        await self._context.event_log.layouts.finish_draining(self._keys)

    async def _trim(self) -> None:
        await self._context.stores.trim_commands(self._keys)
        if self._keys.index == 0:
            await self._context.stores.trim(self._keys.shard, self._context.settings)

    async def _recover(self, *, counts_as_delivery: bool) -> None:
        """Process entries that were delivered but never acknowledged, oldest first."""
        quarantine = self._context.quarantine
        async with self._processing:
            while self.state is StreamState.OWNED:
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
            await self._reader.add(self._keys, self.receive, self._needs_recovery.set)
            log.info("reading commands", **self._log_fields)

    def _log_failure(self, message: str, error: Exception) -> None:
        if is_outage(error):
            log.warning(message, error=str(error), **self._log_fields)
        else:
            log.error(message, exc_info=error, **self._log_fields)
