"""A whole running system in processes of its own, and how to reach and to hurt it."""

import contextlib
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

from cli.addresses import noted
from client import BlueMoon
from services.runtime.settings import Settings
from services.runtime.token_keys import PLATFORM_KEY_FILE
from tests.cli.going_up import Up, up


class House:
    def __init__(self, system: Up, folder: Path) -> None:
        system.await_output("gateway listens")
        system.await_output("notifier listens")
        self.system = system
        self.data = folder / "data"
        where = noted(Settings(data=str(self.data)))
        self.gateway, self.live = where.gateway, where.live
        self.key = (self.data / PLATFORM_KEY_FILE).read_text()

    def moon(self) -> BlueMoon:
        """A client with the platform's key."""
        return BlueMoon(self.gateway, self.live, self.key)

    def kill(self, name: str) -> None:
        """End a part at once, and see it started again."""
        started = rf"{name} .*started as process (\d+)"
        pids = re.findall(started, self.system.output)
        os.kill(int(pids[-1]), signal.SIGKILL)
        self.system.await_output(rf"(?s)({started}.*){{{len(pids) + 1}}}")

    def kill_server(self) -> None:
        os.kill(self.system.server_pid(), signal.SIGKILL)


@contextlib.contextmanager
def house(folder: Path, *options: object, **settings: object) -> Iterator[House]:
    """`settings` by the names of the settings' fields."""
    with up(folder, *options, **settings) as system:
        yield House(system, folder)
