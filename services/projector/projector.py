"""Follows the feeds and keeps the live read models up to date."""

import asyncio
import time
from collections.abc import Awaitable, Mapping, Sequence

import structlog

from services.projector.feeds import LOOP, PACE_SECONDS_MIN, advance, group_by_table, read_feeds
from services.projector.folding import TableFolder
from services.projector.live_models import LiveModels
from services.projector.model import Model
from services.projector.reconciling import reconcile
from services.projector.target import BatchFolder, Target
from services.runtime.operations.health import Health
from services.runtime.operations.settings import Settings
from services.runtime.operations.tasks import cancel_tasks
from services.runtime.operations.telemetry import (
    LAG_ENTRIES,
    MODEL,
    OLDEST_UNPROCESSED_SECONDS,
    PARKED_TABLES,
    READ_MODEL_AGE_SECONDS,
    READ_MODEL_WRITE_CONFLICTS,
    SHARD,
)
from services.runtime.readmodels.generations import ModelName
from services.runtime.readmodels.writer import SealedError, WriteConflictError
from services.runtime.server.connection import is_outage
from services.runtime.store.cursor import Cursor, added_ms, sort_key
from services.runtime.store.feed_cursor import START, FeedCursor, FeedHead
from services.runtime.store.feeds import FeedEntry, FeedRead
from services.runtime.store.keys import ShardKeys
from services.runtime.stores import Stores

FOLLOWER = "projector"
"""The name under which the projector stores its cursors for trimming."""
MAINTENANCE_SECONDS = 1.0
RETRY_SECONDS = 0.2

log = structlog.get_logger()


