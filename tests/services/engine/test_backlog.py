"""Claiming pending entries, and suspects that may crash engines."""

import pytest

from services.engine import backlog
from services.engine.backlog import has_abandoned_entries, is_reader_active, oldest_pending
from services.engine.batch import DELIVERIES_ALONE, CommandEntry
from services.runtime.store.event_log import ENGINE_GROUP, EventLog
from services.runtime.store.keys import ShardKeys

pytestmark = pytest.mark.anyio


@pytest.fixture
async def shard(event_log: EventLog) -> ShardKeys:
    shard = event_log.all_shards()[0]
    await event_log.ensure_group(shard)
    return shard


async def deliver(event_log: EventLog, shard: ShardKeys, commands: int) -> list[bytes]:
    """Queue commands and read them without acknowledging them."""
    ids = [await event_log.client.xadd(shard.commands, {"command": b"{}"}) for _ in range(commands)]
    await event_log.client.xreadgroup(
        ENGINE_GROUP, ENGINE_GROUP, {shard.commands: ">"}, count=commands
    )
    return ids


async def claim(
    event_log: EventLog, shard: ShardKeys, entries_max: int, *, counts_as_delivery: bool
) -> list[CommandEntry]:
    pending = await oldest_pending(event_log, shard, entries_max)
    return await backlog.claim(event_log, shard, pending, counts_as_delivery=counts_as_delivery)


async def deliveries(event_log: EventLog, shard: ShardKeys) -> list[int]:
    pending = await event_log.client.xpending_range(
        shard.commands, ENGINE_GROUP, min="-", max="+", count=100
    )
    return [entry["times_delivered"] for entry in pending]


async def test_claims_the_oldest_entries_first(event_log: EventLog, shard: ShardKeys) -> None:
    ids = await deliver(event_log, shard, 5)
    claimed = await claim(event_log, shard, 3, counts_as_delivery=True)
    assert [entry.id for entry in claimed] == ids[:3]


async def test_a_new_owner_counts_as_a_delivery(event_log: EventLog, shard: ShardKeys) -> None:
    await deliver(event_log, shard, 2)
    claimed = await claim(event_log, shard, 10, counts_as_delivery=True)
    assert [entry.deliveries for entry in claimed] == [2, 2]
    assert await deliveries(event_log, shard) == [2, 2]


async def test_a_claim_during_an_outage_is_no_delivery(
    event_log: EventLog, shard: ShardKeys
) -> None:
    await deliver(event_log, shard, 2)
    for _ in range(20):
        claimed = await claim(event_log, shard, 10, counts_as_delivery=False)
        assert [entry.deliveries for entry in claimed] == [1, 1]
    assert await deliveries(event_log, shard) == [1, 1]


async def test_entries_with_different_deliveries_keep_their_order(
    event_log: EventLog, shard: ShardKeys
) -> None:
    old = await deliver(event_log, shard, 2)
    await claim(event_log, shard, 1, counts_as_delivery=True)
    new = await deliver(event_log, shard, 1)
    claimed = await claim(event_log, shard, 10, counts_as_delivery=True)
    assert [(entry.id, entry.deliveries) for entry in claimed] == [
        (old[0], 3),
        (old[1], 2),
        (new[0], 2),
    ]


async def test_a_suspect_is_claimed_alone(event_log: EventLog, shard: ShardKeys) -> None:
    """Entries after one that crashes engines do not count its deliveries."""
    first, *_ = await deliver(event_log, shard, 3)
    for _ in range(1, DELIVERIES_ALONE):
        assert len(await claim(event_log, shard, 10, counts_as_delivery=True)) == 3
    for _ in range(5):
        claimed = await claim(event_log, shard, 10, counts_as_delivery=True)
        assert [entry.id for entry in claimed] == [first]
    assert await deliveries(event_log, shard) == [
        DELIVERIES_ALONE + 5,
        DELIVERIES_ALONE,
        DELIVERIES_ALONE,
    ]


async def test_claims_entries_up_to_a_suspect(event_log: EventLog, shard: ShardKeys) -> None:
    early, suspect, late = await deliver(event_log, shard, 3)
    await event_log.client.xclaim(
        shard.commands, ENGINE_GROUP, ENGINE_GROUP, 0, [suspect], retrycount=DELIVERIES_ALONE
    )
    claimed = await claim(event_log, shard, 10, counts_as_delivery=True)
    assert [entry.id for entry in claimed] == [early]
    await event_log.client.xack(shard.commands, ENGINE_GROUP, early)
    claimed = await claim(event_log, shard, 10, counts_as_delivery=True)
    assert [entry.id for entry in claimed] == [suspect]
    await event_log.client.xack(shard.commands, ENGINE_GROUP, suspect)
    claimed = await claim(event_log, shard, 10, counts_as_delivery=True)
    assert [entry.id for entry in claimed] == [late]


async def test_an_entry_is_abandoned_once_it_is_idle_long_enough(
    event_log: EventLog, shard: ShardKeys
) -> None:
    assert not await has_abandoned_entries(event_log, shard, 0)
    await deliver(event_log, shard, 1)
    assert await has_abandoned_entries(event_log, shard, 0)
    assert not await has_abandoned_entries(event_log, shard, 60_000)


async def test_a_reader_is_active_if_it_asked_recently(
    event_log: EventLog, shard: ShardKeys
) -> None:
    assert await is_reader_active(event_log, shard, 0), "no reader has started yet"
    await deliver(event_log, shard, 1)
    assert await is_reader_active(event_log, shard, 60_000)
    assert not await is_reader_active(event_log, shard, -1)


async def test_trimmed_entries_are_no_longer_pending(event_log: EventLog, shard: ShardKeys) -> None:
    """Otherwise the shard would wait for them forever."""
    trimmed, kept = await deliver(event_log, shard, 2)
    await event_log.client.xtrim(shard.commands, minid=kept, approximate=False)
    claimed = await claim(event_log, shard, 10, counts_as_delivery=True)
    assert [entry.id for entry in claimed] == [kept]
    remaining = await event_log.client.xpending_range(
        shard.commands, ENGINE_GROUP, min="-", max="+", count=10
    )
    assert [entry["message_id"] for entry in remaining] == [kept]
    assert trimmed != kept
