"""All services as `deploy/compose.yaml` runs them: each in a process, with its own server user."""

import contextlib
import subprocess
from collections.abc import Iterator
from pathlib import Path

from client import BlueMoon, Gateway, HttpTransport
from tests.cli.runner import BLUEMOON
from tests.deploy.server_script import ScriptServer, run_server_script
from tests.services.servers import clean_environment, free_port
from tests.waiting import DEADLINE_SECONDS

SERVICES = ("engine", "gateway", "notifier", "projector")
PLATFORM_KEY = "p" * 32
OPERATOR_KEY = "o" * 32


class DeployedSystem:
    def __init__(self, folder: Path, server: ScriptServer) -> None:
        self.server = server
        self._folder = folder
        gateway, notifier = free_port(), free_port()
        self.gateway, self.live = f"http://127.0.0.1:{gateway}", f"ws://127.0.0.1:{notifier}"
        self._environment = clean_environment() | {
            "BLUEMOON_GATEWAY_PORT": str(gateway),
            "BLUEMOON_NOTIFIER_PORT": str(notifier),
            "BLUEMOON_PLATFORM_KEYS": f"own:{PLATFORM_KEY}",
            "BLUEMOON_OPERATOR_KEYS": f"amber:{OPERATOR_KEY}",
            "BLUEMOON_TOKEN_KEYS": f"own:{'t' * 32}",
            "BLUEMOON_FOLLOWERS": "projector,webhooks",
            "BLUEMOON_GUESTS": "true",
            # The test receivers have private addresses.
            "BLUEMOON_WEBHOOK_ALLOW_PRIVATE": "true",
        }
        self.processes = {name: self._start(name) for name in SERVICES}

    def _start(self, name: str) -> subprocess.Popen[bytes]:
        with (self._folder / f"{name}.log").open("wb") as log:
            return subprocess.Popen(
                [BLUEMOON, name],
                env=self._environment | {"BLUEMOON_SERVER": self.server.url(name)},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def moon(self) -> BlueMoon:
        transport = HttpTransport(self.gateway, timeout_seconds=DEADLINE_SECONDS)
        return BlueMoon(Gateway(transport, PLATFORM_KEY), self.live)

    def run_as_operator(self, *arguments: str) -> str:
        """Run a `bluemoon` command and return its output."""
        return subprocess.run(
            [BLUEMOON, *arguments],
            env=self._environment | {"BLUEMOON_SERVER": self.server.url("operator")},
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    def logs(self) -> str:
        return "".join((self._folder / f"{name}.log").read_text() for name in SERVICES)

    def stop(self) -> None:
        for process in self.processes.values():
            process.terminate()
        for process in self.processes.values():
            process.wait(DEADLINE_SECONDS)


@contextlib.contextmanager
def run_deployed_system(folder: Path) -> Iterator[DeployedSystem]:
    with run_server_script(folder / "server") as server:
        system = DeployedSystem(folder, server)
        try:
            yield system
        finally:
            system.stop()
