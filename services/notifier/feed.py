"""Reads the shards' feeds, from now on, and tells the rooms."""

import asyncio

import structlog

from games.codec import Unreadable
from services.notifier.rooms import Rooms
from services.runtime.connection import BLOCK_MS, LOST
from services.runtime.event_log import READ_COUNT, EventLog
from services.runtime.health import Health
from services.runtime.keys import ShardKeys
from services.runtime.telemetry import SHARD

RETRY_SECONDS = 0.2
COMPARE_SECONDS = 10.0

log = structlog.get_logger()


async def read_feed(event_log: EventLog, shard: ShardKeys, rooms: Rooms, health: Health) -> None:
    """Until cancelled. What happened while the server was away is read when it is back."""
    cursor: str | None = None
    while True:
        try:
            if cursor is None:
                cursor = await _head(event_log, shard)
            answer = await event_log.client.xread({shard.feed: cursor}, READ_COUNT, BLOCK_MS)
        except LOST as error:
            health.not_ready("feed", f"no word from the server: {error}")
            log.warning("no word from the server", error=str(error), **{SHARD: shard.number})
            await asyncio.sleep(RETRY_SECONDS)
            continue
        health.ready("feed")
        health.beat(f"feed-{shard.number}")
        for _, entries in answer or ():
            for entry_id, fields in entries:
                cursor = entry_id.decode()
                rooms.tell(fields[b"game"].decode(), int(fields[b"seq"]), fields[b"commit"])


async def _head(event_log: EventLog, shard: ShardKeys) -> str:
    last = await event_log.client.xrevrange(shard.feed, count=1)
    return last[0][0].decode() if last else "0-0"


async def compare_with_truth(event_log: EventLog, rooms: Rooms) -> None:
    """Until cancelled. A feed is cut behind those it waits for, and that is not us: what was cut
    before we read it is found here, so nobody is left behind unawares for longer than this."""
    while True:
        await asyncio.sleep(COMPARE_SECONDS)
        for shard in event_log.all_shards():
            try:
                await compare_shard(event_log, rooms, shard)
            except (*LOST, Unreadable) as error:
                log.warning("rooms can't be compared", error=str(error), **{SHARD: shard.number})


async def compare_shard(event_log: EventLog, rooms: Rooms, shard: ShardKeys) -> None:
    followed = rooms.of_shard(shard.number)
    if not followed:
        return
    # Taken before asking: a room that moves on meanwhile is not behind.
    heads = [room.head for room in followed]
    versions = await event_log.client.hmget(shard.games, *(room.game for room in followed))
    for room, head, version in zip(followed, heads, versions, strict=True):
        if version is not None and (int(version) < head or int(version) > room.head):
            await room.compare(int(version))
