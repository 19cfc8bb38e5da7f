"""Engines follow a change of the number of command streams: order and exactly-once hold."""

import asyncio
from collections.abc import Sequence

import pytest

from schemas.commit import canonical
from services.engine.batch import BatchProcessor
from services.runtime.operations.telemetry import HEARTBEAT_SECONDS
from services.runtime.store.event_log import (
    ENGINE_GROUP,
    AppendRequest,
    EventLog,
    MissingStreamError,
)
from services.runtime.store.keys import StreamKeys
from services.runtime.store.resizing import draining_shards, resize_shards, wait_until_drained
from tests.services.commands import new_table_id, open_command
from tests.services.engine.test_owned_stream import (
    check_sequences,
    command_sequence,
    send_in_order,
    wait_for_outcomes,
)
from tests.services.engines import SHARDS, Engine, Engines
from tests.services.full_client import FullClient
from tests.waiting import eventually, time_limit

pytestmark = pytest.mark.anyio


async def resize(event_log: EventLog, streams: int) -> None:
    """Change the number as an operator does, from another process."""
    async with time_limit():
        await resize_shards(event_log.layouts, streams)
        await wait_until_drained(event_log.layouts)


async def wait_for_shares(*shares: tuple[Engine, int]) -> None:
    async def are_shared() -> bool:
        return all(len(engine.ownership.owned) == count for engine, count in shares)

    await eventually(are_shared, "the streams are shared")


async def test_keeps_the_order_while_the_number_of_streams_changes(
    engines: Engines, event_log: EventLog, client: FullClient
) -> None:
    first, second = await engines.start(), await engines.start()
    sequences = [command_sequence(new_table_id(), 80) for _ in range(20)]
    sending = asyncio.create_task(send_in_order(event_log, sequences))
    operator = EventLog(client, SHARDS)
    for number, streams in enumerate((4, 2, 1), start=1):
        await wait_for_outcomes(event_log, number * 200)
        await resize(operator, streams)
        await wait_for_shares((first, 2 * streams), (second, 2 * streams))
    await sending
    await wait_for_outcomes(event_log, 20 * 81)
    await check_sequences(event_log, sequences)
    for layout in await operator.layouts.read_all():
        assert layout.generation == 3
        assert [stream.name for stream in layout.streams] == [str(layout.shard.number)]
        [stream] = layout.streams
        assert (await client.xpending(stream.commands, ENGINE_GROUP))["pending"] == 0
        assert [key async for key in client.scan_iter(f"{{{layout.shard.tag}}}:draining:*")] == []
        commands = [key async for key in client.scan_iter(f"{{{layout.shard.tag}}}:commands*")]
        assert commands == [stream.commands.encode()]


async def test_a_change_that_was_interrupted_is_finished_by_the_next(
    engines: Engines, event_log: EventLog
) -> None:
    """The operator's command was killed after the first shard."""
    engine = await engines.start()
    sequences = [command_sequence(new_table_id(shard), 10) for shard in range(SHARDS)]
    await send_in_order(event_log, [sequence[:4] for sequence in sequences])
    first, *_ = await event_log.layouts.read_all()
    await event_log.layouts.resize(first, 3)
    await send_in_order(event_log, [sequence[4:8] for sequence in sequences])
    await wait_for_outcomes(event_log, SHARDS * 8)
    await wait_for_shares((engine, 3 + SHARDS - 1))
    await resize(event_log, 3)
    await send_in_order(event_log, [sequence[8:] for sequence in sequences])
    await wait_for_outcomes(event_log, SHARDS * 11)
    await check_sequences(event_log, sequences)
    layouts = await event_log.layouts.read_all()
    assert [layout.count for layout in layouts] == [3] * SHARDS


async def test_one_owner_looks_after_what_a_shard_has_once(
    engines: Engines, event_log: EventLog
) -> None:
    first, second = await engines.start(), await engines.start()
    await resize(event_log, 2)
    await wait_for_shares((first, SHARDS), (second, SHARDS))
    shards = [*first.ownership.owned_shards(), *second.ownership.owned_shards()]
    assert sorted(shard.number for shard in shards) == list(range(SHARDS))


