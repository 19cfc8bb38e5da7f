"""Reads feeds and outcomes of all shards from their current ends, with one reader.

Commits go to the followed tables, outcomes to the live sockets that sent the commands.
"""

import asyncio
from contextlib import aclosing

import structlog

from games.codec import UnreadableRecordError
from services.notifier.followed_tables import FollowedTables
from services.notifier.live_commands import LiveCommands
from services.runtime.operations.health import Health
from services.runtime.operations.telemetry import SHARD
from services.runtime.server.connection import CONNECTION_ERRORS
from services.runtime.store.event_log import EventLog
from services.runtime.store.follow import Watch
from services.runtime.store.keys import ShardKeys

LOOP = "feed"
RECONCILE_SECONDS = 10.0

log = structlog.get_logger()


async def read_updates(
    event_log: EventLog, tables: FollowedTables, commands: LiveCommands, health: Health
) -> None:
    """Read until cancelled. After an outage, continue at the same cursors."""

    def on_progress() -> None:
        health.ready(LOOP)
        health.beat(LOOP)

    def on_outage(error: Exception) -> None:
        health.not_ready(LOOP, f"server unreachable: {error}")

    watch = Watch(on_progress, on_outage)
    async with aclosing(event_log.follow_updates(watch=watch)) as results:
        async for updates in results:
            for entry in updates.commits:
                tables.receive(entry.table_id, entry.seq, entry.commit)
            for outcome in updates.outcomes:
                commands.resolve(outcome)


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
    stored_seqs = await event_log.last_seqs_of(shard, [table.table_id for table in followed])
    for table, known_seq, stored_seq in zip(followed, known_seqs, stored_seqs, strict=True):
        if stored_seq is not None and (stored_seq < known_seq or stored_seq > table.seq):
            await table.reconcile(stored_seq)
