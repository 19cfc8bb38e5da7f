"""When the seats of a shard's tables run out of time. The append script writes these deadlines."""

from msgspec import Struct

from services.runtime.server.client import RedisClient
from services.runtime.store.keys import ShardKeys


class Deadline(Struct, frozen=True):
    table_id: str
    at: int
    """In milliseconds."""


class Deadlines:
    def __init__(self, client: RedisClient) -> None:
        self._client = client

    async def until(self, shard: ShardKeys, until_ms: int, count_max: int) -> list[Deadline]:
        """Return the shard's deadlines up to a time, the oldest first."""
        rows = await self._client.zrange(
            shard.deadlines,
            0,
            until_ms,
            byscore=True,
            withscores=True,
            offset=0,
            num=count_max,
        )
        return [Deadline(table_id.decode(), int(at)) for table_id, at in rows]
