"""Stores generations of read models: creates, seals, switches and deletes them."""

from collections.abc import Mapping

from services.runtime.operations.clock import now_ms
from services.runtime.readmodels.generations import (
    BUILDS,
    GENERATIONS,
    LEADER,
    LIVE,
    VERSIONS,
    Generation,
    ModelName,
    live_generation,
    parse_generation,
    rebuild_lock,
)
from services.runtime.readmodels.model_status import ModelsStatus, model_status
from services.runtime.readmodels.parked_tables import ParkedTable, parked_tables
from services.runtime.readmodels.writer import Writer
from services.runtime.server.client import RedisClient
from services.runtime.server.lock import ServerLock
from services.runtime.store.event_log import EventLog
from services.runtime.store.feed_cursor import FeedCursor, parse_cursor

UNLINK_BATCH_KEYS = 100


class GenerationStore:
    def __init__(self, client: RedisClient) -> None:
        self._client = client

    def leader_lock(self, seconds: float) -> ServerLock:
        """Return the lock of the projector that writes."""
        return ServerLock(self._client, LEADER, seconds)

    def rebuild_lock(self, model: ModelName, seconds: float) -> ServerLock:
        return ServerLock(self._client, rebuild_lock(model), seconds)

    async def is_rebuilding(self, model: ModelName) -> bool:
        return bool(await self._client.exists(rebuild_lock(model)))

    async def live(self, model: ModelName) -> Generation | None:
        """Return the live generation, of any version, or None if the model was never built."""
        return await live_generation(self._client, model)

    async def live_names(self) -> dict[str, str]:
        """Return the names of the live generations by model."""
        stored = await self._client.hgetall(LIVE)
        return {model.decode(): name.decode() for model, name in stored.items()}

    async def create(self, model: ModelName, cursors: Mapping[int, FeedCursor]) -> Writer:
        """Create the next generation of a model, empty, with these feed cursors."""
        build = await self._client.hincrby(BUILDS, model, 1)
        generation = Generation(model, VERSIONS[model], build)
        await self._client.sadd(GENERATIONS, str(generation))
        fields = {str(shard): cursor.text for shard, cursor in cursors.items()}
        fields |= {"revision": "0", "fresh": "0", "created_ms": str(now_ms())}
        await self._client.hset(generation.cursors, mapping=fields)
        return Writer(self._client, generation, 0, cursors)

    async def load(self, generation: Generation) -> Writer | None:
        """Return a writer for a generation, or None if it is gone."""
        fields = await self._client.hgetall(generation.cursors)
        if not fields:
            return None
        cursors = {
            int(name): parse_cursor(text.decode())
            for name, text in fields.items()
            if name.isdigit()
        }
        revision, is_sealed = int(fields[b"revision"]), b"sealed" in fields
        return Writer(self._client, generation, revision, cursors, is_sealed=is_sealed)

    async def seal(self, generation: Generation, successor: Generation) -> None:
        """Reject all further writes to a generation."""
        if await self._client.exists(generation.cursors):
            await self._client.hset(generation.cursors, "sealed", successor.name)

    async def unseal(self, generation: Generation) -> None:
        """Allow writes to a generation again."""
        await self._client.hdel(generation.cursors, "sealed")

    async def make_live(self, generation: Generation) -> None:
        """Let readers read this generation from now on."""
        await self._client.hset(LIVE, generation.model, generation.name)

    async def drop(self, generation: Generation) -> None:
        """Delete a generation, cursors first: then writes fail and readers look for another."""
        await self._client.unlink(generation.cursors)
        keys = [key.decode() for key in await self._client.smembers(generation.keys)]
        for first in range(0, len(keys), UNLINK_BATCH_KEYS):
            await self._client.unlink(*keys[first : first + UNLINK_BATCH_KEYS])
        await self._client.unlink(generation.keys)
        await self._client.srem(GENERATIONS, str(generation))

    async def drop_stale(self, model: ModelName) -> None:
        """Drop what interrupted rebuilds left. The caller holds the rebuild lock."""
        live = await self.live(model)
        for text in await self._client.smembers(GENERATIONS):
            name, _, build = text.decode().partition(":")
            generation = parse_generation(model, build) if name == model else None
            if generation is not None and generation != live:
                await self.drop(generation)

    async def status(self, log: EventLog) -> ModelsStatus:
        """Return how far each model is behind the event log."""
        return await model_status(self._client, log)

    async def count_parked(self, generation: Generation) -> int:
        return await self._client.hlen(generation.parked)

    async def parked_tables(self, generation: Generation) -> list[ParkedTable]:
        return await parked_tables(self._client, generation)
