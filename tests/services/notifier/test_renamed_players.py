"""New names reach the lists that clients follow."""

import pytest

from schemas.table import TakeSeat
from services.runtime.store.dispatch import Dispatcher
from services.runtime.store.event_log import EventLog
from tests.services.commands import new_command
from tests.services.full_client import stores_of
from tests.services.notifier.live_client import Notifier
from tests.services.notifier.tables import open_table
from tests.services.notifier.test_lists import TableList, subscribe

pytestmark = pytest.mark.anyio


async def wait_for_name(tables: TableList, table: str, name: str) -> None:
    while tables.rows.get(table, {}).get("players") != [name, None]:
        await tables.receive()


async def test_renamed_and_erased_players_are_shown_so_in_open_lists(
    running: Notifier, dispatcher: Dispatcher, event_log: EventLog
) -> None:
    players = stores_of(event_log).players
    player_id = await players.add_guest("", "Vile")
    table, other = await open_table(dispatcher), await open_table(dispatcher)
    await dispatcher.send(new_command(table, TakeSeat(player_id), 0))
    async with running.connect() as live_client:
        lobby = await subscribe(live_client, type="lobby")
        await wait_for_name(lobby, table, "Vile")
        await players.rename(player_id, "Amber")
        await wait_for_name(lobby, table, "Amber")
        await players.erase(player_id)
        await wait_for_name(lobby, table, "Anonymous")
        assert lobby.rows[table]["seq"] == 2
        assert lobby.rows[other]["players"] == [None, None]
    async with running.connect() as live_client:
        lobby = await subscribe(live_client, type="lobby")
        await wait_for_name(lobby, table, "Anonymous")
