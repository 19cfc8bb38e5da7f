"""Metadata of tables, by platform, with an index to filter lists by it."""

from urllib.parse import quote

import msgspec
from msgspec import Struct

from schemas.metadata import Metadata
from schemas.table import TableId
from services.runtime.server.client import RedisClient, Value
from services.runtime.server.script import Script, read_script
from services.runtime.store.keys import MetadataKeys

SCAN_ENTRIES = 500

_PUT = read_script("services.runtime.store", "metadata.lua")
_PAGE = (
    "return redis.call('ZRANGE', KEYS[1], ARGV[1], ARGV[2], 'BYLEX', 'REV', 'LIMIT', 0, ARGV[3])"
)

_decoder: msgspec.json.Decoder[Metadata] = msgspec.json.Decoder(Metadata)


class MetadataPage(Struct, frozen=True):
    """Tables with some metadata, newest first."""

    table_ids: tuple[TableId, ...]
    after: str | None
    """The sort key of the last one, if there are more."""


class TableMetadata:
    def __init__(self, client: RedisClient) -> None:
        self._client = client
        self._put: Script[int] = Script(client, _PUT)
        self._page: Script[list[bytes]] = Script(client, _PAGE)

    async def get(self, platform: str, table_id: TableId) -> Metadata:
        stored = await self._client.hget(MetadataKeys(platform).tables, table_id)
        return {} if stored is None else _decoder.decode(stored)

    async def put(
        self, platform: str, table_id: TableId, opened_at: int, metadata: Metadata
    ) -> None:
        """Replace the metadata of a table."""
        keys = MetadataKeys(platform)
        new = msgspec.json.encode(metadata, order="sorted") if metadata else b""
        while True:
            former = await self._client.hget(keys.tables, table_id) or b""
            entries = _entries(_decoder.decode(former), table_id, opened_at) if former else []
            arguments: list[Value] = [table_id, new, former, len(entries), *entries]
            arguments += _entries(metadata, table_id, opened_at)
            if await self._put(keys=[keys.tables, keys.index], args=arguments):
                return

    async def find(
        self, platform: str, name: str, value: str, *, newest: str, oldest: str
    ) -> MetadataPage:
        """Return tables before the sort key `newest` and from `oldest` on, at most a page."""
        prefix = _prefix(name, value)
        entries = await self._page(
            keys=[MetadataKeys(platform).index],
            args=[f"({prefix}{newest}", f"[{prefix}{oldest}", SCAN_ENTRIES],
        )
        keys = [entry.decode().removeprefix(prefix) for entry in entries]
        table_ids = tuple(key.partition(".")[2] for key in keys)
        return MetadataPage(table_ids, keys[-1] if len(keys) == SCAN_ENTRIES else None)


def _entries(metadata: Metadata, table_id: TableId, opened_at: int) -> list[str]:
    """Return the index entries of a table. They sort like the lists of the tables read model."""
    return [f"{_prefix(name, value)}{opened_at:015}.{table_id}" for name, value in metadata.items()]


def _prefix(name: str, value: str) -> str:
    """Quoted, so that no name and value begin like another pair."""
    return f"{name}={quote(value, safe='')}|"
