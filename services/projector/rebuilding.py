"""Rebuilds read models next to the live ones, and switches over without a gap.

The new generation is filled from the table streams, then follows the feeds until it is close to
their heads. Then the old one is sealed against writes, the new one catches up and becomes live.
Readers see the old or the new rows, never fewer and never older ones.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import structlog

from services.projector.feeds import advance, group_by_table
from services.projector.folding import TableFolder
from services.projector.model import Model
from services.projector.reconciling import reconcile
from services.projector.target import BatchFolder, Target
from services.runtime.operations.clock import now_ms
from services.runtime.operations.tasks import cancel_tasks
from services.runtime.operations.telemetry import MODEL, REBUILD_REMAINING_TABLES
from services.runtime.readmodels.generation_store import GenerationStore
from services.runtime.readmodels.generations import Generation, ModelName
from services.runtime.readmodels.writer import Write
from services.runtime.server.connection import CONNECTION_ERRORS
from services.runtime.server.lock import LockLostError, ServerLock
from services.runtime.store.feed_cursor import START
from services.runtime.store.follow import READ_COUNT
from services.runtime.store.keys import ShardKeys
from services.runtime.stores import Stores

LOCK_SECONDS = 15.0
SWITCH_LAG_ENTRIES_MAX = 200
"""Maximum lag of the new generation when the old one is sealed."""
RELEASE_BATCH_CHANGES = 500

Progress = Callable[[int, int], None]
"""Called with the number of folded tables and the total."""

log = structlog.get_logger()


class RebuildRunningError(RuntimeError):
    """Another process is rebuilding the read model."""


class BuildTarget(Target):
    """Holds back changes whose order matters, so that they can be sorted first."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._held: list[tuple[Any, Any]] = []

    async def writes(self, changes: Sequence[Any]) -> list[Write]:
        keyed = [(self.model.sort_key(change), change) for change in changes]
        self._held += [(key, change) for key, change in keyed if key is not None]
        return await super().writes([change for key, change in keyed if key is None])

    async def release(self) -> None:
        """Write the held changes in order."""
        changes = [change for _, change in sorted(self._held, key=lambda held: held[0])]
        self._held = []
        for first in range(0, len(changes), RELEASE_BATCH_CHANGES):
            writes = await super().writes(changes[first : first + RELEASE_BATCH_CHANGES])
            await self.writer.write(writes, {}, {})


class Rebuild:
    def __init__(self, stores: Stores, models: Sequence[Model], tables_max: int) -> None:
        self._log = stores.event_log
        self._generations = stores.generations
        self._models = models
        self._folder = TableFolder(stores.event_log, tables_max)

    async def run(self, progress: Progress = lambda _done, _total: None) -> None:
        """Rebuild the models. Raises RebuildRunningError if another process does so."""
        async with AsyncExitStack() as locks:
            for model in self._models:
                await locks.enter_async_context(_exclusive(self._generations, model.name))
            targets: list[BuildTarget] = []
            try:
                for model in self._models:
                    await self._generations.drop_stale(model.name)
                    targets.append(await self._create_target(model))
                await self._fill(targets, progress)
                while await self._follow(targets) > SWITCH_LAG_ENTRIES_MAX:
                    pass
                while targets:
                    await self._switch(targets[0])
                    del targets[0]
            finally:
                for target in targets:
                    await self._generations.drop(target.writer.generation)

    async def _create_target(self, model: Model) -> BuildTarget:
        cursors = {shard.number: START for shard in self._log.all_shards()}
        writer = await self._generations.create(model.name, cursors)
        log.info("rebuild started", **_log_fields(writer.generation))
        return BuildTarget(model, writer)

    async def _fill(self, targets: Sequence[BuildTarget], progress: Progress) -> None:
        shards = self._log.all_shards()
        total = sum([await self._log.count_tables(shard) for shard in shards])
        folded = 0

        def on_progress(tables: int) -> None:
            nonlocal folded
            folded += tables
            progress(folded, max(total, folded))
            for target in targets:
                REBUILD_REMAINING_TABLES.labels(target.model.name).set(max(0, total - folded))

        on_progress(0)
        for shard in shards:
            await reconcile(self._log, targets, self._folder, shard, on_progress)
        for target in targets:
            await target.release()

    async def _follow(self, targets: Sequence[BuildTarget]) -> int:
        """Read the feeds up to their heads. Return the number of entries."""
        read_ms, count = now_ms(), 0
        for shard in self._log.all_shards():
            count += await self._follow_shard(targets, shard)
        for target in targets:
            await target.writer.write((), {}, {}, read_ms)
        return count

    async def _follow_shard(self, targets: Sequence[BuildTarget], shard: ShardKeys) -> int:
        count = 0
        while True:
            cursor = targets[0].writer.cursors[shard.number]
            if (await self._log.feeds.head(shard)).trimmed > cursor.entries_read:
                await reconcile(self._log, targets, self._folder, shard)
                for target in targets:
                    await target.release()
                continue
            entries = await self._log.feeds.read_range(shard, cursor.entry)
            if not entries:
                return count
            latest_seqs, feed_commits = group_by_table(entries)
            batch_folder = BatchFolder(self._folder, feed_commits)
            for target in targets:
                await target.apply(
                    batch_folder, latest_seqs, {shard.number: advance(cursor, entries)}
                )
                await target.release()
            count += len(entries)
            if len(entries) < READ_COUNT:
                return count

    async def _switch(self, target: BuildTarget) -> None:
        new = target.writer.generation
        old = await self._generations.live(new.model)
        if old is not None:
            await self._generations.seal(old, new)
        await self._follow([target])
        await self._generations.make_live(new)
        REBUILD_REMAINING_TABLES.labels(new.model).set(0)
        log.info("rebuilt generation is live", **_log_fields(new))
        if old is not None:
            await self._generations.drop(old)


@asynccontextmanager
async def _exclusive(generations: GenerationStore, model: ModelName) -> AsyncIterator[None]:
    """Hold the rebuild lock of a model. Raises RebuildRunningError."""
    lock = generations.rebuild_lock(model, LOCK_SECONDS)
    if not await lock.acquire():
        raise RebuildRunningError(
            f"the {model} read model is already being rebuilt; if that process has died, "
            f"try again in {LOCK_SECONDS:g} seconds"
        )
    renewing = asyncio.create_task(_renew(lock))
    try:
        yield
    finally:
        await cancel_tasks(renewing)
        try:
            await lock.release()
        except (LockLostError, *CONNECTION_ERRORS) as error:
            log.warning("rebuild lock expired", error=str(error), **{MODEL: model})


async def _renew(lock: ServerLock) -> None:
    while True:
        await asyncio.sleep(LOCK_SECONDS / 5)
        try:
            await lock.renew()
        except (LockLostError, *CONNECTION_ERRORS) as error:
            log.warning("can't renew the rebuild lock", error=str(error))


def _log_fields(generation: Generation) -> dict[str, str]:
    return {MODEL: generation.model, "generation": generation.name}
