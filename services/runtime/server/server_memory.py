"""Memory usage of the server. A full server refuses writes."""

import asyncio

import structlog

from schemas.operations import ServerFigures
from services.runtime.operations.telemetry import SERVER_MEMORY_RATIO
from services.runtime.server.connection import CONNECTION_ERRORS, RedisClient
from services.runtime.server.safety import on_every_node

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


async def memory_ratio(client: RedisClient) -> float:
    """Return the memory usage of the fullest node. Without a limit, the machine's memory counts."""
    nodes = await on_every_node(client, client.info, "memory")
    return max(_ratio(node) for node in nodes)


async def server_figures(client: RedisClient) -> ServerFigures:
    nodes = await on_every_node(client, client.info, "default")
    limits = [node["maxmemory"] for node in nodes]
    return ServerFigures(
        nodes=len(nodes),
        used_memory_bytes=sum(node["used_memory"] for node in nodes),
        memory_bytes_max=sum(limits) if all(limits) else None,
        memory_ratio=max(_ratio(node) for node in nodes),
        connected_clients=sum(node["connected_clients"] for node in nodes),
        operations_per_second=sum(node["instantaneous_ops_per_sec"] for node in nodes),
        cpu_seconds=sum(node["used_cpu_sys"] + node["used_cpu_user"] for node in nodes),
    )


def _ratio(node: dict[str, int]) -> float:
    return node["used_memory"] / (node["maxmemory"] or node["total_system_memory"])
