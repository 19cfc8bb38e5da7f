"""Tables for live tests: played through an engine, or written to the server directly."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from schemas.city.options import CityOptions
from schemas.commit import AnyCommit, canonical, seal
from schemas.table import SYSTEM, OpenTable, Resign, StartGame, TakeSeat
from schemas.terms import Terms
from services.runtime.store.dispatch import Dispatcher
from services.runtime.store.event_log import EventLog
from tests.services.commands import new_command, new_table_id, open_command, seat_command
from tests.services.full_client import client_of


async def open_table(dispatcher: Dispatcher, commits: int = 1) -> str:
    """Open a table with this many commits and return its id."""
    table_id = new_table_id()
    await dispatcher.send(open_command(table_id))
    await add_commits(dispatcher, table_id, 0, commits - 1)
    return table_id


async def add_commits(dispatcher: Dispatcher, table_id: str, first: int, count: int) -> None:
    """Add commits: a player takes and leaves seat 0 in turn."""
    for turn in range(first, first + count):
        await dispatcher.send(seat_command(table_id, turn))


async def start_game(dispatcher: Dispatcher, terms: Terms) -> str:
    """Start a game between Amber and Basalt, four commits, and return the table's id."""
    table_id = new_table_id()
    for seat, action in (
        (SYSTEM, OpenTable("city", CityOptions(2), terms)),
        (0, TakeSeat("Amber")),
        (1, TakeSeat("Basalt")),
        (SYSTEM, StartGame()),
    ):
        outcome = await dispatcher.send(new_command(table_id, action, seat))
        assert outcome.rejection is None, outcome
    return table_id


async def resign(dispatcher: Dispatcher, table_id: str) -> None:
    """End the game of `start_game` with its fifth commit."""
    outcome = await dispatcher.send(new_command(table_id, Resign(), 0))
    assert outcome.rejection is None, outcome


def rechain(commits: Iterable[AnyCommit]) -> list[AnyCommit]:
    """Return changed commits with new hashes, so that readers accept them."""
    chained: list[AnyCommit] = []
    for commit in commits:
        prev = chained[-1].hash if chained else None
        chained.append(seal(replace(commit, prev=prev)))
    return chained


async def write_history(event_log: EventLog, commits: list[AnyCommit]) -> None:
    """Append commits to the table stream only, not to the feed."""
    for commit in commits:
        stream = event_log.shard(commit.table).table(commit.table)
        entry: dict[Any, Any] = {"commit": canonical(commit)}
        await client_of(event_log).xadd(stream, entry, id=f"{commit.seq}-0")