async def test_what_a_dead_engine_left_is_decided_before_anything_newer(
    engines: Engines, event_log: EventLog, client: FullClient
) -> None:
    """It died with commands that were delivered, some under the name of another consumer."""
    table_id = new_table_id(0)
    shard = event_log.shard(table_id)
    sequence = command_sequence(table_id, 20)
    await event_log.ensure_group(StreamKeys(shard))
    for command in sequence[:12]:
        await event_log.send(table_id, canonical(command))
    await client.xreadgroup(ENGINE_GROUP, ENGINE_GROUP, {shard.commands: ">"}, count=4)
    await client.xreadgroup(ENGINE_GROUP, "an old release", {shard.commands: ">"}, count=4)
    await client.set(shard.owner(ENGINE_GROUP), "a dead engine", px=1_500)
    await resize_shards(event_log.layouts, 3)
    for command in sequence[12:]:
        await event_log.send(table_id, canonical(command))
    assert await draining_shards(event_log.layouts) == [shard]
    await engines.start()
    await wait_for_outcomes(event_log, len(sequence))
    await check_sequences(event_log, [sequence])
    await eventually(lambda: is_drained(event_log), "the old stream is gone")


async def is_drained(event_log: EventLog) -> bool:
    return not await draining_shards(event_log.layouts)


async def test_a_drained_stream_beats_no_more_while_others_drain(
    engines: Engines, event_log: EventLog, client: FullClient
) -> None:
    """A heartbeat that nobody renews would make the engine look stuck."""
    await resize(event_log, 2)
    shard, *_ = event_log.all_shards()
    streams = (await event_log.layouts.read(shard)).streams
    for stream in streams:
        while not event_log.is_in(table_id := new_table_id(0), stream):
            pass
        await event_log.send(table_id, canonical(open_command(table_id)))
    await client.set(streams[1].owner(ENGINE_GROUP), "a slow engine")
    await resize_shards(event_log.layouts, 1)
    starting = asyncio.create_task(engines.start())
    drained, waiting = (await event_log.layouts.read(shard)).draining_streams

    async def has_ended() -> bool:
        loops = {labels for (labels,) in HEARTBEAT_SECONDS._metrics}
        return not await client.exists(drained.commands) and f"shard-{drained.name}" not in loops

    await eventually(has_ended, "the first stream is drained")
    assert await client.exists(waiting.commands)
    await client.delete(waiting.owner(ENGINE_GROUP))
    await starting
    await wait_for_outcomes(event_log, 2)


async def test_the_next_owner_finishes_draining(
    engines: Engines, event_log: EventLog, client: FullClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An engine reads commands of an old stream, and ends before it has decided them."""

    async def failing_process(*_: object) -> None:
        raise ConnectionError("the engine cannot decide")

    async def has_pending() -> bool:
        [old] = (await event_log.layouts.read(event_log.all_shards()[0])).draining_streams
        return bool((await client.xpending(old.commands, ENGINE_GROUP))["pending"])

    sequences = [command_sequence(new_table_id(0), 10) for _ in range(3)]
    await send_in_order(event_log, sequences)
    await resize_shards(event_log.layouts, 2)
    with monkeypatch.context() as patch:
        patch.setattr(BatchProcessor, "process", failing_process)
        first = await engines.start()
        await eventually(has_pending, "a command is delivered")
        await first.stop()
    assert not await is_drained(event_log)
    await engines.start()
    await wait_for_outcomes(event_log, 3 * 11)
    await check_sequences(event_log, sequences)
    await eventually(lambda: is_drained(event_log), "the old stream is gone")


async def test_a_batch_that_was_read_before_the_change_is_decided_once_and_in_order(
    engines: Engines, event_log: EventLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The streams change between the decision and the append."""
    await engines.start()
    table_id = new_table_id(0)
    sequence = command_sequence(table_id, 6)
    append = EventLog.append
    streams: list[StreamKeys] = []

    async def append_after_change(
        self: EventLog, stream: StreamKeys, token: str, requests: Sequence[AppendRequest]
    ) -> list[str]:
        streams.append(stream)
        if len(streams) == 1:
            await resize_shards(event_log.layouts, 2)
            with pytest.raises(MissingStreamError):
                await append(self, stream, token, requests)
        return await append(self, stream, token, requests)

    monkeypatch.setattr(EventLog, "append", append_after_change)
    for command in sequence:
        await event_log.send(table_id, canonical(command))
    await wait_for_outcomes(event_log, len(sequence))
    await check_sequences(event_log, [sequence])
    assert streams[0] == StreamKeys(event_log.shard(table_id))
    assert streams[1] == StreamKeys(event_log.shard(table_id), is_draining=True)
