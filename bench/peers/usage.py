"""CPU time, memory and context switches of processes, from /proc."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

PROC = Path("/proc")
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
SERVICES = ("gateway", "engine", "notifier", "projector")
SERVER = "valkey-server"


class ProcessUsage(Struct, frozen=True):
    parent: int
    cpu_seconds: float
    resident_bytes: int
    switches: int
    """Context switches of all threads."""
    role: str


class Reading(Struct, frozen=True):
    at: float
    processes: dict[int, ProcessUsage]
    """The measured process and its descendants."""

    def cpu_seconds(self) -> float:
        return sum(process.cpu_seconds for process in self.processes.values())


def read_usage(root: int) -> Reading:
    every = {pid: usage for pid in _pids() if (usage := _read(pid)) is not None}
    family = {root}
    while more := {pid for pid, usage in every.items() if usage.parent in family} - family:
        family |= more
    return Reading(time.perf_counter(), {pid: every[pid] for pid in family if pid in every})


def cpu_percent(begin: Reading, end: Reading) -> float:
    """Return the CPU time used between two readings; 100 is one core."""
    return (end.cpu_seconds() - begin.cpu_seconds()) / (end.at - begin.at) * 100


def resident_mib(reading: Reading) -> float:
    return sum(process.resident_bytes for process in reading.processes.values()) / 2**20


def cpu_by_role(begin: Reading, end: Reading) -> dict[str, float]:
    """Return the CPU seconds between two readings by role."""
    seconds: dict[str, float] = {}
    for pid, process in end.processes.items():
        earlier = begin.processes.get(pid)
        used = process.cpu_seconds - (earlier.cpu_seconds if earlier else 0.0)
        seconds[process.role] = seconds.get(process.role, 0.0) + used
    return seconds


def switches_by_role(begin: Reading, end: Reading) -> dict[str, int]:
    switches: dict[str, int] = {}
    for pid, process in end.processes.items():
        earlier = begin.processes.get(pid)
        more = process.switches - (earlier.switches if earlier else 0)
        switches[process.role] = switches.get(process.role, 0) + more
    return switches


def role_of(command_line: str) -> str:
    """Return what a process of Blue Moon does: `gateway`, ..., `server`, or `other`."""
    program, *words = command_line.split("\0")
    # A server's title has its address in the first word. Other words don't count: the launcher of
    # the server has its name there, too.
    if program.partition(" ")[0].rpartition("/")[2] == SERVER:
        return "server"
    return next((service for service in SERVICES if service in words), "other")


def _pids() -> Iterator[int]:
    return (int(entry.name) for entry in PROC.iterdir() if entry.name.isdigit())


def _read(pid: int) -> ProcessUsage | None:
    folder = PROC / str(pid)
    try:
        stat = (folder / "stat").read_text().rpartition(")")[2].split()
        switches = sum(map(_switches, (folder / "task").iterdir()))
        role = role_of((folder / "cmdline").read_text())
    except (FileNotFoundError, ProcessLookupError):
        return None  # it ended meanwhile
    # Fields of proc(5), counted after the name.
    parent, user_ticks, system_ticks, pages = (int(stat[field]) for field in (1, 11, 12, 21))
    return ProcessUsage(
        parent,
        (user_ticks + system_ticks) / TICKS_PER_SECOND,
        pages * PAGE_BYTES,
        switches,
        role,
    )


def _switches(task: Path) -> int:
    try:
        status = (task / "status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return 0  # a thread that ended meanwhile
    return sum(
        int(line.partition(":")[2])
        for line in status.splitlines()
        if "ctxt_switches" in line.partition(":")[0]
    )
