"""Cursors of feed followers. They contain a count, so that lag needs no counting."""

from msgspec import Struct

from services.runtime.store.cursor import BEGINNING, Cursor


class FeedCursor(Struct, frozen=True):
    entry: Cursor
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
    return FeedCursor(Cursor(entry), int(entries_read))
