"""How full the server is. One that is full takes no more games, so somebody should know before."""

import asyncio

import structlog

from schemas.upkeep import ServerFigures
from services.runtime.connection import LOST, Client
from services.runtime.safety import everywhere
from services.runtime.telemetry import SERVER_MEMORY

LOOK_SECONDS = 15.0

log = structlog.get_logger()


async def watch_memory(client: Client) -> None:
    """Until cancelled."""
    while True:
        try:
            SERVER_MEMORY.set(await memory_ratio(client))
        except LOST as error:
            log.warning("the server does not say how full it is", error=str(error))
        await asyncio.sleep(LOOK_SECONDS)


async def memory_ratio(client: Client) -> float:
    """Of the fullest node. One without a limit has the machine's memory, and shares it."""
    nodes = await everywhere(client, client.info, "memory")
    return max(_ratio(node) for node in nodes)


async def server_figures(client: Client) -> ServerFigures:
    nodes = await everywhere(client, client.info, "default")
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
