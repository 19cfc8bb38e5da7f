"""Blue Moon as it is measured: `bluemoon up` with every feature and every check on."""

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
from redis import Redis

from bench.peers.failure import PeersError
from bench.peers.hands_site import python_path
from bench.peers.options import Options
from bench.peers.processes import Process, on_core, running, tail
from bench.peers.server_calls import ServerCalls, parse_calls
from cli.connection.addresses import ADDRESSES_FILE, Addresses, load_addresses
from services.runtime.access.platforms import PLATFORM_KEY_FILE
from services.runtime.operations.settings import PREFIX, Settings
from services.runtime.server.data_folder import running_server_url

START_SECONDS_MAX = 60.0
POLL_SECONDS = 0.1
DICE_SEED = "peers"
LIMIT = "1000000"
"""Limits are checked as usual, but the load, which comes from one address, never reaches them."""
SETTINGS = {
    "DURABILITY": "always",
    "GATEWAY_PORT": "0",
    "NOTIFIER_PORT": "0",
    "CLIENT_CALLS_PER_SECOND": LIMIT,
    "PLATFORM_CALLS_PER_SECOND": LIMIT,
    "SEAT_COMMANDS_PER_SECOND": LIMIT,
    "SOCKETS_PER_ADDRESS_MAX": LIMIT,
    "HTTP_CONNECTIONS_PER_ADDRESS_MAX": LIMIT,
    "LOG_LEVEL": "warning",
}


class RunningSystem:
    """A started system and its counters."""

    def __init__(self, process: Process, folder: Path) -> None:
        self.pid = process.pid
        self.addresses: Addresses = load_addresses(Settings(data=str(folder)))
        self.key = (folder / PLATFORM_KEY_FILE).read_text().strip()
        url = running_server_url(folder)
        if url is None:
            raise PeersError("The embedded server of Blue Moon does not run.")
        self._client = Redis.from_url(url)

    def server_calls(self) -> ServerCalls:
        return parse_calls(self._client.info("commandstats"), self._client.info("stats"))

    def data_bytes(self) -> int:
        """Return how much memory the server uses for data and for itself."""
        return int(self._client.info("memory")["used_memory"])

    def close(self) -> None:
        self._client.close()


@contextlib.contextmanager
def running_system(
    folder: Path, hands_site: Path, core: int | None, options: Options, *, fixed_dice: bool
) -> Iterator[RunningSystem]:
    """Run a system on an empty folder. With `fixed_dice`, recorded games can be played on it."""
    data, log = folder / "data", folder / "up.log"
    others = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    dice = {"DICE_SEED": DICE_SEED} if fixed_dice else {}
    settings = SETTINGS | dice | dict(options.settings)
    environment = {
        **others,
        **{PREFIX + name: value for name, value in settings.items()},
        "PYTHONPATH": python_path(hands_site),
    }
    up = [sys.executable, "-P", "-m", "cli", "up", "--no-bots", "--engines", str(options.engines)]
    command = on_core(core, [*up, "--data", data])
    with running(command, log, environment, is_read=False) as process:
        _wait_until_ready(process, data, log)
        system = RunningSystem(process, data)
        try:
            yield system
        finally:
            system.close()


def _wait_until_ready(process: Process, data: Path, log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS_MAX
    while time.monotonic() < deadline and process.poll() is None:
        if (data / ADDRESSES_FILE).exists() and (data / PLATFORM_KEY_FILE).exists():
            addresses = load_addresses(Settings(data=str(data)))
            with contextlib.suppress(httpx.HTTPError):
                live = addresses.live.replace("ws://", "http://")
                httpx.get(f"{live}/", timeout=START_SECONDS_MAX)
                if httpx.get(f"{addresses.gateway}/v1/health").is_success:
                    return
        time.sleep(POLL_SECONDS)
    raise PeersError(f"Blue Moon did not start:\n{tail(log)}")
