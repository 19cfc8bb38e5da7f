"""Cursors: how far a reader is in a stream. The cursor after an entry is the entry's id."""

from typing import NewType

from services.runtime.server.client import RedisClient

Cursor = NewType("Cursor", str)

BEGINNING = Cursor("0-0")


def entry_cursor(entry_id: bytes) -> Cursor:
    return Cursor(entry_id.decode())


def sort_key(cursor: Cursor) -> tuple[int, int]:
    """Return the key by which to compare cursors: as numbers, not as text."""
    milliseconds, _, sequence = cursor.partition("-")
    return int(milliseconds), int(sequence or 0)


def added_ms(cursor: Cursor) -> int:
    """Return when the entry was added, by the server's clock."""
    return sort_key(cursor)[0]


def following_id(cursor: Cursor) -> str:
    """Return the smallest id after the cursor."""
    milliseconds, sequence = sort_key(cursor)
    return f"{milliseconds}-{sequence + 1}"


async def last_cursor(client: RedisClient, stream: str) -> Cursor:
    """Return the cursor at the end of a stream, to wait for later entries."""
    last = await client.xrevrange(stream, count=1)
    return entry_cursor(last[0][0]) if last else BEGINNING
