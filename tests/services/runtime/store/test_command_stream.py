"""Pending entries of a command stream: claims, abandoned ones, the reader and the lag."""

import pytest

from services.runtime.store.command_stream import (
    CommandEntry,
    CommandStream,
    Lag,
    MissingGroupError,
    arrival_ms,
)
from services.runtime.store.event_log import ENGINE_GROUP, EventLog
from services.runtime.store.keys import ShardKeys, StreamKeys
from tests.services.full_client import client_of

pytestmark = pytest.mark.anyio


@pytest.fixture
async def shard(event_log: EventLog) -> ShardKeys:
    shard = event_log.all_shards()[0]
    await event_log.ensure_group(StreamKeys(shard))
    return shard


async def deliver(event_log: EventLog, shard: ShardKeys, commands: int) -> list[bytes]:
    """Queue commands and read them without acknowledging them."""
    ids = [
        await client_of(event_log).xadd(shard.commands, {"command": b"{}"}) for _ in range(commands)
    ]
    await client_of(event_log).xreadgroup(
        ENGINE_GROUP, ENGINE_GROUP, {shard.commands: ">"}, count=commands
    )
    return ids


async def claim(
    event_log: EventLog, shard: ShardKeys, entries_max: int, *, counts_as_delivery: bool
) -> list[CommandEntry]:
    stream = CommandStream(client_of(event_log), StreamKeys(shard))
    pending = await stream.pending(entries_max)
    return await stream.claim(pending, counts_as_delivery=counts_as_delivery)


async def deliveries(event_log: EventLog, shard: ShardKeys) -> list[int]:
    pending = await client_of(event_log).xpending_range(
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


async def test_an_entry_is_abandoned_once_it_is_idle_long_enough(
    event_log: EventLog, shard: ShardKeys
) -> None:
    stream = CommandStream(client_of(event_log), StreamKeys(shard))
    assert not await stream.has_abandoned_entries(0)
    await deliver(event_log, shard, 1)
    assert await stream.has_abandoned_entries(0)
    assert not await stream.has_abandoned_entries(60_000)


async def test_a_reader_is_active_if_it_asked_recently(
    event_log: EventLog, shard: ShardKeys
) -> None:
    stream = CommandStream(client_of(event_log), StreamKeys(shard))
    assert await stream.is_reader_active(0), "no reader has started yet"
    await deliver(event_log, shard, 1)
    assert await stream.is_reader_active(60_000)
    assert not await stream.is_reader_active(-1)


async def test_trimmed_entries_are_no_longer_pending(event_log: EventLog, shard: ShardKeys) -> None:
    """Otherwise the shard would wait for them forever."""
    trimmed, kept = await deliver(event_log, shard, 2)
    await client_of(event_log).xtrim(shard.commands, minid=kept.decode(), approximate=False)
    claimed = await claim(event_log, shard, 10, counts_as_delivery=True)
    assert [entry.id for entry in claimed] == [kept]
    remaining = await client_of(event_log).xpending_range(
        shard.commands, ENGINE_GROUP, min="-", max="+", count=10
    )
    assert [entry["message_id"] for entry in remaining] == [kept]
    assert trimmed != kept


async def test_the_lag_counts_pending_and_undelivered_entries(
    event_log: EventLog, shard: ShardKeys
) -> None:
    stream = CommandStream(client_of(event_log), StreamKeys(shard))
    assert await stream.lag(10) == Lag(0, None)
    first = await client_of(event_log).xadd(shard.commands, {"command": b"{}"})
    assert await stream.lag(10) == Lag(1, arrival_ms(first))
    await deliver(event_log, shard, 2)
    assert await count_pending(event_log, shard) == 2, "one of three is not delivered"
    assert await stream.lag(10) == Lag(3, arrival_ms(first))


async def count_pending(event_log: EventLog, shard: ShardKeys) -> int:
    return len(await deliveries(event_log, shard))


async def test_without_its_group_a_stream_has_no_lag(event_log: EventLog, shard: ShardKeys) -> None:
    await client_of(event_log).xgroup_destroy(shard.commands, ENGINE_GROUP)
    with pytest.raises(MissingGroupError, match="no group engine"):
        await CommandStream(client_of(event_log), StreamKeys(shard)).lag(10)
