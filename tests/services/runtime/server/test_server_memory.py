"""Memory usage of the server."""

import pytest
from redis.asyncio import RedisCluster

from services.runtime.server.connection import RedisClient
from services.runtime.server.safety import on_every_node
from services.runtime.server.server_memory import memory_ratio

pytestmark = pytest.mark.anyio


async def test_uses_the_machine_memory_without_a_limit(client: RedisClient) -> None:
    assert 0 < await memory_ratio(client) < 0.5


async def test_reports_the_fullest_node(client: RedisClient) -> None:
    [first, *_] = await on_every_node(client, client.info, "memory")
    limit = first["used_memory"] * 2
    targets = {"target_nodes": RedisCluster.ALL_NODES} if isinstance(client, RedisCluster) else {}
    await client.config_set("maxmemory", limit, **targets)
    try:
        assert 0.3 < await memory_ratio(client) < 0.9
    finally:
        await client.config_set("maxmemory", 0, **targets)
