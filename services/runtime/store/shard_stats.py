"""Statistics of the shards, read from the server."""

import asyncio

from msgspec import Struct
from redis.exceptions import ResponseError

from services.runtime.server.client import RedisClient
from services.runtime.store.cursor import added_ms, entry_cursor
from services.runtime.store.event_log import ENGINE_GROUP, EventLog
from services.runtime.store.keys import ENGINES, StreamKeys
from services.runtime.store.ownership import holder_id
from services.runtime.store.stream_layout import StreamLayout


class StreamStats(Struct, frozen=True):
    """A command stream of a shard."""

    stream: int
    owner: str | None
    waiting: int
    """Queued commands that no engine has read."""
    pending: int
    """Commands that an engine has read and not decided."""
    oldest_seconds: float
    """Age of the oldest command without an outcome."""

    @property
    def lag(self) -> int:
        return self.waiting + self.pending


class ShardStats(Struct, frozen=True):
    shard: int
    tables: int
    feed: int
    dead_letters: int
    """Unresolved dead letters."""
    streams: tuple[StreamStats, ...]
    """The command streams that engines read now."""
    is_draining: bool
    """Whether these are the streams before a change of their number. Their successors wait."""
    queued: int
    """Commands in the successors."""

    @property
    def is_owned(self) -> bool:
        return all(stream.owner for stream in self.streams)

    @property
    def lag(self) -> int:
        return self.queued + sum(stream.lag for stream in self.streams)

    @property
    def oldest_seconds(self) -> float:
        return max(stream.oldest_seconds for stream in self.streams)


class ShardsReport(Struct, frozen=True):
    engines: tuple[str, ...]
    shards: tuple[ShardStats, ...]


async def read_shard_stats(client: RedisClient, log: EventLog) -> ShardsReport:
    seconds, micros = await client.time()
    engines = await client.zrange(ENGINES, 0, -1)
    shard_stats = await asyncio.gather(
        *(
            _read_shard(client, layout, seconds + micros / 1e6)
            for layout in await log.layouts.read_all()
        )
    )
    return ShardsReport(tuple(engine.decode() for engine in engines), tuple(shard_stats))


async def _read_shard(client: RedisClient, layout: StreamLayout, now: float) -> ShardStats:
    shard = layout.shard
    tables, feed, dead_letters, resolved = await asyncio.gather(
        client.hlen(shard.tables),
        client.xlen(shard.feed),
        client.xlen(shard.dead_letters),
        client.hlen(shard.resolved_dead_letters),
    )
    streams = await asyncio.gather(
        *(_read_stream(client, stream, now) for stream in layout.readable_streams)
    )
    successors = layout.streams if layout.draining else ()
    queued = [await client.xlen(stream.commands) for stream in successors]
    return ShardStats(
        shard=shard.number,
        tables=tables,
        feed=feed,
        dead_letters=max(0, dead_letters - resolved),
        streams=tuple(streams),
        is_draining=layout.draining > 0,
        queued=sum(queued),
    )


async def _read_stream(client: RedisClient, stream: StreamKeys, now: float) -> StreamStats:
    owner = await client.get(stream.owner(ENGINE_GROUP))
    waiting, pending, oldest = await _commands(client, stream.commands)
    return StreamStats(
        stream=stream.index,
        owner=holder_id(owner.decode()) if owner else None,
        waiting=waiting,
        pending=pending,
        oldest_seconds=max(0.0, now - added_ms(entry_cursor(oldest)) / 1000) if oldest else 0.0,
    )


async def _commands(client: RedisClient, stream: str) -> tuple[int, int, bytes | None]:
    """Return the number of waiting and pending commands and the oldest entry id."""
    try:
        groups = await client.xinfo_groups(stream)
    except ResponseError:
        groups = []  # no stream: no command was ever sent
    group = next((group for group in groups if group["name"] == ENGINE_GROUP.encode()), None)
    if group is None:
        waiting = await client.xrange(stream, count=1)
        return await client.xlen(stream), 0, waiting[0][0] if waiting else None
    after = b"(" + group["last-delivered-id"]
    first = await client.xrange(stream, min=after, count=1)
    # The server reports no lag if an entry in the middle of the stream was deleted.
    lag = group["lag"]
    if lag is None:
        lag = len(await client.xrange(stream, min=after))
    oldest = first[0][0] if first else None
    if group["pending"]:
        summary = await client.xpending(stream, ENGINE_GROUP)
        oldest = summary["min"] or oldest
    return lag, group["pending"], oldest
