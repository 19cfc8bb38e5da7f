"""Deadlines of a shard, the oldest first."""

import pytest

from services.runtime.store.deadlines import Deadline, Deadlines
from services.runtime.store.event_log import EventLog
from tests.services.full_client import FullClient

pytestmark = pytest.mark.anyio


async def test_returns_the_oldest_deadlines_up_to_a_time(
    event_log: EventLog, client: FullClient
) -> None:
    shard, other = event_log.all_shards()[:2]
    await client.zadd(shard.deadlines, {"late": 3_000, "early": 1_000, "later": 9_000})
    await client.zadd(other.deadlines, {"elsewhere": 1})
    deadlines = Deadlines(client)
    assert await deadlines.until(shard, 3_000, 10) == [
        Deadline("early", 1_000),
        Deadline("late", 3_000),
    ]
    assert await deadlines.until(shard, 9_000, 1) == [Deadline("early", 1_000)]
    assert await deadlines.until(shard, 999, 10) == []
