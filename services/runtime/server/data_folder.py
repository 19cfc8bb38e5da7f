"""The data folder of an embedded server: its lock, its address and its owner."""

import fcntl
import os
import random
import socket
import time
from pathlib import Path

from services.runtime.operations.settings import hide_password
from services.runtime.server.private_files import write_private

ADDRESS_FILE = "address"
LOCK_FILE = "lock"
OWNER_FILE = "owner"
UNLOCK_SECONDS_MAX = 5.0
"""How long a folder may stay locked after its server has ended."""
START_SECONDS_MAX = 10.0
"""How long a server may take to start."""
STOP_SECONDS_MAX = 30.0
"""How long an orphaned server may take to stop: its services stop first."""
HOST = "127.0.0.1"
PORTS = range(20_000, 32_000)
"""Below the ephemeral ports. A client that connects to a stopped server on an ephemeral port could
get that port itself, connect to itself, and block the server from restarting."""


class FolderError(RuntimeError):
    """A server can't be started on the folder. The message says why."""


def running_server_url(folder: Path) -> str | None:
    """Return the URL of the server that runs on the folder, or None."""
    deadline = time.monotonic() + START_SECONDS_MAX
    while time.monotonic() < deadline and _is_locked(folder):
        url = _last_address(folder)
        if url is not None and _accepts_connections(url):
            return url
        time.sleep(0.05)
    return None


def lock_folder(folder: Path) -> int:
    """Lock the folder and return the file descriptor. Processes that inherit it hold the lock.

    Raises FolderError if another server runs there."""
    lock = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)
    deadline = time.monotonic() + UNLOCK_SECONDS_MAX
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            url = _last_address(folder)
            if (url is not None and _accepts_connections(url)) or time.monotonic() > deadline:
                os.close(lock)
                raise FolderError(
                    f"Another server runs on {folder}: "
                    f"{hide_password(url) if url else 'its address is unknown'}."
                ) from None
            time.sleep(0.05)
        else:
            return lock


def mark_owned(folder: Path) -> int:
    """Mark the server of the folder as owned and return the file descriptor of the mark.

    The mark lasts until the descriptor is closed or the process ends, even by SIGKILL."""
    descriptor = os.open(folder / OWNER_FILE, os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(descriptor, fcntl.LOCK_SH)
    return descriptor


def wait_for_orphaned_server(folder: Path) -> None:
    """Wait for a server without an owner to end: it is about to stop."""
    deadline = time.monotonic() + STOP_SECONDS_MAX
    while time.monotonic() < deadline and _is_locked(folder) and not _is_owned(folder):
        time.sleep(0.05)


def _is_owned(folder: Path) -> bool:
    return _would_block(folder / OWNER_FILE, fcntl.LOCK_EX)


def _is_locked(folder: Path) -> bool:
    return _would_block(folder / LOCK_FILE, fcntl.LOCK_SH)


def _would_block(path: Path, operation: int) -> bool:
    """Return whether `flock` with this operation would block."""
    try:
        lock = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(lock, operation | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(lock)
    return False


def write_address(folder: Path, port: int, password: str) -> str:
    url = f"redis://:{password}@{HOST}:{port}/0"
    write_private(folder / ADDRESS_FILE, url + "\n")
    return url


def _last_address(folder: Path) -> str | None:
    try:
        return (folder / ADDRESS_FILE).read_text().strip() or None
    except FileNotFoundError:
        return None


def _accepts_connections(url: str) -> bool:
    with socket.socket() as client:
        return client.connect_ex((HOST, _port_of(url))) == 0


def _port_of(url: str) -> int:
    return int(url.rsplit(":", 1)[1].partition("/")[0])


def free_port(folder: Path) -> int:
    """Return the port the server had last, so that its address stays the same, or a random one."""
    last_url = _last_address(folder)
    candidates = [_port_of(last_url)] if last_url else []
    for port in candidates + random.sample(PORTS, 100):
        with socket.socket() as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listener.bind((HOST, port))
            except OSError:
                continue
            return port
    raise FolderError(f"No free port from {PORTS.start} to {PORTS.stop - 1}.")
