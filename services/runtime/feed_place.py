"""How far a follower has come in a feed, told so that its lag costs no counting."""

from msgspec import Struct
from redis.exceptions import ResponseError

from services.runtime.connection import Client

BEGINNING = "0-0"


class FeedPlace(Struct, frozen=True):
    entry: str
    """The last entry that was read."""
    read: int
    """How many entries the feed had when it was the newest: nothing is ever deleted from the middle
    of a feed, so this is its number."""

    @property
    def text(self) -> str:
        return f"{self.entry}/{self.read}"


START = FeedPlace(BEGINNING, 0)


class FeedHead(Struct, frozen=True):
    """The true head of a feed, and what is left of it."""

    place: FeedPlace
    cut: int
    """How many of its first entries have been cut off."""


def read_place(text: str) -> FeedPlace:
    entry, _, read = text.partition("/")
    return FeedPlace(entry, int(read))


def order(entry_id: str) -> tuple[int, int]:
    """Entry ids are compared as numbers."""
    milliseconds, _, sequence = entry_id.partition("-")
    return int(milliseconds), int(sequence)


async def feed_head(client: Client, feed: str) -> FeedHead:
    try:
        found = await client.xinfo_stream(feed)
    except ResponseError as error:
        if "no such key" not in str(error):
            raise
        return FeedHead(START, 0)
    added = found["entries-added"]
    place = FeedPlace(found["last-generated-id"].decode(), added)
    return FeedHead(place, added - found["length"])
