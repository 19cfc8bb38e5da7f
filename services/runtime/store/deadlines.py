"""When the seats of a shard's tables run out of time, or the tables themselves expire.

The append script writes these deadlines.
"""

from collections.abc import Callable

from msgspec import Struct

from services.runtime.server.client import RedisClient
from services.runtime.store.keys import ShardKeys


class Deadline(Struct, frozen=True):
    table_id: str
    at: int
    """In milliseconds."""


class Deadlines:
    def __init__(
        self, client: RedisClient, key: Callable[[ShardKeys], str] = lambda shard: shard.deadlines
    ) -> None:
        self._client = client
        self._key = key

    async def until(self, shard: ShardKeys, until_ms: int, count_max: int) -> list[Deadline]:
        """Return the shard's deadlines up to a time, the oldest first."""
        rows = await self._client.zrange(
            self._key(shard),
            0,
            until_ms,
            byscore=True,
            withscores=True,
            offset=0,
            num=count_max,
        )
        return [Deadline(table_id.decode(), int(at)) for table_id, at in rows]
