"""Streams are cut behind the slowest reader, never before it."""

from typing import Any

import pytest
from msgspec.structs import replace

from services.runtime.connection import Client
from services.runtime.event_log import ENGINE_GROUP, EventLog
from services.runtime.keys import ShardKeys
from services.runtime.settings import Settings
from services.runtime.trimming import trim

pytestmark = pytest.mark.anyio

# Trimming cuts whole nodes of a stream, and a node holds 100 entries.
NODE = 100
MANY = 5 * NODE


@pytest.fixture
def shard(event_log: EventLog) -> ShardKeys:
    return event_log.all_shards()[1]


async def fill(client: Client, stream: str, entries: int = MANY, first_ms: int = 1) -> list[str]:
    ids = [f"{first_ms + number}-0" for number in range(entries)]
    async with client.pipeline(transaction=False) as pipe:
        for entry_id in ids:
            pipe.xadd(stream, {"command": "x"}, id=entry_id)
        await pipe.execute()
    return ids


async def left(client: Client, stream: str) -> list[str]:
    return [entry_id.decode() for entry_id, _ in await client.xrange(stream)]


async def read(client: Client, shard: ShardKeys, count: int) -> list[bytes]:
    answer: Any = await client.xreadgroup(
        ENGINE_GROUP, ENGINE_GROUP, {shard.commands: ">"}, count=count
    )
    return [entry_id for _, entries in answer for entry_id, _ in entries]


async def test_commands_that_nobody_read_stay(
    event_log: EventLog, client: Client, shard: ShardKeys, settings: Settings
) -> None:
    ids = await fill(client, shard.commands)
    await event_log.ensure_group(shard)
    await trim(event_log, shard, settings)
    assert await left(client, shard.commands) == ids


async def test_answered_commands_go_and_unread_ones_stay(
    event_log: EventLog, client: Client, shard: ShardKeys, settings: Settings
) -> None:
    ids = await fill(client, shard.commands)
    await event_log.ensure_group(shard)
    await client.xack(shard.commands, ENGINE_GROUP, *await read(client, shard, 3 * NODE + 7))
    await trim(event_log, shard, settings)
    assert await left(client, shard.commands) == ids[3 * NODE :]
    await client.xack(shard.commands, ENGINE_GROUP, *await read(client, shard, MANY))
    await fill(client, shard.commands, NODE, first_ms=10_000)
    await trim(event_log, shard, settings)
    remaining = await left(client, shard.commands)
    assert remaining[-NODE:] == [f"{10_000 + number}-0" for number in range(NODE)]


async def test_a_pending_command_holds_all_that_follow(
    event_log: EventLog, client: Client, shard: ShardKeys, settings: Settings
) -> None:
    ids = await fill(client, shard.commands)
    await event_log.ensure_group(shard)
    delivered = await read(client, shard, MANY)
    held = 2 * NODE + 5
    await client.xack(shard.commands, ENGINE_GROUP, *delivered[:held], *delivered[held + 1 :])
    await trim(event_log, shard, settings)
    assert await left(client, shard.commands) == ids[2 * NODE :]


class ReadsInBetween:
    """A client that lets an engine read just after it has asked about the group."""

    def __init__(self, client: Client, shard: ShardKeys) -> None:
        self._client = client
        self._shard = shard
        self.delivered: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        ask = getattr(self._client, name)
        if name not in ("xpending", "xinfo_groups") or self.delivered:
            return ask

        async def ask_and_read(*arguments: Any) -> Any:
            answer = await ask(*arguments)
            self.delivered = await read(self._client, self._shard, MANY)
            return answer

        return ask_and_read


async def test_commands_delivered_while_it_looks_stay(
    event_log: EventLog, client: Client, shard: ShardKeys, settings: Settings
) -> None:
    ids = await fill(client, shard.commands)
    await event_log.ensure_group(shard)
    event_log.client = ReadsInBetween(client, shard)
    await trim(event_log, shard, settings)
    assert len(event_log.client.delivered) == MANY
    assert await left(client, shard.commands) == ids, "all of them are pending"


async def test_the_slowest_follower_holds_the_feed(
    event_log: EventLog, client: Client, shard: ShardKeys, settings: Settings
) -> None:
    await event_log.ensure_group(shard)
    ids = await fill(client, shard.feed)
    settings = replace(settings, followers=("notifier", "projector"))
    await trim(event_log, shard, settings)
    assert await left(client, shard.feed) == ids, "nobody has come yet"
    await client.hset(shard.cursors, "notifier", ids[-1])
    await trim(event_log, shard, settings)
    assert await left(client, shard.feed) == ids, "one has never come"
    await client.hset(shard.cursors, "projector", ids[2 * NODE + 3])
    await trim(event_log, shard, settings)
    assert await left(client, shard.feed) == ids[2 * NODE :]
    await client.hset(shard.cursors, "projector", ids[-1])
    await trim(event_log, shard, settings)
    assert await left(client, shard.feed) == []


async def test_cursors_are_compared_as_numbers(
    event_log: EventLog, client: Client, shard: ShardKeys, settings: Settings
) -> None:
    await event_log.ensure_group(shard)
    ids = await fill(client, shard.feed, first_ms=950)
    await client.hset(shard.cursors, mapping={"notifier": "1200-0", "projector": "999-0"})
    await trim(event_log, shard, replace(settings, followers=("notifier", "projector")))
    assert await left(client, shard.feed) == ids, "999 is less than 1200"


async def test_a_feed_without_followers_and_outcomes_go_by_age(
    event_log: EventLog, client: Client, shard: ShardKeys, settings: Settings
) -> None:
    await event_log.ensure_group(shard)
    for stream in (shard.feed, shard.outcomes):
        await fill(client, stream)
        await client.xadd(stream, {"command": "new"})
    await trim(event_log, shard, settings)
    for stream in (shard.feed, shard.outcomes):
        remaining = await client.xrange(stream)
        assert [fields for _, fields in remaining] == [{b"command": b"new"}]


async def test_a_game_is_never_cut(
    event_log: EventLog, client: Client, shard: ShardKeys, settings: Settings
) -> None:
    await event_log.ensure_group(shard)
    ids = await fill(client, shard.game("g1"))
    await trim(event_log, shard, settings)
    assert await left(client, shard.game("g1")) == ids


async def test_a_lost_group_cuts_nothing(
    event_log: EventLog, client: Client, shard: ShardKeys, settings: Settings
) -> None:
    ids = await fill(client, shard.commands)
    await event_log.ensure_group(shard)
    await client.xack(shard.commands, ENGINE_GROUP, *await read(client, shard, MANY))
    await client.xgroup_destroy(shard.commands, ENGINE_GROUP)
    await trim(event_log, shard, settings)
    assert await left(client, shard.commands) == ids
