"""Building models anew beside the live ones, and switching over without a gap.

The new generation is filled from the games' own streams, then follows the feeds until it is close
to their heads. Then the old one is sealed, so that it can't run ahead any more; the new one catches
up with it, and is live. Readers see the old rows or the new ones, never fewer and never older.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import structlog
from redis.asyncio.lock import Lock

from services.projector.bringing import Target, Telling
from services.projector.feeds import moved, news_of, now_ms, read_between
from services.projector.folding import Games
from services.projector.model import Model
from services.projector.sweeping import sweep
from services.projector.writing import Write, create, seal
from services.runtime.connection import LOST, Client
from services.runtime.event_log import READ_COUNT, EventLog
from services.runtime.feed_place import START, feed_head
from services.runtime.generations import (
    BUILDS,
    GENERATIONS,
    LIVE,
    VERSIONS,
    Generation,
    ModelName,
    generation_named,
    live_generation,
    rebuild_lock,
)
from services.runtime.keys import ShardKeys
from services.runtime.tasks import end
from services.runtime.telemetry import MODEL, REBUILD_LEFT

LOCK_SECONDS = 15.0
CLOSE_ENTRIES = 200
"""So far behind the head a generation may be when the old one is sealed."""
HELD_AT_ONCE = 500
KEYS_AT_ONCE = 100

Progress = Callable[[int, int], None]
"""Called with how many games are folded, and how many there are."""

log = structlog.get_logger()


class RebuildRunningError(RuntimeError):
    """Somebody else is rebuilding the model."""


class BuildTarget(Target):
    """Holds back what has to come in order, until all of it is there."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._held: list[tuple[Any, Any]] = []

    async def writes(self, news: Sequence[Any]) -> list[Write]:
        placed = [(self.model.place(one), one) for one in news]
        self._held += [(place, one) for place, one in placed if place is not None]
        return await super().writes([one for place, one in placed if place is None])

    async def release(self) -> None:
        held = [one for _, one in sorted(self._held, key=lambda held: held[0])]
        self._held = []
        for first in range(0, len(held), HELD_AT_ONCE):
            writes = await super().writes(held[first : first + HELD_AT_ONCE])
            await self.writer.write(writes, {}, {})


class Rebuild:
    def __init__(self, event_log: EventLog, models: Sequence[Model], games_max: int) -> None:
        self._log = event_log
        self._client = event_log.client
        self._models = models
        self._games = Games(event_log, games_max)

    async def run(self, progress: Progress = lambda _done, _total: None) -> None:
        """Raises RebuildRunningError when somebody else is at it."""
        async with AsyncExitStack() as locks:
            for model in self._models:
                await locks.enter_async_context(_alone(self._client, model.name))
            targets: list[BuildTarget] = []
            try:
                for model in self._models:
                    await self._clear_away(model.name)
                    targets.append(await self._begin(model))
                await self._fill(targets, progress)
                while await self._follow(targets) > CLOSE_ENTRIES:
                    pass
                while targets:
                    await self._switch(targets[0])
                    del targets[0]
            finally:
                for target in targets:
                    await drop(self._client, target.writer.generation)

    async def _clear_away(self, model: ModelName) -> None:
        """What somebody died over. Nobody else builds this model now."""
        live = await live_generation(self._client, model)
        for text in await self._client.smembers(GENERATIONS):
            name, _, build = text.decode().partition(":")
            found = generation_named(model, build) if name == model else None
            if found is not None and found != live:
                await drop(self._client, found)

    async def _begin(self, model: Model) -> BuildTarget:
        build = await self._client.hincrby(BUILDS, model.name, 1)
        generation = Generation(model.name, VERSIONS[model.name], build)
        await self._client.sadd(GENERATIONS, str(generation))
        places = {shard.number: START for shard in self._log.all_shards()}
        log.info("rebuild begins", **_names(generation))
        return BuildTarget(model, await create(self._client, generation, places))

    async def _fill(self, targets: Sequence[BuildTarget], progress: Progress) -> None:
        shards = self._log.all_shards()
        total = sum([await self._client.hlen(shard.games) for shard in shards])
        folded = 0

        def done(games: int) -> None:
            nonlocal folded
            folded += games
            progress(folded, max(total, folded))
            for target in targets:
                REBUILD_LEFT.labels(target.model.name).set(max(0, total - folded))

        done(0)
        for shard in shards:
            await sweep(self._log, targets, self._games, shard, done)
        for target in targets:
            await target.release()

    async def _follow(self, targets: Sequence[BuildTarget]) -> int:
        """To the heads of the feeds; gives how many entries that were."""
        asked_ms, entries = now_ms(), 0
        for shard in self._log.all_shards():
            entries += await self._follow_shard(targets, shard)
        for target in targets:
            await target.writer.write((), {}, {}, asked_ms)
        return entries

    async def _follow_shard(self, targets: Sequence[BuildTarget], shard: ShardKeys) -> int:
        entries = 0
        while True:
            place = targets[0].writer.places[shard.number]
            if (await feed_head(self._client, shard.feed)).cut > place.read:
                await sweep(self._log, targets, self._games, shard)
                for target in targets:
                    await target.release()
                continue
            heard = await read_between(self._client, shard, place.entry, "+")
            if not heard:
                return entries
            heads, fed = news_of(heard)
            telling = Telling(self._games, fed)
            for target in targets:
                await target.bring(telling, heads, {shard.number: moved(place, heard)})
                await target.release()
            entries += len(heard)
            if len(heard) < READ_COUNT:
                return entries

    async def _switch(self, target: BuildTarget) -> None:
        new = target.writer.generation
        old = await live_generation(self._client, new.model)
        if old is not None:
            await seal(self._client, old, new)
        await self._follow([target])
        await self._client.hset(LIVE, new.model, new.name)
        REBUILD_LEFT.labels(new.model).set(0)
        log.info("rebuild is live", **_names(new))
        if old is not None:
            await drop(self._client, old)


async def drop(client: Client, generation: Generation) -> None:
    """The cursors first: without them nobody writes to it, and readers look for another."""
    await client.unlink(generation.cursors)
    keys = [key.decode() for key in await client.smembers(generation.keys)]
    for first in range(0, len(keys), KEYS_AT_ONCE):
        await client.unlink(*keys[first : first + KEYS_AT_ONCE])
    await client.unlink(generation.keys)
    await client.srem(GENERATIONS, str(generation))


@asynccontextmanager
async def _alone(client: Client, model: ModelName) -> AsyncIterator[None]:
    lock = Lock(client, rebuild_lock(model), timeout=LOCK_SECONDS)
    if not await lock.acquire(blocking=False):
        raise RebuildRunningError(
            f"{model} are being rebuilt already; if whoever does it has died, "
            f"try again in {LOCK_SECONDS:g} seconds"
        )
    renewing = asyncio.create_task(_renew(lock))
    try:
        yield
    finally:
        await end(renewing)
        try:
            await lock.release()
        except LOST as error:
            log.warning("the lock of a rebuild ran out", error=str(error), **{MODEL: model})


async def _renew(lock: Lock) -> None:
    while True:
        await asyncio.sleep(LOCK_SECONDS / 5)
        try:
            await lock.reacquire()
        except LOST as error:
            log.warning("the lock of a rebuild can't be renewed", error=str(error))


def _names(generation: Generation) -> dict[str, str]:
    return {MODEL: generation.model, "generation": generation.name}
