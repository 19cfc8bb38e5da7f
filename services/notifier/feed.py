"""Reads the shards' feeds from their current end and passes commits to the followed tables."""

import asyncio

import structlog

from games.codec import UnreadableRecordError
from services.notifier.followed_tables import FollowedTables
from services.runtime.operations.health import Health
from services.runtime.operations.telemetry import SHARD
from services.runtime.server.connection import BLOCK_MS, CONNECTION_ERRORS
from services.runtime.store.event_log import READ_COUNT, EventLog
from services.runtime.store.keys import ShardKeys

RETRY_SECONDS = 0.2
RECONCILE_SECONDS = 10.0

log = structlog.get_logger()


async def read_feed(
    event_log: EventLog, shard: ShardKeys, tables: FollowedTables, health: Health
) -> None:
    """Read one shard's feed until cancelled. After an outage, continue at the same cursor."""
    cursor: str | None = None
    while True:
        try:
            if cursor is None:
                cursor = await _last_entry_id(event_log, shard)
            streams = await event_log.client.xread({shard.feed: cursor}, READ_COUNT, BLOCK_MS)
        except CONNECTION_ERRORS as error:
            health.not_ready("feed", f"server unreachable: {error}")
            log.warning("server unreachable", error=str(error), **{SHARD: shard.number})
            await asyncio.sleep(RETRY_SECONDS)
            continue
        health.ready("feed")
        health.beat(f"feed-{shard.number}")
        for _, entries in streams or ():
            for entry_id, fields in entries:
                cursor = entry_id.decode()
                tables.receive(fields[b"table"].decode(), int(fields[b"seq"]), fields[b"commit"])


async def _last_entry_id(event_log: EventLog, shard: ShardKeys) -> str:
    entries = await event_log.client.xrevrange(shard.feed, count=1)
    return entries[0][0].decode() if entries else "0-0"


async def reconcile_periodically(event_log: EventLog, tables: FollowedTables) -> None:
    """Compare followed tables with the table streams until cancelled.

    Trimming a feed does not wait for notifiers. Commits that were trimmed before this process read
    them are found here, so no subscriber misses them for longer than `RECONCILE_SECONDS`.
    """
    while True:
        await asyncio.sleep(RECONCILE_SECONDS)
        for shard in event_log.all_shards():
            try:
                await reconcile_shard(event_log, tables, shard)
            except (*CONNECTION_ERRORS, UnreadableRecordError) as error:
                log.warning("reconciling failed", error=str(error), **{SHARD: shard.number})


async def reconcile_shard(event_log: EventLog, tables: FollowedTables, shard: ShardKeys) -> None:
    followed = tables.in_shard(shard.number)
    if not followed:
        return
    # Read before the query: a table that advances in the meantime is not behind.
    known_seqs = [table.seq for table in followed]
    stored_seqs = await event_log.client.hmget(
        shard.tables, *(table.table_id for table in followed)
    )
    for table, known_seq, stored_seq in zip(followed, known_seqs, stored_seqs, strict=True):
        if stored_seq is not None and (int(stored_seq) < known_seq or int(stored_seq) > table.seq):
            await table.reconcile(int(stored_seq))
