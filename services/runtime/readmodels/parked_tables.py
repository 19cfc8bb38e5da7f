"""Parked tables: a read model stopped following them, because a commit can't be read or applied."""

import msgspec

from schemas.record import Record
from schemas.table import TableId
from schemas.terms import Milliseconds
from services.runtime.readmodels.generations import Generation
from services.runtime.server.client import RedisClient

REASON_CHARS_MAX = 500


class ParkedTable(Record):
    table: TableId
    seq: int
    """The commit that can't be read or applied."""
    reason: str
    at: Milliseconds


_decoder = msgspec.json.Decoder(ParkedTable)


async def parked_tables(client: RedisClient, generation: Generation) -> list[ParkedTable]:
    records = await client.hvals(generation.parked)
    return sorted(map(_decoder.decode, records), key=lambda parked: (parked.at, parked.table))
