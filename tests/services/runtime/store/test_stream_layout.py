"""The number of a shard's command streams changes in one step, and old streams drain first."""

import pytest

from services.runtime.server.client import StreamState
from services.runtime.store.event_log import ENGINE_GROUP, EventLog
from services.runtime.store.keys import ShardKeys, StreamKeys
from services.runtime.store.stream_layout import Resizing, StreamLayout
from tests.services.commands import new_table_id
from tests.services.full_client import FullClient

pytestmark = pytest.mark.anyio


@pytest.fixture
def shard(event_log: EventLog) -> ShardKeys:
    return event_log.all_shards()[1]


async def resize(event_log: EventLog, shard: ShardKeys, streams: int) -> StreamLayout:
    layout = await event_log.layouts.read(shard)
    assert await event_log.layouts.resize(layout, streams) is Resizing.DONE
    return await event_log.layouts.read(shard)


async def test_data_without_a_layout_has_the_stream_it_always_had(
    event_log: EventLog, client: FullClient, shard: ShardKeys
) -> None:
    layout = await event_log.layouts.read(shard)
    assert layout == StreamLayout(shard, generation=0, count=1, draining=0)
    [stream] = layout.readable_streams
    assert stream.commands == f"{{{shard.tag}}}:commands"
    assert stream.owner("engine") == f"{{{shard.tag}}}:owner:engine"
    await event_log.send(new_table_id(1), b"{}")
    assert await client.xlen(shard.commands) == 1


async def test_a_new_number_of_streams_hides_the_old_ones_until_they_are_drained(
    event_log: EventLog, client: FullClient, shard: ShardKeys
) -> None:
    await event_log.send(new_table_id(1), b"old")
    layout = await resize(event_log, shard, 3)
    assert layout == StreamLayout(shard, generation=1, count=3, draining=1)
    assert await client.exists(shard.commands) == 0
    [old] = layout.readable_streams
    assert old == StreamKeys(shard, is_draining=True)
    assert old.owner("engine") == shard.owner("engine"), "one owner before and after"
    assert await client.xlen(old.commands) == 1

    await event_log.layouts.finish_draining(old)
    assert (await event_log.layouts.read(shard)).draining == 1, "it is not empty"
    await client.xtrim(old.commands, maxlen=0, approximate=False)
    await event_log.layouts.finish_draining(old)
    layout = await event_log.layouts.read(shard)
    assert layout == StreamLayout(shard, generation=1, count=3)
    assert [stream.name for stream in layout.readable_streams] == ["1/0", "1/1", "1/2"]
    assert await client.exists(old.commands) == 0


async def test_streams_are_replaced_together_with_what_is_pending(
    event_log: EventLog, client: FullClient, shard: ShardKeys
) -> None:
    for content in (b"1", b"2", b"3"):
        await event_log.send(new_table_id(1), content)
    await client.xreadgroup(ENGINE_GROUP, "a dead consumer", {shard.commands: ">"}, count=2)
    layout = await resize(event_log, shard, 2)
    [old] = layout.draining_streams
    pending = await client.xpending_range(old.commands, ENGINE_GROUP, min="-", max="+", count=9)
    assert len(pending) == 2
    reply = await client.xreadgroup(ENGINE_GROUP, ENGINE_GROUP, {old.commands: ">"}, count=9)
    assert [fields[b"command"] for _, entries in reply for _, fields in entries] == [b"3"]


async def test_a_second_change_waits_for_the_first(event_log: EventLog, shard: ShardKeys) -> None:
    await event_log.send(new_table_id(1), b"{}")
    before = await event_log.layouts.read(shard)
    layout = await resize(event_log, shard, 2)
    assert await event_log.layouts.resize(before, 4) is Resizing.CHANGED
    assert await event_log.layouts.resize(layout, 4) is Resizing.DRAINING
    assert await event_log.layouts.read(shard) == layout


async def test_without_old_commands_nothing_drains(
    event_log: EventLog, client: FullClient, shard: ShardKeys
) -> None:
    layout = await resize(event_log, shard, 2)
    assert layout == StreamLayout(shard, generation=1, count=2, draining=0)
    empty = layout.streams
    assert await client.exists(*(stream.commands for stream in empty)) == 2
    layout = await resize(event_log, shard, 1)
    assert layout == StreamLayout(shard, generation=2, count=1, draining=0)
    assert await client.exists(*(stream.commands for stream in empty)) == 0


async def test_nobody_brings_a_former_stream_back(
    event_log: EventLog, client: FullClient, shard: ShardKeys
) -> None:
    """An engine that has not noticed the change makes sure that its stream has a group."""
    await event_log.send(new_table_id(1), b"{}")
    layout = await resize(event_log, shard, 2)
    assert not await event_log.ensure_group(StreamKeys(shard))
    assert await client.exists(shard.commands) == 0
    [old] = layout.draining_streams
    assert await event_log.ensure_group(old)
    await client.delete(old.commands)
    assert not await event_log.ensure_group(old)
    assert await client.exists(old.commands) == 0
    assert await event_log.ensure_group(layout.streams[1])


async def test_a_lost_draining_stream_does_not_block_its_shard(
    event_log: EventLog, client: FullClient, shard: ShardKeys
) -> None:
    await event_log.send(new_table_id(1), b"{}")
    [old] = (await resize(event_log, shard, 2)).draining_streams
    await client.delete(old.commands)
    await event_log.layouts.finish_draining(old)
    assert not (await event_log.layouts.read(shard)).draining


async def test_arrival_times_never_go_back(
    event_log: EventLog, client: FullClient, shard: ShardKeys
) -> None:
    """The clock of a new master may be behind."""
    ahead = "33000000000000-7"
    await event_log.ensure_group(StreamKeys(shard))
    await client.xadd(shard.commands, {"command": b"{}"}, id=ahead)
    layout = await resize(event_log, shard, 2)
    for stream in layout.streams:
        state: StreamState = await client.xinfo_stream(stream.commands)
        assert state["last-generated-id"] == ahead.encode()
        [group] = await client.xinfo_groups(stream.commands)
        assert group["last-delivered-id"] == ahead.encode()


async def test_tables_spread_over_the_streams_of_each_shard(event_log: EventLog) -> None:
    streams = StreamLayout(event_log.all_shards()[2], 1, 4).streams
    table_ids = [new_table_id(2) for _ in range(400)]
    shares = [
        sum(event_log.is_in(table_id, stream) for table_id in table_ids) for stream in streams
    ]
    assert sum(shares) == 400
    assert min(shares) > 50, "the bits that select the stream do not depend on the shard"
