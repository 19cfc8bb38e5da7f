"""Each command that is sent gets its own outcome."""

import asyncio
from pathlib import Path

import pytest

from services.runtime.operations.settings import Settings
from services.runtime.server.connection import connect, parse_address
from services.runtime.store.dispatch import Dispatcher
from services.runtime.store.event_log import EventLog
from tests.services.commands import (
    commits_of,
    new_command,
    new_table_id,
    open_command,
    seat_command,
)
from tests.services.engines import SHARDS, Engines
from tests.services.full_client import FullClient
from tests.services.servers import ServerProcess
from tests.waiting import eventually

pytestmark = pytest.mark.anyio


async def test_an_accepted_command_gets_its_seq(engines: Engines, dispatcher: Dispatcher) -> None:
    await engines.start()
    table_id = new_table_id()
    opened, seated = open_command(table_id), seat_command(table_id)
    outcome = await dispatcher.send(opened)
    assert (outcome.command, outcome.table, outcome.seq) == (opened.id, table_id, 1)
    assert outcome.rejection is None
    assert (await dispatcher.send(seated)).seq == 2


async def test_a_rejected_command_gets_its_rejection(
    engines: Engines, dispatcher: Dispatcher
) -> None:
    await engines.start()
    table_id = new_table_id()
    outcome = await dispatcher.send(seat_command(table_id))
    assert outcome.seq is None
    assert outcome.rejection is not None
    assert outcome.rejection.code == "not_open"


async def test_two_tables_may_use_the_same_command_id(
    engines: Engines, dispatcher: Dispatcher
) -> None:
    await engines.start()
    table_ids = [new_table_id(shard) for shard in (0, 0, 1, 2)]
    outcomes = await asyncio.gather(
        *(dispatcher.send(open_command(table_id, id="open")) for table_id in table_ids)
    )
    assert [outcome.table for outcome in outcomes] == table_ids
    assert [outcome.seq for outcome in outcomes] == [1, 1, 1, 1]


async def test_times_out_without_an_engine_and_may_send_again(
    engines: Engines, dispatcher: Dispatcher, event_log: EventLog
) -> None:
    table_id = new_table_id()
    command = open_command(table_id)
    with pytest.raises(TimeoutError):
        await dispatcher.send(command, timeout_seconds=0.05)
    await engines.start()
    assert (await dispatcher.send(command)).seq == 1
    assert len(await commits_of(event_log, table_id)) == 1


async def test_a_timeout_does_not_affect_another_sender(
    engines: Engines, dispatcher: Dispatcher
) -> None:
    command = open_command(new_table_id())
    other_send = asyncio.create_task(dispatcher.send(command))
    with pytest.raises(TimeoutError):
        await dispatcher.send(command, timeout_seconds=0.05)
    await engines.start()
    assert (await other_send).seq == 1


async def test_a_command_sent_by_two_gateways_has_one_effect(
    engines: Engines, client: FullClient, event_log: EventLog
) -> None:
    await engines.start()
    table_ids = [new_table_id() for _ in range(20)]
    commands = [open_command(table_id) for table_id in table_ids] + [
        seat_command(table_id) for table_id in table_ids
    ]
    async with Dispatcher(event_log) as first, Dispatcher(EventLog(client, SHARDS)) as second:
        for command in commands[:20]:
            outcomes = await asyncio.gather(first.send(command), second.send(command))
            assert outcomes[0] == outcomes[1]
            assert outcomes[0].seq == 1
        await asyncio.gather(
            *(gateway.send(command) for command in commands[20:] for gateway in (first, second))
        )
    for table_id in table_ids:
        assert [commit.seq for commit in await commits_of(event_log, table_id)] == [1, 2]


async def test_a_duplicate_gets_the_first_outcome(
    engines: Engines, dispatcher: Dispatcher, event_log: EventLog
) -> None:
    await engines.start()
    table_id = new_table_id()
    early, opened, seated = seat_command(table_id), open_command(table_id), seat_command(table_id)
    first = [await dispatcher.send(command) for command in (early, opened, seated)]
    repeated = [await dispatcher.send(command) for command in (seated, early, opened)]
    assert repeated == [first[2], first[0], first[1]]
    assert first[0].rejection is not None
    assert len(await commits_of(event_log, table_id)) == 2


async def test_another_action_with_a_used_id_has_no_effect(
    engines: Engines, dispatcher: Dispatcher, event_log: EventLog
) -> None:
    await engines.start()
    table_id = new_table_id()
    opened = await dispatcher.send(open_command(table_id, id="c1"))
    assert await dispatcher.send(seat_command(table_id, id="c1")) == opened
    assert len(await commits_of(event_log, table_id)) == 1


async def test_sends_commands_through_a_server_restart(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    settings = Settings(server=server.start(), shards=SHARDS, lock_seconds=1.0)
    client = connect(parse_address(settings.server))
    event_log = EventLog(client, SHARDS)
    engines = Engines(settings)
    table_id = new_table_id()
    try:
        async with Dispatcher(event_log) as dispatcher:
            await engines.start()
            assert (await dispatcher.send(open_command(table_id))).seq == 1
            server.kill()
            sending = asyncio.create_task(dispatcher.send(seat_command(table_id)))
            await asyncio.wait({sending}, timeout=0.3)
            assert not sending.done()
            server.start()
            assert (await sending).seq == 2
            server.stop()
            server.start()
            assert (await dispatcher.send(seat_command(table_id, 1))).seq == 3

            async def has_three_commits() -> bool:
                return await event_log.last_seq(table_id) == 3

            await eventually(has_three_commits, "the table has all three commits")
    finally:
        await engines.stop_all()
        await client.aclose()
        server.stop()


async def test_an_unknown_action_gets_an_outcome(engines: Engines, dispatcher: Dispatcher) -> None:
    await engines.start()
    outcome = await dispatcher.send(new_command(new_table_id(), {"type": "fly"}))
    assert outcome.rejection is not None
    assert outcome.rejection.code == "not_open"
