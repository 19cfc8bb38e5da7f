"""Reads all live read models as bytes, to compare followed with rebuilt ones."""

import datetime
from urllib.parse import unquote

from schemas.commit import canonical
from services.runtime.readmodels.activity_days import activity
from services.runtime.readmodels.generations import live_generation
from services.runtime.readmodels.player_records import counts_key, player_record
from services.runtime.readmodels.standings import StandingList, standings_page
from services.runtime.readmodels.table_lists import TableLists, TableQuery
from services.runtime.readmodels.table_rows import index_key, rows_key
from tests.services.full_client import FullClient

HOUSE_CITY = StandingList("", "city")
EPOCH_RANGE_END = datetime.date(1970, 1, 10)
"""Test histories start at the Unix epoch."""


async def read_all_models(client: FullClient) -> dict[str, bytes]:
    tables = await live_generation(client, "tables")
    players = await live_generation(client, "players")
    assert tables is not None
    assert players is not None
    rows = await client.hgetall(rows_key(tables))
    index = await client.zrange(index_key(tables), 0, -1)
    fields = await client.hkeys(counts_key(players, ""))
    names = sorted({unquote(field.split(b"|")[0].decode()) for field in fields})
    page = await TableLists(client).page(TableQuery(("",)), 10_000)
    return {
        "rows": canonical({table.decode(): row.decode() for table, row in rows.items()}),
        "index": b"\n".join(index),
        "tables": canonical(page.rows),
        "players": canonical([(await player_record(client, "", name)).row for name in names]),
        "standings": canonical((await standings_page(client, HOUSE_CITY, 10_000)).standings),
        "activity": canonical((await activity(client, EPOCH_RANGE_END, 20)).days),
    }
