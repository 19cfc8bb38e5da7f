"""The feeds of the shards: every commit of a shard, for followers."""

from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import aclosing

import structlog
from msgspec import Struct
from redis.exceptions import ResponseError

from services.runtime.operations.telemetry import ENTRY
from services.runtime.server.client import Fields, RedisClient
from services.runtime.store.cursor import Cursor, entry_cursor, last_cursor
from services.runtime.store.feed_cursor import START, FeedCursor, FeedHead
from services.runtime.store.follow import READ_COUNT, UNWATCHED, StreamEntry, Watch, follow
from services.runtime.store.keys import ShardKeys

log = structlog.get_logger()


class FeedEntry(Struct, frozen=True, gc=False):
    """An entry of a feed. An unreadable one has an empty table id."""

    cursor: Cursor
    table_id: str
    seq: int
    commit: bytes
    command_id: str = ""


class FeedRead(Struct, frozen=True):
    """What one read found in the feed of one shard, possibly nothing."""

    shard: ShardKeys
    start: Cursor
    entries: tuple[FeedEntry, ...]
    read_ms: int
    """Entries added before this time are in this read or in an earlier one, if it reached the end
    of the feed."""

    @property
    def end(self) -> Cursor:
        return self.entries[-1].cursor if self.entries else self.start

    @property
    def reached_end(self) -> bool:
        return len(self.entries) < READ_COUNT


class Feeds:
    def __init__(self, client: RedisClient) -> None:
        self._client = client

    async def follow(
        self, cursors: Mapping[ShardKeys, Cursor | None], watch: Watch = UNWATCHED
    ) -> AsyncGenerator[list[FeedRead], None]:
        """Yield the reads of each call until cancelled. None stands for the end of a feed."""
        shards = {shard.feed: shard for shard in cursors}
        by_feed = {shard.feed: cursor for shard, cursor in cursors.items()}
        async with aclosing(follow(self._client, by_feed, watch)) as results:
            async for reads in results:
                yield [
                    FeedRead(
                        shards[read.stream], read.start, parse_feed(read.entries), read.read_ms
                    )
                    for read in reads
                ]

    async def read_range(
        self, shard: ShardKeys, after: Cursor, until: Cursor | None = None
    ) -> tuple[FeedEntry, ...]:
        """Return the entries up to a cursor or to the end, but at most READ_COUNT."""
        entries = await self._client.xrange(
            shard.feed, min=f"({after}", max=until or "+", count=READ_COUNT
        )
        return parse_feed(
            StreamEntry(entry_cursor(entry_id), fields) for entry_id, fields in entries
        )

    async def last_cursor(self, shard: ShardKeys) -> Cursor:
        return await last_cursor(self._client, shard.feed)

    async def head(self, shard: ShardKeys) -> FeedHead:
        try:
            state = await self._client.xinfo_stream(shard.feed)
        except ResponseError as error:
            if "no such key" not in str(error):
                raise
            return FeedHead(START, 0)
        entries_added = state["entries-added"]
        cursor = FeedCursor(entry_cursor(state["last-generated-id"]), entries_added)
        return FeedHead(cursor, entries_added - state["length"])

    async def report_cursor(self, shard: ShardKeys, follower: str, cursor: Cursor) -> None:
        """Allow trimming what this follower has read."""
        await self._client.hset(shard.cursors, follower, cursor)


def parse_feed(entries: Iterable[StreamEntry]) -> tuple[FeedEntry, ...]:
    return tuple(_parse_entry(entry.cursor, entry.fields) for entry in entries)


def _parse_entry(cursor: Cursor, fields: Fields) -> FeedEntry:
    try:
        table_id, seq = fields[b"table"].decode(), int(fields[b"seq"])
    except (KeyError, ValueError) as error:
        # No engine writes this. The table streams are complete, so nothing is lost.
        log.error("unreadable feed entry", error=repr(error), **{ENTRY: cursor})
        return FeedEntry(cursor, "", 0, b"")
    command_id = fields.get(b"command", b"").decode()
    return FeedEntry(cursor, table_id, seq, fields.get(b"commit", b""), command_id)
