"""What engines leave behind, and who is to blame for it."""

import pytest

from services.engine import backlog
from services.engine.backlog import is_left, is_read, oldest
from services.engine.batch import DELIVERIES_ALONE, Entry
from services.runtime.event_log import ENGINE_GROUP, EventLog
from services.runtime.keys import ShardKeys

pytestmark = pytest.mark.anyio


@pytest.fixture
async def shard(event_log: EventLog) -> ShardKeys:
    shard = event_log.all_shards()[0]
    await event_log.ensure_group(shard)
    return shard


async def deliver(event_log: EventLog, shard: ShardKeys, commands: int) -> list[bytes]:
    """So many commands, read by an engine that never answered."""
    ids = [await event_log.client.xadd(shard.commands, {"command": b"{}"}) for _ in range(commands)]
    await event_log.client.xreadgroup(
        ENGINE_GROUP, ENGINE_GROUP, {shard.commands: ">"}, count=commands
    )
    return ids


async def claim(
    event_log: EventLog, shard: ShardKeys, entries_max: int, *, counts: bool
) -> list[Entry]:
    pending = await oldest(event_log, shard, entries_max)
    return await backlog.claim(event_log, shard, pending, counts=counts)


async def deliveries(event_log: EventLog, shard: ShardKeys) -> list[int]:
    pending = await event_log.client.xpending_range(
        shard.commands, ENGINE_GROUP, min="-", max="+", count=100
    )
    return [one["times_delivered"] for one in pending]


async def test_the_oldest_come_first(event_log: EventLog, shard: ShardKeys) -> None:
    ids = await deliver(event_log, shard, 5)
    claimed = await claim(event_log, shard, 3, counts=True)
    assert [entry.id for entry in claimed] == ids[:3]


async def test_a_new_owner_counts_as_a_delivery(event_log: EventLog, shard: ShardKeys) -> None:
    await deliver(event_log, shard, 2)
    claimed = await claim(event_log, shard, 10, counts=True)
    assert [entry.deliveries for entry in claimed] == [2, 2]
    assert await deliveries(event_log, shard) == [2, 2]


async def test_an_outage_counts_against_nobody(event_log: EventLog, shard: ShardKeys) -> None:
    await deliver(event_log, shard, 2)
    for _ in range(20):
        claimed = await claim(event_log, shard, 10, counts=False)
        assert [entry.deliveries for entry in claimed] == [1, 1]
    assert await deliveries(event_log, shard) == [1, 1]


async def test_different_pasts_keep_their_order(event_log: EventLog, shard: ShardKeys) -> None:
    old = await deliver(event_log, shard, 2)
    await claim(event_log, shard, 1, counts=True)
    new = await deliver(event_log, shard, 1)
    claimed = await claim(event_log, shard, 10, counts=True)
    assert [(entry.id, entry.deliveries) for entry in claimed] == [
        (old[0], 3),
        (old[1], 2),
        (new[0], 2),
    ]


async def test_a_suspect_is_claimed_alone(event_log: EventLog, shard: ShardKeys) -> None:
    """Whoever comes behind the one that kills the engines is not counted with it."""
    first, *_ = await deliver(event_log, shard, 3)
    for _ in range(1, DELIVERIES_ALONE):
        assert len(await claim(event_log, shard, 10, counts=True)) == 3
    for _ in range(5):
        claimed = await claim(event_log, shard, 10, counts=True)
        assert [entry.id for entry in claimed] == [first]
    assert await deliveries(event_log, shard) == [
        DELIVERIES_ALONE + 5,
        DELIVERIES_ALONE,
        DELIVERIES_ALONE,
    ]


async def test_the_unsuspected_are_claimed_up_to_a_suspect(
    event_log: EventLog, shard: ShardKeys
) -> None:
    early, suspect, late = await deliver(event_log, shard, 3)
    await event_log.client.xclaim(
        shard.commands, ENGINE_GROUP, ENGINE_GROUP, 0, [suspect], retrycount=DELIVERIES_ALONE
    )
    claimed = await claim(event_log, shard, 10, counts=True)
    assert [entry.id for entry in claimed] == [early]
    await event_log.client.xack(shard.commands, ENGINE_GROUP, early)
    claimed = await claim(event_log, shard, 10, counts=True)
    assert [entry.id for entry in claimed] == [suspect]
    await event_log.client.xack(shard.commands, ENGINE_GROUP, suspect)
    claimed = await claim(event_log, shard, 10, counts=True)
    assert [entry.id for entry in claimed] == [late]


async def test_what_is_in_somebodys_hands_is_not_left(
    event_log: EventLog, shard: ShardKeys
) -> None:
    assert not await is_left(event_log, shard, 0)
    await deliver(event_log, shard, 1)
    assert await is_left(event_log, shard, 0)
    assert not await is_left(event_log, shard, 60_000)


async def test_a_reader_is_known_by_its_asking(event_log: EventLog, shard: ShardKeys) -> None:
    assert await is_read(event_log, shard, 0), "nobody has begun to read"
    await deliver(event_log, shard, 1)
    assert await is_read(event_log, shard, 60_000)
    assert not await is_read(event_log, shard, -1)


async def test_what_was_trimmed_away_is_pending_no_more(
    event_log: EventLog, shard: ShardKeys
) -> None:
    """Otherwise the shard would wait for it for ever."""
    gone, kept = await deliver(event_log, shard, 2)
    await event_log.client.xtrim(shard.commands, minid=kept, approximate=False)
    claimed = await claim(event_log, shard, 10, counts=True)
    assert [entry.id for entry in claimed] == [kept]
    left = await event_log.client.xpending_range(
        shard.commands, ENGINE_GROUP, min="-", max="+", count=10
    )
    assert [one["message_id"] for one in left] == [kept]
    assert gone != kept
