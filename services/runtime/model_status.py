"""How the read models are doing, asked of the server itself."""

import asyncio

from msgspec import Struct

from services.runtime.connection import Client
from services.runtime.event_log import EventLog
from services.runtime.feed_place import START, feed_head, read_place
from services.runtime.generations import (
    LEADER,
    VERSIONS,
    Generation,
    ModelName,
    live_generation,
    rebuild_lock,
)


class ModelStatus(Struct, frozen=True):
    model: ModelName
    expected_version: int
    """What this code reads and writes."""
    generation: str | None
    """The live one; none when the model was never built."""
    age_seconds: float | None
    """What happened before that is in the model for sure."""
    lag: tuple[int, ...]
    """Commits in the feed that are not in the model, by shard."""
    games: int
    parked: int
    rebuilding: bool


class Models(Struct, frozen=True):
    projecting: bool
    """Whether a projector is at work."""
    models: tuple[ModelStatus, ...]


async def model_status(log: EventLog) -> Models:
    leader = await log.client.exists(LEADER)
    seconds, micros = await log.client.time()
    heads = [(await feed_head(log.client, shard.feed)).place.read for shard in log.all_shards()]
    found = await asyncio.gather(
        *(_status(log.client, model, heads, seconds + micros / 1e6) for model in VERSIONS)
    )
    return Models(bool(leader), tuple(found))


async def _status(client: Client, model: ModelName, heads: list[int], now: float) -> ModelStatus:
    generation = await live_generation(client, model)
    rebuilding = bool(await client.exists(rebuild_lock(model)))
    cursors = await client.hgetall(generation.cursors) if generation else {}
    if generation is None or not cursors:
        nothing = tuple(heads)
        return ModelStatus(model, VERSIONS[model], None, None, nothing, 0, 0, rebuilding)
    lag = []
    for number, head in enumerate(heads):
        text = cursors.get(str(number).encode())
        # What came in since the heads were asked for may be read already.
        lag.append(max(0, head - (read_place(text.decode()) if text else START).read))
    fresh = int(cursors[b"fresh"])
    games, parked = await _sizes(client, generation)
    return ModelStatus(
        model=model,
        expected_version=VERSIONS[model],
        generation=generation.name,
        age_seconds=max(0.0, now - fresh / 1000) if fresh else None,
        lag=tuple(lag),
        games=games,
        parked=parked,
        rebuilding=rebuilding,
    )


async def _sizes(client: Client, generation: Generation) -> tuple[int, int]:
    return await client.hlen(generation.seqs), await client.hlen(generation.parked)