class Projector:
    """Applies feed entries to all read models.

    Safe to run twice: the revision of each generation prevents duplicate writes."""

    def __init__(
        self, stores: Stores, models: Sequence[Model], settings: Settings, health: Health
    ) -> None:
        self._log = stores.event_log
        self._generations = stores.generations
        self._health = health
        self._folder = TableFolder(stores.event_log, settings.cache_tables)
        self._live = LiveModels(stores, models, settings.cache_tables)
        self._fresh_ms: dict[int, int] = {}
        """Entries before this time have been read, by shard."""
        self._written_at: dict[ModelName, float] = {}
        self._complete_ms: dict[ModelName, int] = {}
        """Commits before this time are in the rows, by read model."""
        self._applied_at = 0.0
        self._maintained_at = 0.0

    async def run(self) -> None:
        """Run until cancelled."""
        queue: asyncio.Queue[list[FeedRead]] = asyncio.Queue(maxsize=self._log.shards)
        reader: asyncio.Task[None] | None = None
        try:
            while not await self._attempt(self._maintain()):
                pass
            cursors: dict[ShardKeys, Cursor] = {}
            for shard in self._log.all_shards():
                cursor = self._live.slowest_cursor(shard.number)
                cursors[shard] = (cursor or (await self._log.feeds.head(shard)).cursor).entry
            reader = asyncio.create_task(read_feeds(self._log.feeds, cursors, queue, self._health))
            while True:
                pending = await queue.get()
                await asyncio.sleep(self._applied_at + PACE_SECONDS_MIN - time.monotonic())
                while not queue.empty():
                    pending += queue.get_nowait()
                self._applied_at = time.monotonic()
                if not self._live.is_complete:
                    await self._attempt(self._live.refresh())
                await self._attempt(self._apply_batches(pending))
                if time.monotonic() - self._maintained_at >= MAINTENANCE_SECONDS:
                    await self._attempt(self._maintain())
                self._health.beat("projector")
        finally:
            if reader is not None:
                await cancel_tasks(reader)
            await self._live.stop()
            self._reset_metrics()

    def _reset_metrics(self) -> None:
        """Clear gauges that the next leader sets from now on."""
        self._health.forget("projector")
        self._health.forget(LOOP)
        for shard in self._log.all_shards():
            LAG_ENTRIES.labels(str(shard.number), FOLLOWER).set(0)
            OLDEST_UNPROCESSED_SECONDS.labels(str(shard.number), FOLLOWER).set(0)
        for name in self._live.models:
            PARKED_TABLES.labels(name).set(0)
            READ_MODEL_AGE_SECONDS.labels(name).set(0)

    async def _attempt(self, work: Awaitable[None]) -> bool:
        """Await some work and return whether it succeeded. The cursors make retries safe."""
        try:
            await work
        except Exception as error:
            if is_outage(error):
                self._health.not_ready("models", f"server unreachable: {error}")
                log.warning("can't write the read models", error=str(error))
            else:
                self._health.not_ready("models", f"{error!r}")
                log.exception("projector failed")
            await asyncio.sleep(RETRY_SECONDS)
            return False
        self._health.ready("models")
        return True

    async def _apply_batches(self, batches: Sequence[FeedRead]) -> None:
        """Apply batches to every read model. A failure in one does not stop the others."""
        by_shard: dict[ShardKeys, list[FeedRead]] = {}
        for batch in batches:
            by_shard.setdefault(batch.shard, []).append(batch)
        fresh_ms = self._update_fresh_ms(by_shard)
        _, feed_commits = group_by_table(entry for batch in batches for entry in batch.entries)
        batch_folder = BatchFolder(self._folder, feed_commits)
        targets = list(self._live.targets.values())
        results = await asyncio.gather(
            *(self._apply_to(target, by_shard, batch_folder, fresh_ms) for target in targets),
            return_exceptions=True,
        )
        failures: list[BaseException] = []
        for target, failure in zip(targets, results, strict=True):
            if isinstance(failure, WriteConflictError | SealedError):
                self._drop_target(target, failure)
            elif failure is not None:
                failures.append(failure)
        if failures:
            raise failures[0]

    def _update_fresh_ms(self, by_shard: Mapping[ShardKeys, Sequence[FeedRead]]) -> int | None:
        for shard, batches in by_shard.items():
            last = batches[-1]
            self._fresh_ms[shard.number] = last.read_ms if last.reached_end else added_ms(last.end)
        has_all_shards = len(self._fresh_ms) == self._log.shards
        return min(self._fresh_ms.values()) if has_all_shards else None

    async def _apply_to(
        self,
        target: Target,
        by_shard: Mapping[ShardKeys, Sequence[FeedRead]],
        batch_folder: BatchFolder,
        fresh_ms: int | None,
    ) -> None:
        cursors: dict[int, FeedCursor] = {}
        entries: list[FeedEntry] = []
        for shard, batches in by_shard.items():
            cursor = target.writer.cursors.get(shard.number, START)
            new_entries = await self._entries_after(cursor, shard, batches)
            if new_entries:
                cursors[shard.number] = advance(cursor, new_entries)
                entries += new_entries
        name = target.model.name
        if entries or time.monotonic() - self._written_at.get(name, 0.0) >= MAINTENANCE_SECONDS:
            latest_seqs, _ = group_by_table(entries)
            await target.apply(batch_folder, latest_seqs, cursors, fresh_ms)
            self._written_at[name] = time.monotonic()
            if fresh_ms is not None:
                self._complete_ms[name] = fresh_ms

    async def _entries_after(
        self, cursor: FeedCursor, shard: ShardKeys, batches: Sequence[FeedRead]
    ) -> list[FeedEntry]:
        """Return the entries after a cursor up to the end of the batches.

        A read model whose cursor differs from the start of the batches (after a failed write or a
        rebuild) catches up from the feed."""
        if batches[0].start == cursor.entry:
            return [entry for batch in batches for entry in batch.entries]
        last = batches[-1].end
        entries: list[FeedEntry] = []
        last_read = cursor.entry
        while sort_key(last_read) < sort_key(last):
            chunk = await self._log.feeds.read_range(shard, last_read, last)
            if not chunk:
                break
            entries += chunk
            last_read = chunk[-1].cursor
        return entries

    def _drop_target(self, target: Target, failure: BaseException) -> None:
        """Stop writing a generation that another process wrote or replaced."""
        name = target.model.name
        if isinstance(failure, WriteConflictError):
            READ_MODEL_WRITE_CONFLICTS.labels(name).inc()
            log.warning("write conflict: another process wrote to the read model", **{MODEL: name})
        self._live.targets.pop(name, None)

    async def _maintain(self) -> None:
        """Refresh the live generations, repair what they missed, and measure their lag."""
        self._maintained_at = time.monotonic()
        await self._live.refresh()
        for shard in self._log.all_shards():
            head = await self._log.feeds.head(shard)
            for target in list(self._live.targets.values()):
                await self._repair(target, shard, head)
            await self._measure(shard, head)
        for name, target in self._live.targets.items():
            parked = await self._generations.count_parked(target.writer.generation)
            PARKED_TABLES.labels(name).set(parked)
        for name, complete_ms in self._complete_ms.items():
            READ_MODEL_AGE_SECONDS.labels(name).set(max(0.0, time.time() - complete_ms / 1000))

    async def _repair(self, target: Target, shard: ShardKeys, head: FeedHead) -> None:
        cursor = target.writer.cursors.get(shard.number, START)
        name = target.model.name
        if head.cursor.entries_read < cursor.entries_read:
            head = await self._log.feeds.head(shard)
        if head.cursor.entries_read < cursor.entries_read:
            # Redis has lost acknowledged writes, so the rows contain commits that no longer exist.
            await self._live.rebuild(
                {name: f"the feed of shard {shard.number} is shorter than before"}
            )
        elif head.trimmed > cursor.entries_read:
            log.warning(
                "feed trimmed before it was read: reconciling with the table streams",
                **{MODEL: name, SHARD: shard.number},
            )
            try:
                await reconcile(self._log, [target], self._folder, shard)
            except (WriteConflictError, SealedError) as failure:
                self._drop_target(target, failure)

    async def _measure(self, shard: ShardKeys, head: FeedHead) -> None:
        slowest_cursor = self._live.slowest_cursor(shard.number)
        if slowest_cursor is None:
            return
        labels = (str(shard.number), FOLLOWER)
        lag = max(0, head.cursor.entries_read - slowest_cursor.entries_read)
        LAG_ENTRIES.labels(*labels).set(lag)
        fresh = self._fresh_ms.get(shard.number)
        age = time.time() - fresh / 1000 if lag and fresh else 0.0
        OLDEST_UNPROCESSED_SECONDS.labels(*labels).set(max(0.0, age))
        if self._live.is_complete:
            # Only a hint for trimming, so it need not be written together with the rows.
            await self._log.feeds.report_cursor(shard, FOLLOWER, slowest_cursor.entry)
