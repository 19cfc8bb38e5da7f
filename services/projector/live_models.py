"""Tracks the live generation of each read model, and rebuilds missing or outdated ones."""

import asyncio
from collections.abc import Mapping, Sequence

import structlog

from services.projector.model import Model
from services.projector.rebuilding import Rebuild, RebuildRunningError
from services.projector.target import Target
from services.runtime.operations.tasks import cancel_tasks
from services.runtime.operations.telemetry import MODEL
from services.runtime.readmodels.generations import (
    VERSIONS,
    Generation,
    ModelName,
    parse_generation,
)
from services.runtime.server.connection import is_outage
from services.runtime.store.cursor import sort_key
from services.runtime.store.feed_cursor import START, FeedCursor
from services.runtime.stores import Stores

RETRY_SECONDS = 1.0
PROGRESS_LOG_PERCENT = 10
"""Log the progress of a rebuild in steps of this size."""

log = structlog.get_logger()


class LiveModels:
    def __init__(self, stores: Stores, models: Sequence[Model], tables_max: int) -> None:
        self._stores = stores
        self._generations = stores.generations
        self._tables_max = tables_max
        self.models: Mapping[ModelName, Model] = {model.name: model for model in models}
        self.targets: dict[ModelName, Target] = {}
        """Read models that can be written now."""
        self._rebuilding: asyncio.Task[None] | None = None

    @property
    def is_complete(self) -> bool:
        return len(self.targets) == len(self.models)

    def slowest_cursor(self, shard: int) -> FeedCursor | None:
        """Return the feed cursor that every read model has passed, or None without models."""
        cursors = [target.writer.cursors.get(shard, START) for target in self.targets.values()]
        return min(cursors, key=lambda cursor: sort_key(cursor.entry), default=None)

    async def refresh(self) -> None:
        """Load the live generations. Rebuild read models that are missing or outdated."""
        live = await self._generations.live_names()
        missing: dict[ModelName, str] = {}
        for name in self.models:
            text = live.get(name, "")
            generation = parse_generation(name, text)
            if generation is None or generation.version != VERSIONS[name]:
                self.targets.pop(name, None)
                missing[name] = f"expected v{VERSIONS[name]}, live is {text or 'none'}"
            elif not self._is_loaded(generation) and not await self._load(generation):
                missing[name] = f"live generation {text} is gone"
        if missing:
            await self.rebuild(missing)

    def _is_loaded(self, generation: Generation) -> bool:
        target = self.targets.get(generation.model)
        return target is not None and target.writer.generation == generation

    async def _load(self, generation: Generation) -> bool:
        name = generation.model
        self.targets.pop(name, None)
        writer = await self._generations.load(generation)
        if writer is None:
            return False
        if writer.is_sealed:
            if await self._generations.is_rebuilding(name):
                # Its successor is about to become live.
                return True
            log.warning("rebuild ended before the switch", **{MODEL: name})
            await self._generations.unseal(generation)
        self.targets[name] = Target(self.models[name], writer)
        return True

    async def rebuild(self, reasons: Mapping[ModelName, str]) -> None:
        """Start one rebuild in the background, without the models another process rebuilds."""
        if self._rebuilding is not None and not self._rebuilding.done():
            return
        free = {
            name: reason
            for name, reason in reasons.items()
            if not await self._generations.is_rebuilding(name)
        }
        if free:
            self._rebuilding = asyncio.create_task(self._run_rebuild(free))

    async def _run_rebuild(self, reasons: Mapping[ModelName, str]) -> None:
        logged_percent = 0

        def progress(done: int, total: int) -> None:
            nonlocal logged_percent
            percent = 100 * done // total if total else 100
            if percent >= logged_percent + PROGRESS_LOG_PERCENT:
                logged_percent = percent
                log.info("rebuild progress", percent=percent, tables=total, models=list(reasons))

        for name, reason in reasons.items():
            log.info("rebuilding read model", reason=reason, **{MODEL: name})
        rebuild = Rebuild(self._stores, [self.models[name] for name in reasons], self._tables_max)
        try:
            await rebuild.run(progress)
        except RebuildRunningError as error:
            log.info("rebuild skipped: another one is running", error=str(error))
        except Exception as error:
            if is_outage(error):
                log.warning("rebuild interrupted", error=str(error))
            else:
                log.exception("rebuild failed")
            await asyncio.sleep(RETRY_SECONDS)

    async def stop(self) -> None:
        if self._rebuilding is not None:
            await cancel_tasks(self._rebuilding)
