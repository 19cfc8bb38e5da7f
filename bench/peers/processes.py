"""The measured processes: on their core, ended by process id, never longer than a deadline."""

import contextlib
import os
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from bench.peers.failure import PeersError

START_SECONDS_MAX = 60.0
STOP_SECONDS_MAX = 20.0
ERROR_CHARACTERS_MAX = 2000

Process = subprocess.Popen[str]


def node_environment() -> dict[str, str]:
    return os.environ | {"NODE_ENV": "production"}


class Cores:
    """The core of all server processes and the core of the load generator; None: any."""

    def __init__(self, *, pin: bool) -> None:
        first, *others = sorted(os.sched_getaffinity(0))
        self.server = first if pin else None
        self.client = others[0] if pin else None


def on_core(core: int | None, command: Sequence[str | Path]) -> list[str]:
    words = [str(word) for word in command]
    return words if core is None else ["taskset", "-c", str(core), *words]


@contextlib.contextmanager
def running(
    command: Sequence[str], log: Path, environment: Mapping[str, str], *, is_read: bool = True
) -> Iterator[Process]:
    """Run a process until the end of the block. Its errors, and its output unless `is_read`, go to
    a file: a pipe that nobody reads would block it."""
    with log.open("w") as log_file:
        process = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.PIPE if is_read else subprocess.DEVNULL,
            stdout=subprocess.PIPE if is_read else log_file,
            stderr=log_file,
            text=True,
        )
    try:
        yield process
    finally:
        _stop(process)


def _stop(process: Process) -> None:
    if process.poll() is None:
        process.terminate()
    try:
        process.communicate(timeout=STOP_SECONDS_MAX)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()


@contextlib.contextmanager
def deadline(process: Process, seconds: float) -> Iterator[None]:
    """Kill the process after this long, so that reading its output ends."""
    timer = threading.Timer(seconds, process.kill)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def ready_port(name: str, process: Process, log: Path) -> int:
    """Wait for the line `READY <port>`."""
    assert process.stdout is not None
    with deadline(process, START_SECONDS_MAX):
        for line in process.stdout:
            word, _, port = line.strip().partition(" ")
            if word == "READY":
                return int(port)
    raise PeersError(f"{name} did not start:\n{tail(log)}")


def tail(path: Path) -> str:
    return path.read_text()[-ERROR_CHARACTERS_MAX:]
