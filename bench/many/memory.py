"""The memory of a system by process, and how it grows."""

import asyncio

from msgspec import Struct

from bench.peers.system import RunningSystem
from bench.peers.usage import read_usage

SETTLE_SECONDS = 2.0
"""For read models to follow, and for a pause in which buffers are freed."""
ALL = "all processes"
SERVER_DATA = "server, data"
"""What the server itself counts: its resident memory also has buffers and free pages."""


class MemoryReading(Struct, frozen=True):
    count: int
    """Tables or moves so far."""
    bytes_by_role: dict[str, int]


async def read_memory(system: RunningSystem, count: int) -> MemoryReading:
    await asyncio.sleep(SETTLE_SECONDS)
    resident: dict[str, int] = {}
    for process in read_usage(system.pid).processes.values():
        resident[process.role] = resident.get(process.role, 0) + process.resident_bytes
    total = sum(resident.values())
    return MemoryReading(count, {**resident, ALL: total, SERVER_DATA: system.data_bytes()})


def growth(before: MemoryReading, after: MemoryReading, role: str) -> float:
    """Return the bytes per table or move between two readings."""
    more = after.bytes_by_role.get(role, 0) - before.bytes_by_role.get(role, 0)
    return more / (after.count - before.count)
