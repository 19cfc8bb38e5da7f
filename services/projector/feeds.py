"""Reads the shards' feeds, each in a task of its own, and hands over what came."""

import asyncio
import time
from collections.abc import Iterable, Sequence

import structlog
from msgspec import Struct

from services.runtime.connection import BLOCK_MS, LOST, Client
from services.runtime.event_log import READ_COUNT, EventLog
from services.runtime.feed_place import FeedPlace
from services.runtime.health import Health
from services.runtime.keys import ShardKeys
from services.runtime.telemetry import ENTRY, SHARD

RETRY_SECONDS = 0.2
PACE_SECONDS = 0.05
"""Between two reads, unless there is much to read: so that commits come in company. A read and a
turn for every single one would cost more than deciding it."""

log = structlog.get_logger()


class Heard(Struct, frozen=True, gc=False):
    """An entry of a feed."""

    id: str
    game: str
    seq: int
    commit: bytes


class Batch(Struct, frozen=True):
    """What one read of a feed has brought; perhaps nothing."""

    shard: ShardKeys
    start: str
    heard: tuple[Heard, ...]
    asked_ms: int
    """What was in the feed at this moment is in this batch, or before it."""

    @property
    def end(self) -> str:
        return self.heard[-1].id if self.heard else self.start

    @property
    def whole(self) -> bool:
        return len(self.heard) < READ_COUNT


async def read_feed(
    log_: EventLog, shard: ShardKeys, start: str, batches: asyncio.Queue[Batch], health: Health
) -> None:
    """Until cancelled, from an entry on."""
    while True:
        asked_ms = now_ms()
        try:
            answer = await log_.client.xread({shard.feed: start}, READ_COUNT, BLOCK_MS)
        except LOST as error:
            health.not_ready("feed", f"no word from the server: {error}")
            log.warning("no word from the server", error=str(error), **{SHARD: shard.number})
            await asyncio.sleep(RETRY_SECONDS)
            continue
        health.ready("feed")
        health.beat(feed_loop(shard))
        batch = Batch(shard, start, _heard(answer[0][1] if answer else ()), asked_ms)
        start = batch.end
        await batches.put(batch)
        if batch.heard and batch.whole:
            await asyncio.sleep(PACE_SECONDS)


def feed_loop(shard: ShardKeys) -> str:
    return f"feed-{shard.number}"


async def read_between(
    client: Client, shard: ShardKeys, after: str, until: str
) -> tuple[Heard, ...]:
    """At most READ_COUNT entries."""
    return _heard(await client.xrange(shard.feed, min=f"({after}", max=until, count=READ_COUNT))


def moved(place: FeedPlace, heard: Sequence[Heard]) -> FeedPlace:
    """The place after these entries."""
    return FeedPlace(heard[-1].id, place.read + len(heard)) if heard else place


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def news_of(heard: Iterable[Heard]) -> tuple[dict[str, int], dict[str, dict[int, bytes]]]:
    """The newest version of each game, and the commits by game and version."""
    heads: dict[str, int] = {}
    fed: dict[str, dict[int, bytes]] = {}
    for one in heard:
        if one.game:
            heads[one.game] = max(one.seq, heads.get(one.game, 0))
            fed.setdefault(one.game, {})[one.seq] = one.commit
    return heads, fed


def _heard(entries: Sequence[tuple[bytes, dict[bytes, bytes]]]) -> tuple[Heard, ...]:
    return tuple(_read(entry_id.decode(), fields) for entry_id, fields in entries)


def _read(entry_id: str, fields: dict[bytes, bytes]) -> Heard:
    try:
        game, seq = fields[b"game"].decode(), int(fields[b"seq"])
    except (KeyError, ValueError) as error:
        # No engine writes this. The games' own streams are whole, so nothing is missed.
        log.error("an entry of a feed can't be read", error=repr(error), **{ENTRY: entry_id})
        return Heard(entry_id, "", 0, b"")
    return Heard(entry_id, game, seq, fields.get(b"commit", b""))
