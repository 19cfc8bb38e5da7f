"""Key names, and their slots on a cluster."""

from collections import Counter

import pytest
from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot

from services.runtime.store.keys import (
    WEBHOOK_CURSORS,
    WEBHOOK_LEADER,
    WEBHOOKS,
    ShardKeys,
    WebhookKeys,
    all_shards,
    shard_of,
)


def shard_keys(shard: ShardKeys) -> list[str]:
    return [
        shard.commands,
        shard.feed,
        shard.outcomes,
        shard.dead_letters,
        shard.tables,
        shard.deadlines,
        shard.cursors,
        shard.owner("engine"),
        shard.table("g1"),
        *shard.idempotency("g1"),
        shard.snapshot("g1"),
    ]


def test_all_keys_of_a_shard_share_a_slot_and_none_is_used_twice() -> None:
    for shard in all_shards(16):
        assert len({key_slot(key.encode()) for key in shard_keys(shard)}) == 1
        assert len(set(shard_keys(shard))) == len(shard_keys(shard))


def test_all_keys_of_webhooks_share_a_slot_and_none_is_used_twice() -> None:
    """One script queues deliveries for several webhooks, whatever their names are."""
    webhooks = [WebhookKeys("amber", "main"), WebhookKeys("{basalt}/x", "main")]
    keys = [WEBHOOKS, WEBHOOK_CURSORS, WEBHOOK_LEADER]
    for webhook in webhooks:
        keys += [webhook.deliveries, webhook.due, webhook.dead_letters]
    assert len({key_slot(key.encode()) for key in keys}) == 1
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("masters", [3, 6])
@pytest.mark.parametrize("shards", [1, 6, 16, 64, 256])
def test_shards_spread_evenly_over_masters(shards: int, masters: int) -> None:
    slots = [key_slot(shard.tag.encode()) for shard in all_shards(shards)]
    shards_by_master = Counter(slot * masters // REDIS_CLUSTER_HASH_SLOTS for slot in slots)
    counts = [shards_by_master[master] for master in range(masters)]
    assert max(counts) - min(counts) <= 1


def test_tags_never_change() -> None:
    """Tables are stored under these keys: with other tags they would be lost."""
    assert [shard.tag for shard in all_shards(4)] == ["s00-1", "s01-3", "s02-1", "s03-3"]
    assert all_shards(4)[3].table("g1") == "{s03-3}:table:g1"


def test_a_table_is_always_in_the_same_shard() -> None:
    assert shard_of("game-1", 16).number == 12
    numbers = [shard_of(f"game-{number}", 4).number for number in range(6)]
    assert numbers == [2, 0, 2, 0, 3, 1]


def test_tables_spread_over_shards() -> None:
    tables_by_shard = Counter(shard_of(f"game-{number}", 16).number for number in range(16_000))
    assert len(tables_by_shard) == 16
    assert min(tables_by_shard.values()) > 800
