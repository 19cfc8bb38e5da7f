"""Engines on real shards: order, graceful stops, lost groups, poisoned commands and outages."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from schemas.commit import AnyCommand, canonical
from services.engine import batch as batches
from services.engine.command_reader import CommandReader
from services.engine.deciding import QueuedCommand, decide
from services.engine.owned_stream import OwnedStream, StreamState
from services.runtime.operations.settings import Settings
from services.runtime.operations.telemetry import FENCED_BATCHES, HEARTBEAT_SECONDS, LAG_ENTRIES
from services.runtime.server.connection import SOCKET_TIMEOUT_SECONDS
from services.runtime.store.command_stream import CommandEntry
from services.runtime.store.dispatch import Dispatcher
from services.runtime.store.event_log import ENGINE_GROUP, EventLog
from services.runtime.store.keys import ShardKeys, StreamKeys
from tests.services.commands import commits_of, new_table_id, open_command, seat_command
from tests.services.engines import SHARDS, Engine, Engines
from tests.services.full_client import FullClient, client_of, connect_fully
from tests.services.outcomes import outcomes_of
from tests.services.servers import ServerProcess
from tests.waiting import eventually

pytestmark = pytest.mark.anyio

TOKEN = "owner-1"


def command_sequence(table_id: str, turns: int) -> list[AnyCommand]:
    """Return commands that are all accepted in this order only."""
    return [open_command(table_id), *(seat_command(table_id, turn) for turn in range(turns))]


async def send_in_order(event_log: EventLog, sequences: list[list[AnyCommand]]) -> None:
    """Send sequences concurrently, each in its order."""
    for commands in zip(*sequences, strict=True):
        await asyncio.gather(
            *(event_log.send(command.table, canonical(command)) for command in commands)
        )


async def wait_for_outcomes(event_log: EventLog, commands: int) -> None:
    """Wait until `commands` outcomes are published."""

    async def are_published() -> bool:
        counts = [len(await outcomes_of(event_log, shard)) for shard in event_log.all_shards()]
        return bool(sum(counts) >= commands)

    await eventually(are_published, f"{commands} outcomes")


async def count_pending(event_log: EventLog) -> int:
    count = 0
    for shard in event_log.all_shards():
        summary = await client_of(event_log).xpending(shard.commands, ENGINE_GROUP)
        count += summary["pending"]
    return count


async def check_sequences(event_log: EventLog, sequences: list[list[AnyCommand]]) -> None:
    """Check that every command was accepted once, in order."""
    for commands in sequences:
        commits = await commits_of(event_log, commands[0].table)
        assert [commit.command.id for commit in commits] == [command.id for command in commands]


async def test_keeps_the_order_within_each_table_under_load(
    engines: Engines, event_log: EventLog
) -> None:
    await engines.start()
    sequences = [command_sequence(new_table_id(), 30) for _ in range(40)]
    await send_in_order(event_log, sequences)
    await wait_for_outcomes(event_log, 40 * 31)
    await check_sequences(event_log, sequences)
    assert await count_pending(event_log) == 0


async def test_keeps_the_order_while_shards_move(engines: Engines, event_log: EventLog) -> None:
    first = await engines.start()
    sequences = [command_sequence(new_table_id(), 60) for _ in range(20)]
    sending = asyncio.create_task(send_in_order(event_log, sequences))
    await wait_for_outcomes(event_log, 100)
    await engines.start()
    await wait_for_outcomes(event_log, 400)
    await first.stop()
    await sending
    await wait_for_outcomes(event_log, 20 * 61)
    await check_sequences(event_log, sequences)


async def test_a_graceful_stop_leaves_nothing_pending(
    engines: Engines, event_log: EventLog
) -> None:
    # On a busy machine a short lock could expire while the shard is released.
    first = await engines.start(batch_max=20, lock_seconds=30.0)
    sequences = [command_sequence(new_table_id(), 40) for _ in range(20)]
    sending = asyncio.create_task(send_in_order(event_log, sequences))
    await wait_for_outcomes(event_log, 100)
    await first.stop()
    assert await count_pending(event_log) == 0
    await sending
    await engines.start()
    await wait_for_outcomes(event_log, 20 * 41)
    await check_sequences(event_log, sequences)


async def test_shards_of_a_stopped_engine_are_acquired_at_once(
    engines: Engines, dispatcher: Dispatcher, client: FullClient
) -> None:
    first = await engines.start()
    second = await engines.start()
    tokens = {
        shard: await client.get(shard.owner(ENGINE_GROUP)) for shard in first.log.all_shards()
    }
    owned_before = {*first.ownership.owned}
    await first.stop()

    async def owns_all() -> bool:
        return len(second.ownership.owned) == SHARDS

    await eventually(owns_all, "the other engine owns all shards")
    for stream in owned_before:
        assert await client.get(stream.owner(ENGINE_GROUP)) not in (None, tokens[stream.shard])
    for number in range(SHARDS):
        assert (await dispatcher.send(open_command(new_table_id(number)))).seq == 1


async def test_pending_commands_of_a_crashed_owner_come_first(
    engines: Engines, event_log: EventLog, client: FullClient
) -> None:
    table_id = new_table_id()
    shard = event_log.shard(table_id)
    sequence = command_sequence(table_id, 20)
    await event_log.ensure_group(StreamKeys(shard))
    for command in sequence[:8]:
        await event_log.send(table_id, canonical(command))
    await client.xreadgroup(ENGINE_GROUP, ENGINE_GROUP, {shard.commands: ">"}, count=8)
    for command in sequence[8:]:
        await event_log.send(table_id, canonical(command))
    await engines.start()
    await wait_for_outcomes(event_log, len(sequence))
    await check_sequences(event_log, [sequence])
    assert await count_pending(event_log) == 0


async def destroy_group(client: FullClient, shard: ShardKeys) -> None:
    await client.xgroup_destroy(shard.commands, ENGINE_GROUP)


async def delete_stream(client: FullClient, shard: ShardKeys) -> None:
    await client.delete(shard.commands)


Loss = Callable[[FullClient, ShardKeys], Awaitable[None]]


@pytest.mark.parametrize("lose", [destroy_group, delete_stream])
async def test_recreates_a_lost_group(
    engines: Engines, dispatcher: Dispatcher, event_log: EventLog, lose: Loss
) -> None:
    engine = await engines.start()
    table_id = new_table_id()
    shard = event_log.shard(table_id)
    sequence = command_sequence(table_id, 12)
    for command in sequence[:4]:
        assert (await dispatcher.send(command)).seq
    for number in range(4, len(sequence), 3):
        await lose(client_of(event_log), shard)
        # The engine may not have noticed yet: a group at the end of the stream would skip these.
        for command in sequence[number : number + 3]:
            await event_log.send(table_id, canonical(command))
        assert (await dispatcher.send(sequence[number + 2])).seq == number + 3
    await check_sequences(event_log, [sequence])
    await check_healthy(engine)


async def test_commands_in_the_stream_survive_the_loss_of_its_group(
    engines: Engines, event_log: EventLog, client: FullClient
) -> None:
    """The group alone knows which commands were delivered and which are pending."""
    table_id = new_table_id()
    shard = event_log.shard(table_id)
    sequence = command_sequence(table_id, 9)
    await event_log.ensure_group(StreamKeys(shard))
    for command in sequence:
        await event_log.send(table_id, canonical(command))
    await client.xreadgroup(ENGINE_GROUP, ENGINE_GROUP, {shard.commands: ">"}, count=5)
    await client.xgroup_destroy(shard.commands, ENGINE_GROUP)
    await engines.start()
    await wait_for_outcomes(event_log, len(sequence))
    await check_sequences(event_log, [sequence])


async def test_serves_an_emptied_server(
    engines: Engines, dispatcher: Dispatcher, client: FullClient
) -> None:
    engine = await engines.start()
    table_ids = [new_table_id(number) for number in range(SHARDS)]
    for table_id in table_ids:
        assert (await dispatcher.send(open_command(table_id))).seq == 1
    await client.flushdb()
    for table_id in table_ids:
        outcome = await dispatcher.send(seat_command(table_id))
        assert outcome.rejection is not None
        assert outcome.rejection.code == "not_open", "a position in memory only does not count"
        assert (await dispatcher.send(open_command(table_id))).seq == 1
    await check_healthy(engine)


async def check_healthy(engine: Engine) -> None:
    """Wait until the engine is ready, every loop runs and no command waits."""
    beats = {
        shard: HEARTBEAT_SECONDS.labels(f"shard-{shard.number}")._value.get()
        for shard in engine.log.all_shards()
    }

    async def all_loops_run() -> bool:
        return engine.health.problems() == {} and all(
            HEARTBEAT_SECONDS.labels(f"shard-{shard.number}")._value.get() > beat
            for shard, beat in beats.items()
        )

    await eventually(all_loops_run, "every loop runs")

    async def is_idle() -> bool:
        lags = [LAG_ENTRIES.labels(str(shard.number), ENGINE_GROUP)._value.get() for shard in beats]
        return lags == [0] * SHARDS

    await eventually(is_idle, "no command waits")


async def test_an_engine_without_its_lock_appends_nothing(
    engines: Engines, dispatcher: Dispatcher, event_log: EventLog, client: FullClient
) -> None:
    await engines.start()
    table_id = new_table_id()
    shard = event_log.shard(table_id)
    assert (await dispatcher.send(open_command(table_id))).seq == 1
    fenced = FENCED_BATCHES._value.get()
    await client.set(shard.owner(ENGINE_GROUP), "another-engine", px=1_000)
    sending = asyncio.create_task(dispatcher.send(seat_command(table_id)))

    async def is_refused() -> bool:
        return bool(FENCED_BATCHES._value.get() > fenced)

    await eventually(is_refused, "the batch is refused")
    assert await event_log.last_seq(table_id) == 1
    assert (await sending).seq == 2, (
        "the engine acquires the shard again when the other lock expires"
    )


@pytest.fixture
async def shard(settings: Settings, client: FullClient) -> AsyncIterator[OwnedStream]:
    """Shard 0 of an engine whose ownership loop does not run. The lock's token is `TOKEN`."""
    engine = Engine(settings)
    keys = engine.log.all_shards()[0]
    await client.set(keys.owner(ENGINE_GROUP), TOKEN)
    await engine.broker.connect()
    await engine.broker.ping(SOCKET_TIMEOUT_SECONDS)
    reader = CommandReader(engine.broker, settings.batch_max)
    yield OwnedStream(StreamKeys(keys), reader, engine.context)
    await engine.broker.stop()
    await engine.client.aclose()


