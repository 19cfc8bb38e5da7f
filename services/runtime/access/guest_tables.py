"""Which network opened each table of guests, so that nobody fills the server with tables."""

from collections.abc import Iterable

from services.runtime.server.client import RedisClient
from services.runtime.store.keys import GUEST_TABLES


class GuestTables:
    def __init__(self, client: RedisClient) -> None:
        self._client = client

    async def add(self, table_id: str, network: str) -> None:
        await self._client.hset(GUEST_TABLES, table_id, network)

    async def networks(self) -> dict[str, str]:
        """Return the network of each table that is not forgotten yet."""
        stored = await self._client.hgetall(GUEST_TABLES)
        return {table_id.decode(): network.decode() for table_id, network in stored.items()}

    async def forget(self, table_ids: Iterable[str]) -> None:
        """Forget tables that have ended, and who opened them."""
        for table_id in table_ids:
            await self._client.hdel(GUEST_TABLES, table_id)
