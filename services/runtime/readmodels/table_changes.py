"""Follow the tables read model: current rows first, then every change."""

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

from msgspec import Struct

from schemas.read_models import TableRow
from schemas.table import Stage
from services.runtime.readmodels.generations import (
    VERSIONS,
    Generation,
    live_generation,
    parse_generation,
)
from services.runtime.readmodels.table_lists import TableLists
from services.runtime.readmodels.table_rows import ALL_TABLES, changes_key, decode_row, list_prefix
from services.runtime.server.client import RedisClient
from services.runtime.store.cursor import BEGINNING, Cursor, last_cursor
from services.runtime.store.follow import READ_COUNT, follow

CHANGES_MAX = 10_000
"""Minimum number of changes kept for followers."""
ENDED_ROWS_MAX = 1_000
"""Number of ended tables per stage in a full list: the newest."""
POLL_SECONDS = 0.5

_ROWS_MAX: dict[Stage, int | None] = {
    "open": None,
    "playing": None,
    "over": ENDED_ROWS_MAX,
    "aborted": ENDED_ROWS_MAX,
    "voided": ENDED_ROWS_MAX,
}


class TableChanges(Struct, frozen=True):
    cursor: str
    """Pass it as `after` to continue from here."""
    is_full: bool
    """Whether the rows replace all earlier ones: all open and playing tables, and the newest ended
    ones."""
    rows: tuple[TableRow, ...]


async def follow_tables(client: RedisClient, after: str | None) -> AsyncIterator[TableChanges]:
    """Yield changes until cancelled. Waits while the read model is not built.

    After an error of the server, call it again with the last cursor. A row may be repeated, but
    never followed by an older one."""
    generation, cursor = _parse_cursor(after)
    newest: dict[str, int] = {}
    while True:
        live = await live_generation(client, "tables")
        if live is None or live.version != VERSIONS["tables"]:
            await asyncio.sleep(POLL_SECONDS)
            continue
        if live != generation:
            cursor = await last_cursor(client, changes_key(live))
            rows = await _full_list(client, live)
            if rows is None:
                continue
            # Changes made while the rows were read are in the stream as well: skip them below.
            newest = {row.table: row.seq for row in rows}
            yield TableChanges(_cursor(live, cursor), True, tuple(rows))
        generation = None
        async with aclosing(_changed_rows(client, live, cursor)) as changes:
            async for cursor, changed in changes:
                newer = tuple(row for row in changed if row.seq > newest.get(row.table, 0))
                if len(changed) < READ_COUNT:
                    newest = {}
                if newer:
                    yield TableChanges(_cursor(live, cursor), False, newer)
                if await live_generation(client, "tables") != live:
                    break


async def _changed_rows(
    client: RedisClient, generation: Generation, cursor: Cursor
) -> AsyncGenerator[tuple[Cursor, list[TableRow]], None]:
    """Yield the rows of every read, with the cursor after them. Ends if some are trimmed."""
    stream = changes_key(generation)
    async with aclosing(follow(client, {stream: cursor})) as results:
        async for [read] in results:
            if not await _is_gapless(client, generation, read.start):
                return
            yield read.end, [decode_row(entry.fields[b"row"]) for entry in read.entries]


def _cursor(generation: Generation, cursor: Cursor) -> str:
    return f"{generation.name}:{cursor}"


def _parse_cursor(cursor: str | None) -> tuple[Generation | None, Cursor]:
    """Return generation and entry of a cursor; an invalid one leads to a full list."""
    name, _, entry = (cursor or "").partition(":")
    if not re.fullmatch(r"\d{1,20}-\d{1,20}", entry, re.ASCII):
        return None, BEGINNING
    return parse_generation("tables", name), Cursor(entry)


async def _is_gapless(client: RedisClient, generation: Generation, cursor: Cursor) -> bool:
    """Return whether nothing after this cursor is trimmed. Checked after a read, it proves that the
    read has no gap."""
    changes = changes_key(generation)
    if cursor == BEGINNING:
        return await client.xlen(changes) < CHANGES_MAX
    return bool(await client.xrange(changes, min=cursor, max=cursor))


async def _full_list(client: RedisClient, generation: Generation) -> list[TableRow] | None:
    """Return the rows of a full list, or None if the generation is gone."""
    lists = TableLists(client)
    rows_by_table: dict[str, TableRow] = {}
    for stage, rows_max in _ROWS_MAX.items():
        rows = await lists.newest(generation, list_prefix(ALL_TABLES, stage=stage), rows_max)
        if rows is None:
            return None
        rows_by_table |= {row.table: row for row in rows}
    return list(rows_by_table.values())