def state_of(shard: OwnedStream) -> StreamState:
    """A function, because a type checker takes an attribute for unchanged after a call."""
    return shard.state


async def test_a_shard_refuses_what_does_not_fit_its_state(shard: OwnedStream) -> None:
    assert state_of(shard) is StreamState.RELEASED
    with pytest.raises(RuntimeError, match="expected an acquired stream to release, got released"):
        await shard.release()
    await shard.acquire(TOKEN)
    assert state_of(shard) is StreamState.OWNED
    with pytest.raises(RuntimeError, match="expected a released stream to acquire, got owned"):
        await shard.acquire(TOKEN)
    await shard.release()
    assert state_of(shard) is StreamState.RELEASED


async def test_a_shard_refused_by_the_script_is_lost_until_it_is_released(
    shard: OwnedStream, event_log: EventLog
) -> None:
    command = open_command(new_table_id(0))
    entry_id = await event_log.send(command.table, canonical(command))
    entries = [CommandEntry(entry_id, canonical(command))]
    await shard.acquire("the token of a former owner")
    await shard.receive(entries)
    assert state_of(shard) is StreamState.LOST
    await shard.release()
    assert state_of(shard) is StreamState.RELEASED
    await shard.receive(entries)
    assert await event_log.last_seq(command.table) == 0

    await shard.acquire(TOKEN)
    await wait_for_outcomes(event_log, 1)
    await shard.release()
    assert await event_log.last_seq(command.table) == 1


