"""How full the server is, as it says itself."""

import pytest
from redis.asyncio import RedisCluster

from services.runtime.connection import Client
from services.runtime.safety import everywhere
from services.runtime.server_memory import memory_ratio

pytestmark = pytest.mark.anyio


async def test_without_a_limit_the_machines_memory_counts(client: Client) -> None:
    assert 0 < await memory_ratio(client) < 0.5


async def test_the_fullest_node_counts(client: Client) -> None:
    [first, *_] = await everywhere(client, client.info, "memory")
    limit = first["used_memory"] * 2
    targets = {"target_nodes": RedisCluster.ALL_NODES} if isinstance(client, RedisCluster) else {}
    await client.config_set("maxmemory", limit, **targets)
    try:
        assert 0.3 < await memory_ratio(client) < 0.9
    finally:
        await client.config_set("maxmemory", 0, **targets)
