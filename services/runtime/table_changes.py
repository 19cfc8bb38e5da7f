"""Following the tables: all that matter now, then every row that changes."""

import asyncio
import re
from collections.abc import AsyncIterator

from msgspec import Struct

from schemas.reading import TableRow
from schemas.table import Stage
from services.runtime.connection import BLOCK_MS, Client
from services.runtime.generations import (
    VERSIONS,
    Generation,
    generation_named,
    live_generation,
)
from services.runtime.table_lists import TableLists
from services.runtime.table_rows import EVERY, changes_key, decode_row, list_prefix

CHANGES_MAX = 10_000
"""At least so many changes are kept for followers."""
ENDED_ROWS_MAX = 1_000
"""Of tables whose game is over or aborted, the newest are told."""
READ_COUNT = 500
WAIT_SECONDS = 0.5
BEGINNING = "0-0"

_TOLD: dict[Stage, int | None] = {
    "open": None,
    "playing": None,
    "over": ENDED_ROWS_MAX,
    "aborted": ENDED_ROWS_MAX,
}


class TableChanges(Struct, frozen=True):
    cursor: str
    """Give it back as `after` to go on from here."""
    whole: bool
    """Forget what you have: these are all open and running tables, and the newest that ended."""
    rows: tuple[TableRow, ...]


async def follow_tables(client: Client, after: str | None) -> AsyncIterator[TableChanges]:
    """Until cancelled. Waits while there are no tables to read; raises what the server raises, and
    can be called again with the last cursor. A row may be told twice, but never an older one."""
    generation, entry = _place(after)
    newest: dict[str, int] = {}
    while True:
        live = await live_generation(client, "tables")
        if live is None or live.version != VERSIONS["tables"]:
            await asyncio.sleep(WAIT_SECONDS)
            continue
        if live != generation:
            entry = await _last_entry(client, live)
            rows = await _going_and_newest(client, live)
            if rows is None:
                continue
            generation = live
            # What changed while the rows were read stands in the stream once more.
            newest = {row.table: row.seq for row in rows}
            yield TableChanges(_cursor(live, entry), True, tuple(rows))
        answer = await client.xread({changes_key(live): entry}, READ_COUNT, BLOCK_MS)
        if not await _is_kept(client, live, entry):
            generation = None
            continue
        entries = answer[0][1] if answer else []
        changed = [decode_row(fields[b"row"]) for _, fields in entries]
        newer = tuple(row for row in changed if row.seq > newest.get(row.table, 0))
        if len(entries) < READ_COUNT:
            newest = {}
        if entries:
            entry = entries[-1][0].decode()
        if newer:
            yield TableChanges(_cursor(live, entry), False, newer)


def _cursor(generation: Generation, entry: str) -> str:
    return f"{generation.name}:{entry}"


def _place(cursor: str | None) -> tuple[Generation | None, str]:
    """What is no cursor of ours leads to the beginning: whole."""
    name, _, entry = (cursor or "").partition(":")
    if not re.fullmatch(r"\d{1,20}-\d{1,20}", entry, re.ASCII):
        return None, BEGINNING
    return generation_named("tables", name), entry


async def _last_entry(client: Client, generation: Generation) -> str:
    last = await client.xrevrange(changes_key(generation), count=1)
    return last[0][0].decode() if last else BEGINNING


async def _is_kept(client: Client, generation: Generation, entry: str) -> bool:
    """Whether nothing after this entry has been cut off. It was asked after reading, so what was
    read is without a gap."""
    changes = changes_key(generation)
    if entry == BEGINNING:
        return int(await client.xlen(changes)) < CHANGES_MAX
    return bool(await client.xrange(changes, min=entry, max=entry))


async def _going_and_newest(client: Client, generation: Generation) -> list[TableRow] | None:
    """None when the generation is gone."""
    lists = TableLists(client)
    found: dict[str, TableRow] = {}
    for stage, rows_max in _TOLD.items():
        rows = await lists.newest(generation, list_prefix(EVERY, stage=stage), rows_max)
        if rows is None:
            return None
        found |= {row.table: row for row in rows}
    return list(found.values())
