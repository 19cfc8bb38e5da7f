"""Lists of tables, newest first, in pages."""

from collections.abc import Sequence
from typing import Literal, get_args

from msgspec import Struct

from schemas.read_models import TableRow
from schemas.table import Stage
from services.runtime.readmodels.generations import Generation, read_live
from services.runtime.readmodels.table_rows import (
    ALL_TABLES,
    ANY,
    decode_row,
    index_key,
    list_prefix,
    platform_scope,
    rows_key,
    sort_key,
    time_key,
)
from services.runtime.server.client import RedisClient, Value
from services.runtime.server.script import Script, read_script

PAGE_ROWS = 500
STAGES: tuple[Stage, ...] = get_args(Stage)
_LAST = "~"
"""Sorts after every entry of a list: sort keys start with digits."""

_SCRIPT = read_script("services.runtime.readmodels", "table_page.lua")


class TableQuery(Struct, frozen=True):
    """A filter: the listed tables of some platforms, and the unlisted ones of others."""

    listed_of: tuple[str, ...]
    unlisted_of: tuple[str, ...] = ()
    game: str = ANY
    stage: Stage | Literal[""] = ANY
    player: str = ANY
    since_ms: int = 0
    """Only tables opened at this time or later."""
    until_ms: int | None = None
    """Only tables opened before this time."""


class TablePage(Struct, frozen=True):
    rows: tuple[TableRow, ...]
    after: str | None
    """Pass it to get the next page; None on the last page."""
    fresh_ms: int
    """When the rows were last complete."""


class TableLists:
    def __init__(self, client: RedisClient) -> None:
        self._client = client
        self._script: Script[list[bytes]] = Script(client, _SCRIPT)

    async def page(self, query: TableQuery, limit: int, after: str | None = None) -> TablePage:
        """Return a page. `after` comes from the previous page. Raises NotBuiltError."""
        scopes = [platform_scope(platform, listed=True) for platform in query.listed_of]
        scopes += [platform_scope(platform, listed=False) for platform in query.unlisted_of]
        prefixes = [list_prefix(scope, query.player, query.game, query.stage) for scope in scopes]

        end = _LAST if query.until_ms is None else time_key(query.until_ms)
        newest, oldest = min(after or _LAST, end), time_key(query.since_ms)

        async def read(generation: Generation) -> TablePage | None:
            return await self._read_page(generation, prefixes, limit, newest, oldest)

        return await read_live(self._client, "tables", read)

    async def count_by_stage(self) -> dict[Stage, int]:
        """Return the number of tables per stage, unlisted ones included. Raises NotBuiltError."""

        async def read(generation: Generation) -> dict[Stage, int] | None:
            index = index_key(generation)
            counts: dict[Stage, int] = {}
            for stage in STAGES:
                prefix = list_prefix(ALL_TABLES, stage=stage)
                last = f"({prefix}{_LAST}"
                counts[stage] = await self._client.zlexcount(index, f"[{prefix}", last)
            return counts if await self._client.exists(generation.cursors) else None

        return await read_live(self._client, "tables", read)

    async def count_unfinished(self, platform: str) -> int:
        """Return the number of a platform's open and playing tables. Raises NotBuiltError."""
        stages: tuple[Stage, ...] = ("open", "playing")

        async def read(generation: Generation) -> int | None:
            index, count = index_key(generation), 0
            for stage in stages:
                for listed in (True, False):
                    prefix = list_prefix(platform_scope(platform, listed=listed), stage=stage)
                    last = f"({prefix}{_LAST}"
                    count += await self._client.zlexcount(index, f"[{prefix}", last)
            return count if await self._client.exists(generation.cursors) else None

        return await read_live(self._client, "tables", read)

    async def fresh_ms(self) -> int:
        """Return when the rows were last complete. Raises NotBuiltError."""

        async def read(generation: Generation) -> int | None:
            if not await self._client.exists(generation.cursors):
                return None
            return int(await self._client.hget(generation.cursors, "fresh") or 0)

        return await read_live(self._client, "tables", read)

    async def rows(self, table_ids: Sequence[str]) -> dict[str, TableRow]:
        """Return the rows of these tables that are in the read model. Raises NotBuiltError."""

        async def read(generation: Generation) -> dict[str, TableRow] | None:
            if not await self._client.exists(generation.cursors):
                return None
            stored = await self._client.hmget(rows_key(generation), table_ids) if table_ids else []
            rows = (decode_row(record) for record in stored if record is not None)
            return {row.table: row for row in rows}

        return await read_live(self._client, "tables", read)

    async def newest(
        self, generation: Generation, prefix: str, rows_max: int | None = None
    ) -> list[TableRow] | None:
        """Return a whole list or its newest rows, or None if the generation is gone.

        Read in pages, so the list may change meanwhile."""
        rows: list[TableRow] = []
        after: str | None = None
        while rows_max is None or len(rows) < rows_max:
            page = await self._read_page(generation, [prefix], PAGE_ROWS, after or _LAST)
            if page is None:
                return None
            rows += page.rows
            after = page.after
            if after is None:
                break
        return rows[:rows_max]

    async def _read_page(
        self,
        generation: Generation,
        prefixes: list[str],
        limit: int,
        newest: str,
        oldest: str = "",
    ) -> TablePage | None:
        """Return a page of the rows before the sort key `newest` and from `oldest` on, or None if
        the generation is gone."""
        arguments: list[Value] = [limit + 1]
        for prefix in prefixes:
            arguments += [f"({prefix}{newest}", f"[{prefix}{oldest}"]
        keys = [generation.cursors, index_key(generation), rows_key(generation)]
        reply = await self._script(keys=keys, args=arguments)
        if not reply:
            return None
        fresh, *records = reply
        rows = sorted(map(decode_row, records), key=sort_key, reverse=True)
        has_more = len(rows) > limit
        page = tuple(rows[:limit])
        return TablePage(page, sort_key(page[-1]) if has_more else None, int(fresh))
