"""Reads the feeds of the shards in batches, one task per shard."""

import asyncio
from collections.abc import Iterable, Sequence

import structlog
from msgspec import Struct

from services.runtime.operations.clock import now_ms
from services.runtime.operations.health import Health
from services.runtime.operations.telemetry import ENTRY, SHARD
from services.runtime.server.client import RedisClient
from services.runtime.server.connection import BLOCK_MS, CONNECTION_ERRORS
from services.runtime.store.event_log import READ_COUNT, EventLog
from services.runtime.store.feed_cursor import FeedCursor
from services.runtime.store.keys import ShardKeys

RETRY_SECONDS = 0.2
PACE_SECONDS = 0.05
"""Pause between two reads unless a backlog remains, so that commits are applied in batches. Reading
and applying each one alone would cost more than deciding it."""

log = structlog.get_logger()


class FeedEntry(Struct, frozen=True, gc=False):
    """An entry of a feed. An unreadable one has an empty table id."""

    id: str
    table_id: str
    seq: int
    commit: bytes


class FeedBatch(Struct, frozen=True):
    """The entries of one read of a feed, possibly none."""

    shard: ShardKeys
    start: str
    entries: tuple[FeedEntry, ...]
    read_ms: int
    """Entries written before this time are in this batch or an earlier one."""

    @property
    def end(self) -> str:
        return self.entries[-1].id if self.entries else self.start

    @property
    def reached_end(self) -> bool:
        return len(self.entries) < READ_COUNT


async def read_feed(
    event_log: EventLog,
    shard: ShardKeys,
    start: str,
    batches: asyncio.Queue[FeedBatch],
    health: Health,
) -> None:
    """Read a feed from an entry on until cancelled."""
    while True:
        read_ms = now_ms()
        try:
            response = await event_log.client.xread({shard.feed: start}, READ_COUNT, BLOCK_MS)
        except CONNECTION_ERRORS as error:
            health.not_ready("feed", f"server unreachable: {error}")
            log.warning("server unreachable", error=str(error), **{SHARD: shard.number})
            await asyncio.sleep(RETRY_SECONDS)
            continue
        health.ready("feed")
        health.beat(feed_loop(shard))
        batch = FeedBatch(shard, start, _parse_entries(response[0][1] if response else ()), read_ms)
        start = batch.end
        await batches.put(batch)
        if batch.entries and batch.reached_end:
            await asyncio.sleep(PACE_SECONDS)


def feed_loop(shard: ShardKeys) -> str:
    return f"feed-{shard.number}"


async def read_range(
    client: RedisClient, shard: ShardKeys, after: str, until: str
) -> tuple[FeedEntry, ...]:
    """Read at most READ_COUNT entries."""
    return _parse_entries(
        await client.xrange(shard.feed, min=f"({after}", max=until, count=READ_COUNT)
    )


def advance(cursor: FeedCursor, entries: Sequence[FeedEntry]) -> FeedCursor:
    """Return the cursor after these entries."""
    return FeedCursor(entries[-1].id, cursor.entries_read + len(entries)) if entries else cursor


def group_by_table(
    entries: Iterable[FeedEntry],
) -> tuple[dict[str, int], dict[str, dict[int, bytes]]]:
    """Return the latest seq of each table, and the commits by table and seq."""
    latest_seqs: dict[str, int] = {}
    commits: dict[str, dict[int, bytes]] = {}
    for entry in entries:
        if entry.table_id:
            latest_seqs[entry.table_id] = max(entry.seq, latest_seqs.get(entry.table_id, 0))
            commits.setdefault(entry.table_id, {})[entry.seq] = entry.commit
    return latest_seqs, commits


def _parse_entries(entries: Sequence[tuple[bytes, dict[bytes, bytes]]]) -> tuple[FeedEntry, ...]:
    return tuple(_parse_entry(entry_id.decode(), fields) for entry_id, fields in entries)


def _parse_entry(entry_id: str, fields: dict[bytes, bytes]) -> FeedEntry:
    try:
        table_id, seq = fields[b"table"].decode(), int(fields[b"seq"])
    except (KeyError, ValueError) as error:
        # No engine writes this. The table streams are complete, so nothing is lost.
        log.error("unreadable feed entry", error=repr(error), **{ENTRY: entry_id})
        return FeedEntry(entry_id, "", 0, b"")
    return FeedEntry(entry_id, table_id, seq, fields.get(b"commit", b""))
