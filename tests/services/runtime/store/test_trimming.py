"""Streams are trimmed up to their slowest reader."""

from typing import Any, cast

import pytest
from msgspec.structs import replace

from services.runtime.operations.settings import Settings
from services.runtime.server.client import RedisClient
from services.runtime.store.event_log import ENGINE_GROUP, EventLog
from services.runtime.store.keys import ShardKeys, StreamKeys
from services.runtime.store.trimming import trim, trim_commands
from tests.services.full_client import FullClient

pytestmark = pytest.mark.anyio

# XTRIM with `approximate` removes whole nodes of a stream; a node has 100 entries.
NODE_ENTRIES = 100
ENTRIES = 5 * NODE_ENTRIES


@pytest.fixture
def shard(event_log: EventLog) -> ShardKeys:
    return event_log.all_shards()[1]


async def fill(
    client: FullClient, stream: str, entries: int = ENTRIES, first_ms: int = 1
) -> list[str]:
    ids = [f"{first_ms + number}-0" for number in range(entries)]
    async with client.pipeline(transaction=False) as pipe:
        for entry_id in ids:
            pipe.xadd(stream, {"command": "x"}, id=entry_id)
        await pipe.execute()
    return ids


async def remaining_ids(client: FullClient, stream: str) -> list[str]:
    return [entry_id.decode() for entry_id, _ in await client.xrange(stream)]


async def read(client: FullClient, shard: ShardKeys, count: int) -> list[bytes]:
    reply: Any = await client.xreadgroup(
        ENGINE_GROUP, ENGINE_GROUP, {shard.commands: ">"}, count=count
    )
    return [entry_id for _, entries in reply for entry_id, _ in entries]


async def test_keeps_unread_commands(
    event_log: EventLog, client: FullClient, shard: ShardKeys
) -> None:
    ids = await fill(client, shard.commands)
    await event_log.ensure_group(StreamKeys(shard))
    await trim_commands(client, StreamKeys(shard))
    assert await remaining_ids(client, shard.commands) == ids


async def test_trims_acknowledged_commands(
    event_log: EventLog, client: FullClient, shard: ShardKeys
) -> None:
    ids = await fill(client, shard.commands)
    await event_log.ensure_group(StreamKeys(shard))
    await client.xack(
        shard.commands, ENGINE_GROUP, *await read(client, shard, 3 * NODE_ENTRIES + 7)
    )
    await trim_commands(client, StreamKeys(shard))
    assert await remaining_ids(client, shard.commands) == ids[3 * NODE_ENTRIES + 7 :]
    await client.xack(shard.commands, ENGINE_GROUP, *await read(client, shard, ENTRIES))
    later_ids = await fill(client, shard.commands, NODE_ENTRIES, first_ms=10_000)
    await trim_commands(client, StreamKeys(shard))
    assert await remaining_ids(client, shard.commands) == later_ids


async def test_keeps_a_pending_command_and_all_after_it(
    event_log: EventLog, client: FullClient, shard: ShardKeys
) -> None:
    ids = await fill(client, shard.commands)
    await event_log.ensure_group(StreamKeys(shard))
    delivered = await read(client, shard, ENTRIES)
    pending = 2 * NODE_ENTRIES + 5
    await client.xack(shard.commands, ENGINE_GROUP, *delivered[:pending], *delivered[pending + 1 :])
    await trim_commands(client, StreamKeys(shard))
    assert await remaining_ids(client, shard.commands) == ids[pending:]


class RacingClient:
    """A client that lets an engine read commands right after the group is inspected."""

    def __init__(self, client: FullClient, shard: ShardKeys) -> None:
        self._client = client
        self._shard = shard
        self.delivered: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._client, name)
        if name not in ("xpending", "xinfo_groups") or self.delivered:
            return method

        async def call_and_read(*arguments: Any) -> Any:
            reply = await method(*arguments)
            self.delivered = await read(self._client, self._shard, ENTRIES)
            return reply

        return call_and_read


async def test_keeps_commands_delivered_while_trimming(
    event_log: EventLog, client: FullClient, shard: ShardKeys
) -> None:
    ids = await fill(client, shard.commands)
    await event_log.ensure_group(StreamKeys(shard))
    racing = RacingClient(client, shard)
    await trim_commands(cast(RedisClient, racing), StreamKeys(shard))
    assert len(racing.delivered) == ENTRIES
    assert await remaining_ids(client, shard.commands) == ids, "all of them are pending"


async def test_trims_the_feed_up_to_the_slowest_follower(
    event_log: EventLog, client: FullClient, shard: ShardKeys, settings: Settings
) -> None:
    await event_log.ensure_group(StreamKeys(shard))
    ids = await fill(client, shard.feed)
    settings = replace(settings, followers=("notifier", "projector"))
    await trim(client, shard, settings)
    assert await remaining_ids(client, shard.feed) == ids, "no follower has a cursor"
    await client.hset(shard.cursors, "notifier", ids[-1])
    await trim(client, shard, settings)
    assert await remaining_ids(client, shard.feed) == ids, "one follower has no cursor"
    await client.hset(shard.cursors, "projector", ids[2 * NODE_ENTRIES + 3])
    await trim(client, shard, settings)
    assert await remaining_ids(client, shard.feed) == ids[2 * NODE_ENTRIES :]
    await client.hset(shard.cursors, "projector", ids[-1])
    await trim(client, shard, settings)
    assert await remaining_ids(client, shard.feed) == []


async def test_compares_cursors_as_numbers(
    event_log: EventLog, client: FullClient, shard: ShardKeys, settings: Settings
) -> None:
    await event_log.ensure_group(StreamKeys(shard))
    ids = await fill(client, shard.feed, first_ms=950)
    await client.hset(shard.cursors, mapping={"notifier": "1200-0", "projector": "999-0"})
    await trim(client, shard, replace(settings, followers=("notifier", "projector")))
    assert await remaining_ids(client, shard.feed) == ids, "999 is less than 1200"


async def test_trims_outcomes_and_a_feed_without_followers_by_age(
    event_log: EventLog, client: FullClient, shard: ShardKeys, settings: Settings
) -> None:
    await event_log.ensure_group(StreamKeys(shard))
    for stream in (shard.feed, shard.outcomes):
        await fill(client, stream)
        await client.xadd(stream, {"command": "new"})
    await trim(client, shard, settings)
    for stream in (shard.feed, shard.outcomes):
        remaining = await client.xrange(stream)
        assert [fields for _, fields in remaining] == [{b"command": b"new"}]


async def test_never_trims_a_table(
    event_log: EventLog, client: FullClient, shard: ShardKeys, settings: Settings
) -> None:
    await event_log.ensure_group(StreamKeys(shard))
    ids = await fill(client, shard.table("g1"))
    await trim(client, shard, settings)
    assert await remaining_ids(client, shard.table("g1")) == ids


async def test_trims_nothing_if_the_group_is_lost(
    event_log: EventLog, client: FullClient, shard: ShardKeys
) -> None:
    ids = await fill(client, shard.commands)
    await event_log.ensure_group(StreamKeys(shard))
    await client.xack(shard.commands, ENGINE_GROUP, *await read(client, shard, ENTRIES))
    await client.xgroup_destroy(shard.commands, ENGINE_GROUP)
    await trim_commands(client, StreamKeys(shard))
    assert await remaining_ids(client, shard.commands) == ids
