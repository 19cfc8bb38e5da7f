"""Cursors of feed followers. They contain a count, so that lag needs no counting."""

from msgspec import Struct
from redis.exceptions import ResponseError

from services.runtime.server.client import RedisClient

BEGINNING = "0-0"


class FeedCursor(Struct, frozen=True):
    entry: str
    """Id of the last entry read."""
    entries_read: int
    """Number of entries from the start of the feed up to and including `entry`. Entries are never
    deleted from the middle of a feed."""

    @property
    def text(self) -> str:
        return f"{self.entry}/{self.entries_read}"


START = FeedCursor(BEGINNING, 0)


class FeedHead(Struct, frozen=True):
    """The end of a feed, and how much of its start is trimmed."""

    cursor: FeedCursor
    trimmed: int
    """Number of trimmed entries."""


def parse_cursor(text: str) -> FeedCursor:
    entry, _, entries_read = text.partition("/")
    return FeedCursor(entry, int(entries_read))


def entry_sort_key(entry_id: str) -> tuple[int, int]:
    """Return the key by which to compare entry ids: as numbers, not as text."""
    milliseconds, _, sequence = entry_id.partition("-")
    return int(milliseconds), int(sequence)


async def feed_head(client: RedisClient, feed: str) -> FeedHead:
    try:
        info = await client.xinfo_stream(feed)
    except ResponseError as error:
        if "no such key" not in str(error):
            raise
        return FeedHead(START, 0)
    entries_added = info["entries-added"]
    cursor = FeedCursor(info["last-generated-id"].decode(), entries_added)
    return FeedHead(cursor, entries_added - info["length"])
