"""How the shards are doing, asked of the server itself."""

import asyncio
from typing import Any

from msgspec import Struct
from redis.exceptions import ResponseError

from services.runtime.event_log import ENGINE_GROUP, EventLog
from services.runtime.keys import ENGINES, ShardKeys
from services.runtime.ownership import holder


class ShardFigures(Struct, frozen=True):
    shard: int
    owner: str | None
    games: int
    waiting: int
    """Commands that no engine has taken up."""
    pending: int
    """Commands in an engine's hands."""
    oldest_seconds: float
    """Age of the oldest command without an outcome."""
    feed: int
    dead: int
    """Dead letters that nobody has looked after."""

    @property
    def lag(self) -> int:
        return self.waiting + self.pending


class Figures(Struct, frozen=True):
    engines: tuple[str, ...]
    shards: tuple[ShardFigures, ...]


async def figures(log: EventLog) -> Figures:
    seconds, micros = await log.client.time()
    engines = await log.client.zrange(ENGINES, 0, -1)
    found = await asyncio.gather(
        *(_shard_figures(log, shard, seconds + micros / 1e6) for shard in log.all_shards())
    )
    return Figures(tuple(engine.decode() for engine in engines), tuple(found))


async def _shard_figures(log: EventLog, shard: ShardKeys, now: float) -> ShardFigures:
    client = log.client
    owner, games, feed, dead, handled = await asyncio.gather(
        client.get(shard.owner(ENGINE_GROUP)),
        client.hlen(shard.games),
        client.xlen(shard.feed),
        client.xlen(shard.dead),
        client.hlen(shard.dead_handled),
    )
    waiting, pending, oldest = await _commands(client, shard)
    return ShardFigures(
        shard=shard.number,
        owner=holder(owner.decode()) if owner else None,
        games=games,
        waiting=waiting,
        pending=pending,
        oldest_seconds=max(0.0, now - _milliseconds(oldest) / 1000) if oldest else 0.0,
        feed=feed,
        dead=max(0, dead - handled),
    )


async def _commands(client: Any, shard: ShardKeys) -> tuple[int, int, bytes | None]:
    """Waiting, pending, and the oldest of both."""
    try:
        groups = await client.xinfo_groups(shard.commands)
    except ResponseError:
        groups = []  # there is no such stream: nobody has ever sent a command
    group = next((group for group in groups if group["name"] == ENGINE_GROUP.encode()), None)
    if group is None:
        waiting = await client.xrange(shard.commands, count=1)
        return await client.xlen(shard.commands), 0, waiting[0][0] if waiting else None
    after = b"(" + group["last-delivered-id"]
    first = await client.xrange(shard.commands, min=after, count=1)
    # The server knows the number as long as nothing is deleted from the middle of the stream.
    lag = group["lag"]
    if lag is None:
        lag = len(await client.xrange(shard.commands, min=after))
    oldest = first[0][0] if first else None
    if group["pending"]:
        summary = await client.xpending(shard.commands, ENGINE_GROUP)
        oldest = summary["min"] or oldest
    return lag, group["pending"], oldest


def _milliseconds(entry_id: bytes) -> int:
    return int(entry_id.split(b"-", 1)[0])
