"""Memory usage of the server. A full server refuses writes."""

import asyncio

import msgspec
import structlog
from msgspec import Struct

from schemas.operations import ServerFigures
from services.runtime.operations.telemetry import SERVER_MEMORY_RATIO
from services.runtime.server.client import RedisClient
from services.runtime.server.connection import CONNECTION_ERRORS
from services.runtime.server.nodes import on_every_node

POLL_SECONDS = 15.0

log = structlog.get_logger()


async def watch_memory(client: RedisClient) -> None:
    """Update the metric until cancelled."""
    while True:
        try:
            SERVER_MEMORY_RATIO.set(await memory_ratio(client))
        except CONNECTION_ERRORS as error:
            log.warning("can't read the server's memory usage", error=str(error))
        await asyncio.sleep(POLL_SECONDS)


class _Memory(Struct):
    """What INFO says about a node's memory."""

    used_memory: int
    maxmemory: int
    total_system_memory: int

    @property
    def ratio(self) -> float:
        """Without a limit, the machine's memory counts."""
        return self.used_memory / (self.maxmemory or self.total_system_memory)


class _Node(_Memory):
    connected_clients: int
    instantaneous_ops_per_sec: int
    used_cpu_sys: float
    used_cpu_user: float


async def memory_ratio(client: RedisClient) -> float:
    """Return the memory usage of the fullest node."""
    nodes = msgspec.convert(await on_every_node(client, client.info, "memory"), list[_Memory])
    return max(node.ratio for node in nodes)


async def server_figures(client: RedisClient) -> ServerFigures:
    nodes = msgspec.convert(await on_every_node(client, client.info, "default"), list[_Node])
    limits = [node.maxmemory for node in nodes]
    return ServerFigures(
        nodes=len(nodes),
        used_memory_bytes=sum(node.used_memory for node in nodes),
        memory_bytes_max=sum(limits) if all(limits) else None,
        memory_ratio=max(node.ratio for node in nodes),
        connected_clients=sum(node.connected_clients for node in nodes),
        operations_per_second=sum(node.instantaneous_ops_per_sec for node in nodes),
        cpu_seconds=sum(node.used_cpu_sys + node.used_cpu_user for node in nodes),
    )
