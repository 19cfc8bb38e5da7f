"""Reads the feeds of all shards and groups what it reads."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from contextlib import aclosing

from services.runtime.operations.health import Health
from services.runtime.store.cursor import Cursor
from services.runtime.store.feed_cursor import FeedCursor
from services.runtime.store.feeds import FeedEntry, FeedRead, Feeds
from services.runtime.store.follow import Watch
from services.runtime.store.keys import ShardKeys

LOOP = "feed"
PACE_SECONDS_MIN = 0.02
PACE_SECONDS_MAX = 0.25
PACE_ENTRIES = 20
"""The pause between two reads. It doubles while reads find more entries than this, and halves when
they find fewer: fresh when little happens, and in large batches under load. Reading and applying
each commit alone would cost more than deciding it."""


async def read_feeds(
    feeds: Feeds,
    cursors: Mapping[ShardKeys, Cursor],
    queue: asyncio.Queue[list[FeedRead]],
    health: Health,
) -> None:
    """Read the feeds from these cursors on until cancelled."""

    def on_progress() -> None:
        health.ready(LOOP)
        health.beat(LOOP)

    def on_outage(error: Exception) -> None:
        health.not_ready(LOOP, f"server unreachable: {error}")

    async with aclosing(feeds.follow(cursors, Watch(on_progress, on_outage))) as results:
        pace_seconds = PACE_SECONDS_MIN
        async for reads in results:
            await queue.put(reads)
            has_backlog = not all(read.reached_end for read in reads)
            entries = sum(len(read.entries) for read in reads)
            if entries and not has_backlog:
                await asyncio.sleep(pace_seconds)
            pace_seconds = next_pace_seconds(pace_seconds, entries)


def next_pace_seconds(pace_seconds: float, entries: int) -> float:
    """Return the next pause after a read that found this many entries."""
    if entries > PACE_ENTRIES:
        return min(2 * pace_seconds, PACE_SECONDS_MAX)
    return max(pace_seconds / 2, PACE_SECONDS_MIN)


def advance(cursor: FeedCursor, entries: Sequence[FeedEntry]) -> FeedCursor:
    """Return the cursor after these entries."""
    if not entries:
        return cursor
    return FeedCursor(entries[-1].cursor, cursor.entries_read + len(entries))


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
