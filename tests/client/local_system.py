"""A complete running system in its own processes, with ways to connect to it and break it."""

import contextlib
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

from cli.connection.addresses import load_addresses
from client import BlueMoon, Gateway, HttpTransport
from services.runtime.access.operator_keys import OPERATOR_KEY_FILE
from services.runtime.access.platforms import PLATFORM_KEY_FILE
from services.runtime.operations.settings import Settings
from tests.cli.up_process import UpProcess, run_up
from tests.waiting import DEADLINE_SECONDS, wait_until


class LocalSystem:
    def __init__(self, process: UpProcess, folder: Path) -> None:
        process.await_output("gateway listening")
        process.await_output("notifier listening")
        self.process = process
        self.data = folder / "data"
        addresses = load_addresses(Settings(data=str(self.data)))
        self.gateway, self.live = addresses.gateway, addresses.live
        self.key = (self.data / PLATFORM_KEY_FILE).read_text()
        self.operator_key = (self.data / OPERATOR_KEY_FILE).read_text()

    def moon(self) -> BlueMoon:
        """Return a client with the platform key.

        On a busy machine, restarting a killed gateway may exceed the default timeout.
        """
        transport = HttpTransport(self.gateway, timeout_seconds=DEADLINE_SECONDS)
        return BlueMoon(Gateway(transport, self.key), self.live)

    def kill(self, name: str) -> None:
        """Kill a service and wait until it is restarted."""

        def pids() -> list[str]:
            return re.findall(rf"{name} .*started as process (\d+)", self.process.output)

        killed = pids()
        os.kill(int(killed[-1]), signal.SIGKILL)
        wait_until(lambda: len(pids()) > len(killed) or None, f"{name} is restarted")

    def kill_server(self) -> None:
        os.kill(self.process.server_pid(), signal.SIGKILL)


@contextlib.contextmanager
def run_local_system(folder: Path, *options: object, **settings: object) -> Iterator[LocalSystem]:
    """Run a system. `settings` are named like the fields of Settings."""
    with run_up(folder, *options, **settings) as process:
        yield LocalSystem(process, folder)
