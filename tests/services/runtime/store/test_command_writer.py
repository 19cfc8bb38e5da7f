"""Writers follow the layout of the shards without asking for it, and keep commands in order."""

import asyncio

import pytest

from services.runtime.store import command_writer
from services.runtime.store.command_writer import NoStreamError
from services.runtime.store.event_log import ENGINE_GROUP, EventLog
from services.runtime.store.keys import StreamKeys
from services.runtime.store.resizing import resize_shards
from services.runtime.store.stream_layout import StreamLayout
from tests.services.commands import new_table_id
from tests.services.engines import SHARDS
from tests.services.full_client import FullClient, stores_of

pytestmark = pytest.mark.anyio


async def contents(client: FullClient, stream: StreamKeys) -> list[bytes]:
    return [fields[b"command"] for _, fields in await client.xrange(stream.commands)]


def table_in(event_log: EventLog, stream: StreamKeys) -> str:
    while not event_log.is_in(table_id := new_table_id(stream.shard.number), stream):
        pass
    return table_id


async def layout_of(event_log: EventLog) -> StreamLayout:
    return await event_log.layouts.read(event_log.all_shards()[0])


async def test_the_first_command_creates_stream_and_group(
    event_log: EventLog, client: FullClient
) -> None:
    table_id = new_table_id(0)
    entry_id = await event_log.send(table_id, b"1")
    stream = StreamKeys(event_log.shard(table_id))
    assert await client.xrange(stream.commands) == [(entry_id, {b"command": b"1"})]
    [group] = await client.xinfo_groups(stream.commands)
    assert group["name"] == ENGINE_GROUP.encode()
    assert group["last-delivered-id"] == b"0-0", "the command is not skipped"


async def test_a_writer_with_an_old_layout_finds_the_new_streams(
    event_log: EventLog, client: FullClient
) -> None:
    writer, other = event_log, EventLog(client, SHARDS)
    await writer.send(new_table_id(0), b"before")
    for streams in (4, 2, 1):
        await resize_shards(other.layouts, streams)
        layout = await layout_of(other)
        for stream in layout.streams:
            table_id = table_in(writer, stream)
            await writer.send(table_id, b"after")
            assert await contents(client, stream) == [b"after"]
            assert writer.writer.stream(table_id) == stream
        for old in layout.draining_streams:
            await client.xtrim(old.commands, maxlen=0, approximate=False)
            await other.layouts.finish_draining(old)


async def test_a_new_writer_learns_the_layout_with_its_first_command(
    event_log: EventLog, client: FullClient
) -> None:
    await resize_shards(event_log.layouts, 3)
    late = EventLog(client, SHARDS)
    stream = (await layout_of(late)).streams[2]
    await late.send(table_in(late, stream), b"1")
    assert await contents(client, stream) == [b"1"]


async def test_commands_sent_at_once_stay_in_order_while_streams_change(
    event_log: EventLog, client: FullClient
) -> None:
    other = EventLog(client, SHARDS)
    await event_log.send(new_table_id(0), b"first")
    table_id = new_table_id(0)
    sent: list[bytes] = []
    queued: list[asyncio.Future[bytes]] = []

    async def send(number: int) -> None:
        for _ in range(number):
            sent.append(b"%d" % len(sent))
            queued.append(event_log.send_soon(table_id, sent[-1]))
            if len(sent) % 7 == 0:
                await asyncio.sleep(0)

    received: list[bytes] = []
    for streams in (3, 2, 4, 1):
        sending = asyncio.create_task(send(200))
        await resize_shards(other.layouts, streams)
        await sending
        await asyncio.gather(*queued)
        layout = await layout_of(other)
        for old in layout.draining_streams:
            received += await contents(client, old)
            await client.xtrim(old.commands, maxlen=0, approximate=False)
            await other.layouts.finish_draining(old)
    for stream in (await layout_of(other)).streams:
        received += await contents(client, stream)
    received.remove(b"first")
    assert received == sent


async def test_gives_up_after_some_attempts(
    event_log: EventLog, client: FullClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stream that vanishes each time, as by mistake of an operator."""
    monkeypatch.setattr(command_writer, "ATTEMPTS_MAX", 0)
    with pytest.raises(NoStreamError):
        await event_log.send(new_table_id(0), b"1")
    assert await client.exists(event_log.all_shards()[0].commands) == 0


async def test_a_dead_letter_is_retried_in_the_new_stream(
    event_log: EventLog, client: FullClient
) -> None:
    table_id = new_table_id(0)
    shard = event_log.shard(table_id)
    command = b'{"id":"c1","table":"%s"}' % table_id.encode()
    dead_letter = b'{"entry":"1-0","command":%s,"reason":"a bug","at":1}'
    quoted = b'"' + command.replace(b'"', b'\\"') + b'"'
    entry_id = await client.xadd(shard.dead_letters, {"dead_letter": dead_letter % quoted})
    await event_log.send(new_table_id(0), b"first")
    await resize_shards(EventLog(client, SHARDS).layouts, 2)
    dead_letters = stores_of(event_log).dead_letters
    await dead_letters.retry(f"0/{entry_id.decode()}")
    streams = (await layout_of(event_log)).streams
    [stream] = [stream for stream in streams if event_log.is_in(table_id, stream)]
    assert await contents(client, stream) == [command]
