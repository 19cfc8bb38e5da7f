"""The status of the read models, read from the server."""

import asyncio

from msgspec import Struct

from services.runtime.readmodels.generations import (
    LEADER,
    VERSIONS,
    ModelName,
    live_generation,
    rebuild_lock,
)
from services.runtime.server.client import RedisClient
from services.runtime.store.event_log import EventLog
from services.runtime.store.feed_cursor import START, parse_cursor


class ModelStatus(Struct, frozen=True):
    model: ModelName
    expected_version: int
    """The version this code reads and writes."""
    generation: str | None
    """Name of the live generation, or None if the model was never built."""
    age_seconds: float | None
    """The model contains everything that happened before this."""
    lag: tuple[int, ...]
    """Commits in the feed that are not applied yet, by shard."""
    tables: int
    parked: int
    rebuilding: bool


class ModelsStatus(Struct, frozen=True):
    has_projector: bool
    """Whether a projector leads."""
    models: tuple[ModelStatus, ...]


async def model_status(client: RedisClient, log: EventLog) -> ModelsStatus:
    leader = await client.exists(LEADER)
    seconds, micros = await client.time()
    heads = [(await log.feeds.head(shard)).cursor.entries_read for shard in log.all_shards()]
    statuses = await asyncio.gather(
        *(_status(client, model, heads, seconds + micros / 1e6) for model in VERSIONS)
    )
    return ModelsStatus(bool(leader), tuple(statuses))


async def _status(
    client: RedisClient, model: ModelName, heads: list[int], now: float
) -> ModelStatus:
    generation = await live_generation(client, model)
    rebuilding = bool(await client.exists(rebuild_lock(model)))
    cursors = await client.hgetall(generation.cursors) if generation else {}
    if generation is None or not cursors:
        return ModelStatus(model, VERSIONS[model], None, None, tuple(heads), 0, 0, rebuilding)
    lag = []
    for number, head in enumerate(heads):
        text = cursors.get(str(number).encode())
        # The model may have applied commits that were added after the heads were read.
        lag.append(max(0, head - (parse_cursor(text.decode()) if text else START).entries_read))
    fresh = int(cursors[b"fresh"])
    return ModelStatus(
        model=model,
        expected_version=VERSIONS[model],
        generation=generation.name,
        age_seconds=max(0.0, now - fresh / 1000) if fresh else None,
        lag=tuple(lag),
        tables=await client.hlen(generation.seqs),
        parked=await client.hlen(generation.parked),
        rebuilding=rebuilding,
    )
