"""The nodes of a cluster: some facts differ from node to node."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from redis.asyncio import RedisCluster

from services.runtime.server.client import RedisClient

T = TypeVar("T")


def is_cluster(client: RedisClient) -> bool:
    """Return whether the client speaks to a cluster: a command then reaches one slot only."""
    return isinstance(client, RedisCluster)


async def on_every_node(
    client: RedisClient, command: Callable[..., Awaitable[T]], argument: str
) -> list[T]:
    """Return the replies of all nodes. A single server is one node."""
    # As an object: to a type checker, no class can be a RedisClient and a RedisCluster.
    connected: object = client
    if not isinstance(connected, RedisCluster):
        return [await command(argument)]
    nodes = (await connected.initialize()).get_nodes()
    return [
        await command(argument, target_nodes=node)
        for node in sorted(nodes, key=lambda node: node.name)
    ]
