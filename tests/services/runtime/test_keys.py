"""Key names, and where they lie on a cluster."""

from collections import Counter

import pytest
from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot

from services.runtime.keys import (
    WEBHOOK_CURSORS,
    WEBHOOK_LEADER,
    WEBHOOKS,
    ShardKeys,
    WebhookKeys,
    all_shards,
    shard_of,
)


def names(shard: ShardKeys) -> list[str]:
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
        shard.idempotency("g1"),
        shard.snapshot("g1"),
    ]


def test_all_keys_of_a_shard_share_a_slot_and_none_is_used_twice() -> None:
    for shard in all_shards(16):
        assert len({key_slot(name.encode()) for name in names(shard)}) == 1
        assert len(set(names(shard))) == len(names(shard))


def test_all_keys_of_webhooks_share_a_slot_and_none_is_used_twice() -> None:
    """Whatever platforms and hooks are called: one script queues for several of them."""
    hooks = [WebhookKeys("amber", "main"), WebhookKeys("{basalt}/x", "main")]
    found = [WEBHOOKS, WEBHOOK_CURSORS, WEBHOOK_LEADER]
    found += [name for hook in hooks for name in (hook.deliveries, hook.due, hook.dead)]
    assert len({key_slot(name.encode()) for name in found}) == 1
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("masters", [3, 6])
@pytest.mark.parametrize("shards", [1, 6, 16, 64, 256])
def test_shards_spread_evenly_over_masters(shards: int, masters: int) -> None:
    slots = [key_slot(shard.tag.encode()) for shard in all_shards(shards)]
    of_master = Counter(slot * masters // REDIS_CLUSTER_HASH_SLOTS for slot in slots)
    held = [of_master[master] for master in range(masters)]
    assert max(held) - min(held) <= 1


def test_tags_stay_as_they_are() -> None:
    """Games lie under these names: another spelling would lose them."""
    assert [shard.tag for shard in all_shards(4)] == ["s00-1", "s01-3", "s02-1", "s03-3"]
    assert all_shards(4)[3].table("g1") == "{s03-3}:table:g1"


def test_a_game_always_lies_in_the_same_shard() -> None:
    assert shard_of("game-1", 16).number == 12
    assert [shard_of(f"game-{n}", 4).number for n in range(6)] == [2, 0, 2, 0, 3, 1]


def test_games_spread_over_shards() -> None:
    held = Counter(shard_of(f"game-{n}", 16).number for n in range(16_000))
    assert len(held) == 16
    assert min(held.values()) > 800
