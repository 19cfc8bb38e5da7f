"""Lists of tables, newest first, page by page."""

from importlib.resources import files
from typing import Literal, get_args

from msgspec import Struct

from schemas.reading import TableRow
from schemas.table import Stage
from services.runtime.connection import Client
from services.runtime.generations import Generation, read_live
from services.runtime.table_rows import (
    ANY,
    EVERY,
    LISTED,
    decode_row,
    index_key,
    list_prefix,
    place_of,
    platform_audience,
    rows_key,
)

PAGE_ROWS = 500
STAGES: tuple[Stage, ...] = get_args(Stage)
_AFTER_ALL = "~"
"""Behind every place in a list: places begin with digits."""

_SCRIPT = files("services.runtime").joinpath("table_page.lua").read_text()


class Wanted(Struct, frozen=True):
    """Which tables. `platform` sees its own that are not listed, too."""

    game: str = ANY
    stage: Stage | Literal[""] = ANY
    player: str = ANY
    platform: str | None = None


class TablePage(Struct, frozen=True):
    rows: tuple[TableRow, ...]
    after: str | None
    """What to ask for next; None when this is all."""
    fresh_ms: int
    """When the rows were last known to be complete."""


class TableLists:
    def __init__(self, client: Client) -> None:
        self._client = client
        self._script = client.register_script(_SCRIPT)

    async def page(self, wanted: Wanted, limit: int, after: str | None = None) -> TablePage:
        """`after` is what the page before said. Raises NotBuiltError."""
        audiences = [LISTED]
        if wanted.platform is not None:
            audiences.append(platform_audience(wanted.platform))
        prefixes = [
            list_prefix(audience, wanted.player, wanted.game, wanted.stage)
            for audience in audiences
        ]

        async def read(generation: Generation) -> TablePage | None:
            return await self._page_of(generation, prefixes, limit, after)

        return await read_live(self._client, "tables", read)

    async def by_stage(self) -> dict[Stage, int]:
        """How many tables there are in each stage, listed or not. Raises NotBuiltError."""

        async def read(generation: Generation) -> dict[Stage, int] | None:
            index = index_key(generation)
            found: dict[Stage, int] = {}
            for stage in STAGES:
                prefix = list_prefix(EVERY, stage=stage)
                last = f"({prefix}{_AFTER_ALL}"
                found[stage] = await self._client.zlexcount(index, f"[{prefix}", last)
            return found if await self._client.exists(generation.cursors) else None

        return await read_live(self._client, "tables", read)

    async def newest(
        self, generation: Generation, prefix: str, rows_max: int | None = None
    ) -> list[TableRow] | None:
        """A whole list, or its newest rows, read in pages while it goes on changing. None when the
        generation is gone."""
        found: list[TableRow] = []
        after: str | None = None
        while rows_max is None or len(found) < rows_max:
            page = await self._page_of(generation, [prefix], PAGE_ROWS, after)
            if page is None:
                return None
            found += page.rows
            after = page.after
            if after is None:
                break
        return found[:rows_max]

    async def _page_of(
        self, generation: Generation, prefixes: list[str], limit: int, after: str | None
    ) -> TablePage | None:
        """None when the generation is gone."""
        arguments: list[str | int] = [limit + 1]
        for prefix in prefixes:
            arguments += [f"({prefix}{after or _AFTER_ALL}", f"[{prefix}"]
        keys = [generation.cursors, index_key(generation), rows_key(generation)]
        answer = await self._script(keys=keys, args=arguments)
        if not answer:
            return None
        fresh, *found = answer
        rows = sorted(map(decode_row, found), key=place_of, reverse=True)
        more = len(rows) > limit
        shown = tuple(rows[:limit])
        return TablePage(shown, place_of(shown[-1]) if more else None, int(fresh))
