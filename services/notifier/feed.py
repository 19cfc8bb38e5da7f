"""Reads the shards' feeds, from now on, and tells the hub."""

import asyncio

import structlog

from services.notifier.hub import Hub, Told
from services.runtime.connection import BLOCK_MS, LOST
from services.runtime.event_log import READ_COUNT, EventLog
from services.runtime.health import Health
from services.runtime.keys import ShardKeys
from services.runtime.telemetry import SHARD

RETRY_SECONDS = 0.2

log = structlog.get_logger()


async def read_feed(event_log: EventLog, shard: ShardKeys, hub: Hub, health: Health) -> None:
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
                told = Told(int(fields[b"seq"]), fields[b"commit"])
                hub.tell(fields[b"game"].decode(), told)


async def _head(event_log: EventLog, shard: ShardKeys) -> str:
    last = await event_log.client.xrevrange(shard.feed, count=1)
    return last[0][0].decode() if last else "0-0"
