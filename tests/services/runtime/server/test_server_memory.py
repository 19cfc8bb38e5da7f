"""Memory usage of the server."""

import pytest
from redis.asyncio import RedisCluster

from services.runtime.server.nodes import is_cluster, on_every_node
from services.runtime.server.server_memory import memory_ratio
from tests.services.full_client import FullClient

pytestmark = pytest.mark.anyio


async def test_uses_the_machine_memory_without_a_limit(client: FullClient) -> None:
    assert 0 < await memory_ratio(client) < 0.5


async def test_reports_the_fullest_node(client: FullClient) -> None:
    [first, *_] = await on_every_node(client, client.info, "memory")
    limit = int(first["used_memory"]) * 2
    targets = {"target_nodes": RedisCluster.ALL_NODES} if is_cluster(client) else {}
    await client.config_set("maxmemory", limit, **targets)
    try:
        assert 0.3 < await memory_ratio(client) < 0.9
    finally:
        await client.config_set("maxmemory", 0, **targets)
