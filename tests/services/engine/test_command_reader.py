"""One reader for many shards: a slow shard delays no other, and a removed one gets nothing more."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from services.engine import command_reader
from services.engine.broker import make_broker
from services.engine.command_reader import CommandReader
from services.runtime.operations.settings import Settings
from services.runtime.server.connection import SOCKET_TIMEOUT_SECONDS, parse_address
from services.runtime.store.command_stream import CommandEntry
from services.runtime.store.event_log import EventLog
from services.runtime.store.keys import ShardKeys
from tests.services.commands import new_table_id
from tests.waiting import eventually

pytestmark = pytest.mark.anyio


class Received:
    """Collects what a shard receives; waits while `gate` is closed."""

    def __init__(self) -> None:
        self.contents: list[bytes] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def __call__(self, entries: list[CommandEntry]) -> None:
        await self.gate.wait()
        self.contents += [entry.content for entry in entries]

    async def has(self, *contents: bytes) -> None:
        async def is_received() -> bool:
            return self.contents == list(contents)

        await eventually(is_received, f"{contents} are received")


@pytest.fixture
async def reader(settings: Settings, event_log: EventLog) -> AsyncIterator[CommandReader]:
    address = parse_address(settings.server)
    if address.kind == "cluster":
        pytest.skip("a cluster reads each shard apart")
    broker = make_broker(address)
    await broker.connect()
    await broker.ping(SOCKET_TIMEOUT_SECONDS)
    for shard in event_log.all_shards():
        await event_log.ensure_group(shard)
    yield CommandReader(broker, settings.batch_max)
    await broker.stop()


async def send(event_log: EventLog, shard: ShardKeys, content: bytes) -> None:
    await event_log.send(new_table_id(shard.number), content)


async def test_reads_shards_that_are_added_one_after_the_other(
    reader: CommandReader, event_log: EventLog
) -> None:
    received = {shard: Received() for shard in event_log.all_shards()}
    for shard, handler in received.items():
        await send(event_log, shard, b"before")
        await reader.add(shard, handler)
        assert reader.is_reading(shard)
    for shard, handler in received.items():
        await send(event_log, shard, b"after")
        await handler.has(b"before", b"after")


async def test_a_slow_shard_does_not_delay_the_others(
    reader: CommandReader, event_log: EventLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command_reader, "SLOW_SECONDS", 0.01)
    slow_shard, other_shard, *_ = event_log.all_shards()
    slow, other = Received(), Received()
    slow.gate.clear()
    await reader.add(slow_shard, slow)
    await reader.add(other_shard, other)
    await send(event_log, slow_shard, b"1")
    for number in range(3):
        await send(event_log, other_shard, b"%d" % number)
        await other.has(*(b"%d" % earlier for earlier in range(number + 1)))
    await send(event_log, slow_shard, b"2")
    assert slow.contents == []
    slow.gate.set()
    await slow.has(b"1", b"2")


async def test_a_removed_shard_receives_nothing_more(
    reader: CommandReader, event_log: EventLog
) -> None:
    kept_shard, removed_shard, *_ = event_log.all_shards()
    kept, removed = Received(), Received()
    await reader.add(kept_shard, kept)
    await reader.add(removed_shard, removed)
    await send(event_log, removed_shard, b"before")
    await removed.has(b"before")
    await reader.remove(removed_shard)
    assert not reader.is_reading(removed_shard)
    await send(event_log, removed_shard, b"after")
    await send(event_log, kept_shard, b"after")
    await kept.has(b"after")
    assert removed.contents == [b"before"]
    await reader.add(removed_shard, removed)
    await removed.has(b"before", b"after")


async def test_the_last_shard_stops_the_reader(reader: CommandReader, event_log: EventLog) -> None:
    shard, *_ = event_log.all_shards()
    received = Received()
    await reader.add(shard, received)
    await reader.remove(shard)
    await send(event_log, shard, b"1")
    await reader.restart()
    assert not reader.is_reading(shard)
    await reader.add(shard, received)
    await received.has(b"1")
