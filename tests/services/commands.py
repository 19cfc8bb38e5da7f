"""Commands for tests: open a table of Blue Moon City, take and leave a seat."""

import secrets
from itertools import islice
from typing import Any

from games.city.bots import BOTS
from games.city.rulebook import CITY
from games.codec import read_commit
from games.history import Position
from games.playout import Playout, play_out
from schemas.city.options import CityOptions
from schemas.commit import AnyCommand, AnyCommit, Command
from schemas.table import SYSTEM, LeaveSeat, OpenTable, Sender, TakeSeat
from services.runtime.store.event_log import EventLog
from services.runtime.store.keys import shard_of
from tests.services.engines import SHARDS


def new_table_id(shard: int | None = None) -> str:
    """Return an unused table id, on the given shard if any."""
    while True:
        table_id = f"g{secrets.token_hex(8)}"
        if shard is None or shard_of(table_id, SHARDS).number == shard:
            return table_id


def new_command(
    table_id: str,
    action: Any,
    seat: Sender = SYSTEM,
    *,
    id: str = "",  # noqa: A002 - the field's name
    expected_seq: int | None = None,
) -> AnyCommand:
    return Command(id or secrets.token_hex(8), table_id, seat, action, expected_seq)


def open_command(table_id: str, **fields: Any) -> AnyCommand:
    return new_command(table_id, OpenTable("city", CityOptions(2)), **fields)


def seat_command(table_id: str, turn: int = 0, **fields: Any) -> AnyCommand:
    """Return a command that takes seat 0 (even turns) or leaves it (odd turns)."""
    action = LeaveSeat() if turn % 2 else TakeSeat("Amber")
    return new_command(table_id, action, 0, **fields)


async def commits_of(event_log: EventLog, table_id: str) -> list[AnyCommit]:
    return [read_commit(line) async for line in event_log.read(table_id)]


def history(table_id: str, commits: int | None = None) -> list[tuple[AnyCommit, Position]]:
    """Return the commits and positions of a game between bots, at most `commits` of them."""
    players = (("Amber", BOTS["random"]), ("Basalt", BOTS["builder"]))
    playout = Playout(CITY, CityOptions(2), players, "tests/services", table_id)
    return list(islice(play_out(playout), commits))
