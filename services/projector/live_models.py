"""Which generation of each model is live, and what has to be built."""

import asyncio
from collections.abc import Mapping, Sequence

import structlog

from services.projector.bringing import Target
from services.projector.model import Model
from services.projector.rebuilding import Rebuild, RebuildRunningError
from services.projector.writing import load, unseal
from services.runtime.connection import is_outage
from services.runtime.event_log import EventLog
from services.runtime.feed_place import START, FeedPlace, order
from services.runtime.generations import (
    LIVE,
    VERSIONS,
    Generation,
    ModelName,
    generation_named,
    rebuild_lock,
)
from services.runtime.tasks import end
from services.runtime.telemetry import MODEL

RETRY_SECONDS = 1.0
TOLD_PERCENT = 10
"""A line in the log for every so much of a rebuild."""

log = structlog.get_logger()


class LiveModels:
    def __init__(self, event_log: EventLog, models: Sequence[Model], games_max: int) -> None:
        self._log = event_log
        self._client = event_log.client
        self._games_max = games_max
        self.models: Mapping[ModelName, Model] = {model.name: model for model in models}
        self.targets: dict[ModelName, Target] = {}
        """Those that can be written now."""
        self._rebuilding: asyncio.Task[None] | None = None

    @property
    def complete(self) -> bool:
        return len(self.targets) == len(self.models)

    def slowest(self, shard: int) -> FeedPlace | None:
        """How far in a feed every model has come; None when there is no model."""
        places = [target.writer.places.get(shard, START) for target in self.targets.values()]
        return min(places, key=lambda place: order(place.entry), default=None)

    async def look(self) -> None:
        """Take up the generations that are live; build what is missing or of another version."""
        live = await self._client.hgetall(LIVE)
        missing: dict[ModelName, str] = {}
        for name in self.models:
            text = live.get(name.encode(), b"").decode()
            generation = generation_named(name, text)
            if generation is None or generation.version != VERSIONS[name]:
                self.targets.pop(name, None)
                missing[name] = f"live is {text or 'none'}, expected v{VERSIONS[name]}"
            elif not self._is_taken_up(generation) and not await self._take_up(generation):
                missing[name] = f"{text} is live, but it is gone"
        if missing:
            await self.rebuild(missing)

    def _is_taken_up(self, generation: Generation) -> bool:
        target = self.targets.get(generation.model)
        return target is not None and target.writer.generation == generation

    async def _take_up(self, generation: Generation) -> bool:
        name = generation.model
        self.targets.pop(name, None)
        writer = await load(self._client, generation)
        if writer is None:
            return False
        if writer.sealed:
            if await self._client.exists(rebuild_lock(name)):
                # Its successor is live in a moment.
                return True
            log.warning("a rebuild died before it was live", **{MODEL: name})
            await unseal(self._client, generation)
        self.targets[name] = Target(self.models[name], writer)
        return True

    async def rebuild(self, reasons: Mapping[ModelName, str]) -> None:
        """One at a time, and none that somebody else is at; the other models go on meanwhile."""
        if self._rebuilding is not None and not self._rebuilding.done():
            return
        free = {
            name: reason
            for name, reason in reasons.items()
            if not await self._client.exists(rebuild_lock(name))
        }
        if free:
            self._rebuilding = asyncio.create_task(self._rebuilt(free))

    async def _rebuilt(self, reasons: Mapping[ModelName, str]) -> None:
        told = 0

        def progress(done: int, total: int) -> None:
            nonlocal told
            percent = 100 * done // total if total else 100
            if percent >= told + TOLD_PERCENT:
                told = percent
                log.info("rebuilding", percent=percent, games=total, models=list(reasons))

        for name, reason in reasons.items():
            log.info("a model is rebuilt", reason=reason, **{MODEL: name})
        rebuild = Rebuild(self._log, [self.models[name] for name in reasons], self._games_max)
        try:
            await rebuild.run(progress)
        except RebuildRunningError as error:
            log.info("a rebuild is left to somebody else", error=str(error))
        except Exception as error:
            if is_outage(error):
                log.warning("a rebuild was cut short", error=str(error))
            else:
                log.exception("a rebuild failed")
            await asyncio.sleep(RETRY_SECONDS)

    async def stop(self) -> None:
        if self._rebuilding is not None:
            await end(self._rebuilding)
