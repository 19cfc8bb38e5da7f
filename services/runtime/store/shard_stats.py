"""Statistics of the shards, read from the server."""

import asyncio

from msgspec import Struct
from redis.exceptions import ResponseError

from services.runtime.server.client import RedisClient
from services.runtime.store.cursor import added_ms, entry_cursor
from services.runtime.store.event_log import ENGINE_GROUP, EventLog
from services.runtime.store.keys import ENGINES, ShardKeys
from services.runtime.store.ownership import holder_id


class ShardStats(Struct, frozen=True):
    shard: int
    owner: str | None
    tables: int
    waiting: int
    """Queued commands that no engine has read."""
    pending: int
    """Commands that an engine has read and not decided."""
    oldest_seconds: float
    """Age of the oldest command without an outcome."""
    feed: int
    dead_letters: int
    """Unresolved dead letters."""

    @property
    def lag(self) -> int:
        return self.waiting + self.pending


class ShardsReport(Struct, frozen=True):
    engines: tuple[str, ...]
    shards: tuple[ShardStats, ...]


async def read_shard_stats(client: RedisClient, log: EventLog) -> ShardsReport:
    seconds, micros = await client.time()
    engines = await client.zrange(ENGINES, 0, -1)
    shard_stats = await asyncio.gather(
        *(_read_shard(client, shard, seconds + micros / 1e6) for shard in log.all_shards())
    )
    return ShardsReport(tuple(engine.decode() for engine in engines), tuple(shard_stats))


async def _read_shard(client: RedisClient, shard: ShardKeys, now: float) -> ShardStats:
    owner, tables, feed, dead_letters, resolved = await asyncio.gather(
        client.get(shard.owner(ENGINE_GROUP)),
        client.hlen(shard.tables),
        client.xlen(shard.feed),
        client.xlen(shard.dead_letters),
        client.hlen(shard.resolved_dead_letters),
    )
    waiting, pending, oldest = await _commands(client, shard)
    return ShardStats(
        shard=shard.number,
        owner=holder_id(owner.decode()) if owner else None,
        tables=tables,
        waiting=waiting,
        pending=pending,
        oldest_seconds=max(0.0, now - added_ms(entry_cursor(oldest)) / 1000) if oldest else 0.0,
        feed=feed,
        dead_letters=max(0, dead_letters - resolved),
    )


async def _commands(client: RedisClient, shard: ShardKeys) -> tuple[int, int, bytes | None]:
    """Return the number of waiting and pending commands and the oldest entry id."""
    try:
        groups = await client.xinfo_groups(shard.commands)
    except ResponseError:
        groups = []  # no stream: no command was ever sent
    group = next((group for group in groups if group["name"] == ENGINE_GROUP.encode()), None)
    if group is None:
        waiting = await client.xrange(shard.commands, count=1)
        return await client.xlen(shard.commands), 0, waiting[0][0] if waiting else None
    after = b"(" + group["last-delivered-id"]
    first = await client.xrange(shard.commands, min=after, count=1)
    # The server reports no lag if an entry in the middle of the stream was deleted.
    lag = group["lag"]
    if lag is None:
        lag = len(await client.xrange(shard.commands, min=after))
    oldest = first[0][0] if first else None
    if group["pending"]:
        summary = await client.xpending(shard.commands, ENGINE_GROUP)
        oldest = summary["min"] or oldest
    return lag, group["pending"], oldest
