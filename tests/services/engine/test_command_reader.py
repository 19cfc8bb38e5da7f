"""One reader for many streams: a slow one delays no other, and a removed one gets nothing more."""

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
from services.runtime.store.keys import StreamKeys
from tests.services.commands import new_table_id
from tests.services.full_client import FullClient
from tests.waiting import eventually, time_limit

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
    for stream in streams_of(event_log):
        await event_log.ensure_group(stream)
    yield CommandReader(broker, settings.batch_max)
    await broker.stop()


def streams_of(event_log: EventLog) -> list[StreamKeys]:
    """Return the only stream of each shard."""
    return [StreamKeys(shard) for shard in event_log.all_shards()]


def ignore() -> None:
    """What the reader calls for a missing stream."""


async def send(event_log: EventLog, stream: StreamKeys, content: bytes) -> None:
    await event_log.send(new_table_id(stream.shard.number), content)


async def test_reads_streams_that_are_added_one_after_the_other(
    reader: CommandReader, event_log: EventLog
) -> None:
    received = {stream: Received() for stream in streams_of(event_log)}
    for stream, handler in received.items():
        await send(event_log, stream, b"before")
        await reader.add(stream, handler, ignore)
        assert reader.is_reading(stream)
    for stream, handler in received.items():
        await send(event_log, stream, b"after")
        await handler.has(b"before", b"after")


async def test_a_slow_stream_does_not_delay_the_others(
    reader: CommandReader, event_log: EventLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command_reader, "SLOW_SECONDS", 0.01)
    slow_stream, other_stream, *_ = streams_of(event_log)
    slow, other = Received(), Received()
    slow.gate.clear()
    await reader.add(slow_stream, slow, ignore)
    await reader.add(other_stream, other, ignore)
    await send(event_log, slow_stream, b"1")
    for number in range(3):
        await send(event_log, other_stream, b"%d" % number)
        await other.has(*(b"%d" % earlier for earlier in range(number + 1)))
    await send(event_log, slow_stream, b"2")
    assert slow.contents == []
    slow.gate.set()
    await slow.has(b"1", b"2")


async def test_a_removed_stream_receives_nothing_more(
    reader: CommandReader, event_log: EventLog
) -> None:
    kept_stream, removed_stream, *_ = streams_of(event_log)
    kept, removed = Received(), Received()
    await reader.add(kept_stream, kept, ignore)
    await reader.add(removed_stream, removed, ignore)
    await send(event_log, removed_stream, b"before")
    await removed.has(b"before")
    await reader.remove(removed_stream)
    assert not reader.is_reading(removed_stream)
    await send(event_log, removed_stream, b"after")
    await send(event_log, kept_stream, b"after")
    await kept.has(b"after")
    assert removed.contents == [b"before"]
    await reader.add(removed_stream, removed, ignore)
    await removed.has(b"before", b"after")


async def test_the_last_stream_stops_the_reader(reader: CommandReader, event_log: EventLog) -> None:
    stream, *_ = streams_of(event_log)
    received = Received()
    await reader.add(stream, received, ignore)
    await reader.remove(stream)
    await send(event_log, stream, b"1")
    await reader.restart()
    assert not reader.is_reading(stream)
    await reader.add(stream, received, ignore)
    await received.has(b"1")


async def test_a_stream_that_was_replaced_does_not_stop_the_others(
    reader: CommandReader, event_log: EventLog, client: FullClient
) -> None:
    """FastStream alone would stop for good, in the middle of a blocked read."""
    kept_stream, replaced_stream, *_ = streams_of(event_log)
    kept, replaced = Received(), Received()
    is_missing = asyncio.Event()
    await reader.add(kept_stream, kept, ignore)
    await reader.add(replaced_stream, replaced, is_missing.set)
    await client.execute_command("RENAME", replaced_stream.commands, "{s}:elsewhere")
    async with time_limit():
        await is_missing.wait()
    assert not reader.is_reading(replaced_stream)
    assert reader.is_reading(kept_stream)
    await send(event_log, kept_stream, b"1")
    await kept.has(b"1")
    await send(event_log, replaced_stream, b"2")
    await reader.add(replaced_stream, replaced, ignore)
    await replaced.has(b"2")
