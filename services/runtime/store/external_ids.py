"""External ids: a platform's own names for its tables, each used once per platform."""

from schemas.table import ExternalId, TableId
from services.runtime.server.client import RedisClient
from services.runtime.store.keys import external_ids


class ExternalIds:
    def __init__(self, client: RedisClient) -> None:
        self._client = client

    async def claim(self, platform: str, external_id: ExternalId, table_id: TableId) -> TableId:
        """Bind an external id to a table. Returns the table it is bound to, now or from before."""
        key = external_ids(platform)
        await self._client.hsetnx(key, external_id, table_id)
        bound = await self._client.hget(key, external_id)
        assert bound is not None, "external ids are never deleted"
        return bound.decode()

    async def find(self, platform: str, external_id: ExternalId) -> TableId | None:
        bound = await self._client.hget(external_ids(platform), external_id)
        return None if bound is None else bound.decode()