async def test_invalid_and_poisoned_commands_do_not_stop_a_shard(
    engines: Engines, event_log: EventLog, client: FullClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing_decide(queued: QueuedCommand, *rest: Any) -> Any:
        if queued.id.startswith("poison"):
            raise ZeroDivisionError("a bug in the rules")
        return decide(queued, *rest)

    monkeypatch.setattr(batches, "decide", failing_decide)
    shard = event_log.all_shards()[0]
    sequences = [command_sequence(new_table_id(0), 10) for _ in range(5)]
    tampered = new_table_id(0)
    await client.xadd(shard.table(tampered), {"commit": "no commit"}, id="1-0")
    bad = [
        b"no command",
        canonical(open_command(new_table_id(1))),
        canonical(seat_command(sequences[0][0].table, id="poison-1")),
        canonical(seat_command(tampered, id="tampered-1")),
        b"[" * 50_000,
    ]
    await event_log.ensure_group(StreamKeys(shard))
    for number, commands in enumerate(zip(*sequences, strict=True)):
        for command in commands:
            await client.xadd(shard.commands, {"command": canonical(command)})
        if number % 2:
            await client.xadd(shard.commands, {"command": bad[number // 2]})
    await client.xadd(shard.commands, {"something": "else"})
    await engines.start(batch_max=7)
    await wait_for_outcomes(event_log, 5 * 11 + 2)
    await check_sequences(event_log, sequences)
    outcomes = await outcomes_of(event_log, shard)
    rejections = {
        outcome.command: outcome.rejection.code
        for outcome in outcomes
        if outcome.rejection is not None
    }
    assert rejections == {"poison-1": "internal", "tampered-1": "internal"}

    async def has_all_dead_letters() -> bool:
        return bool(await client.xlen(shard.dead_letters) == len(bad) + 1)

    await eventually(has_all_dead_letters, "all invalid commands are dead letters")
    assert await count_pending(event_log) == 0


async def test_a_full_server_loses_no_command(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    settings = Settings(server=server.start(), shards=SHARDS, lock_seconds=1.0)
    client = connect_fully(settings.server)
    event_log = EventLog(client, SHARDS)
    engines = Engines(settings)
    table_id = new_table_id()
    sequence = command_sequence(table_id, 5)
    try:
        engine = await engines.start()
        async with Dispatcher(event_log) as dispatcher:
            assert (await dispatcher.send(sequence[0])).seq == 1
            await client.config_set("maxmemory", "1")
            sending = asyncio.create_task(dispatcher.send(sequence[1]))

            async def reports_full_server() -> bool:
                return "maxmemory" in engine.health.problems().get("shards", "")

            await eventually(reports_full_server, "the health check reports the full server")
            assert not sending.done()
            await client.config_set("maxmemory", "0")
            assert (await sending).seq == 2
            for command in sequence[2:]:
                assert (await dispatcher.send(command)).seq
            await check_sequences(event_log, [sequence])

            async def is_ready() -> bool:
                return engine.health.problems() == {}

            await eventually(is_ready, "the engine is ready again")
            assert [
                await client.exists(shard.dead_letters) for shard in event_log.all_shards()
            ] == [0] * 4
    finally:
        await engines.stop_all()
        await client.aclose()
        server.stop()
