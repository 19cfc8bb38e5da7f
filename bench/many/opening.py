"""Open tables of the toy game over the public API, with both seats taken and the game started."""

import asyncio
from collections.abc import Sequence

from msgspec import Struct

from bench.many.progress import Progress
from bench.peers.catalogue import TOY_GAME
from bench.peers.system import RunningSystem
from client import BlueMoon
from schemas.http import BULK_TABLES_MAX, OpenTableRequest
from schemas.terms import Terms

SEATS = (0, 1)


class OpenedTable(Struct, frozen=True):
    table_id: str
    tokens: tuple[str, ...]
    """By seat."""


async def open_tables(
    system: RunningSystem, count: int, progress: Progress | None = None, already: int = 0
) -> list[OpenedTable]:
    """Open tables, each with its own players. `already` is how many tables there are."""
    opened: list[OpenedTable] = []
    async with BlueMoon(system.addresses.gateway, system.addresses.live, system.key) as moon:
        while len(opened) < count:
            size = min(BULK_TABLES_MAX, count - len(opened))
            first = already + len(opened)
            opened += await _open_part(moon, range(first, first + size))
            if progress is not None:
                progress.show(already + len(opened))
    return opened


async def _open_part(moon: BlueMoon, numbers: Sequence[int]) -> list[OpenedTable]:
    request = OpenTableRequest(TOY_GAME, {}, terms=Terms(autostart=True))
    response = await moon.gateway.open_tables([request] * len(numbers))
    table_ids = []
    for item in response.tables:
        assert item.opened is not None, f"a table was not opened: {item.problem}"
        table_ids.append(item.opened.table)
    seated = zip(table_ids, numbers, strict=True)
    return await asyncio.gather(*(_seat(moon, table_id, number) for table_id, number in seated))


async def _seat(moon: BlueMoon, table_id: str, number: int) -> OpenedTable:
    tokens = []
    for seat in SEATS:
        taken = await moon.gateway.take_seat(table_id, seat, f"m{number}s{seat}")
        tokens.append(taken.token)
    return OpenedTable(table_id, tuple(tokens))
