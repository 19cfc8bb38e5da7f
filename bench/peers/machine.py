"""The machine's CPU time and its description."""

import platform
import re
import subprocess
from pathlib import Path

from bench.peers.usage import TICKS_PER_SECOND


def busy_seconds() -> float:
    """Return the CPU time of all processes since the machine was started."""
    fields = Path("/proc/stat").read_text().partition("\n")[0].split()[1:]
    user, nice, system, _, _, irq, soft_irq = map(int, fields[:7])
    return (user + nice + system + irq + soft_irq) / TICKS_PER_SECOND


def processor() -> str:
    match = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return match[1] if match else platform.machine()


def node_version() -> str:
    command = ["node", "--version"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
