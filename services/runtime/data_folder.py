"""The folder of an embedded server: who has it, and where its server listens."""

import fcntl
import os
import random
import socket
import time
from pathlib import Path

ADDRESS_FILE = "address"
LOCK_FILE = "lock"
FREE_SECONDS = 5.0
"""How long a folder may stay locked after its server has gone."""
ANSWER_SECONDS = 10.0
"""How long a server may take from its start until it answers."""
HOST = "127.0.0.1"
PORTS = range(20_000, 32_000)
"""Below the ports that a system gives to clients: one that looks for a server which is down could
get its port, find itself there, and keep the server out."""


class FolderError(RuntimeError):
    """No server can be started on a folder; the message says why."""


def running_in(folder: Path) -> str | None:
    """The address of a server that runs on this folder already, if one does."""
    deadline = time.monotonic() + ANSWER_SECONDS
    while time.monotonic() < deadline and _is_taken(folder):
        url = _last_address(folder)
        if url is not None and _answers(url):
            return url
        time.sleep(0.05)
    return None


def take(folder: Path) -> int:
    """A lock on the folder, as a file descriptor: whoever inherits it holds it. Raises FolderError
    when another server runs there."""
    lock = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)
    deadline = time.monotonic() + FREE_SECONDS
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            url = _last_address(folder)
            if (url is not None and _answers(url)) or time.monotonic() > deadline:
                os.close(lock)
                raise FolderError(
                    f"Another server runs on {folder}: {url or 'its address is not known'}."
                ) from None
            time.sleep(0.05)
        else:
            return lock


def _is_taken(folder: Path) -> bool:
    try:
        lock = os.open(folder / LOCK_FILE, os.O_RDWR)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(lock)
    return False


def write_address(folder: Path, port: int) -> str:
    url = f"redis://{HOST}:{port}/0"
    (folder / ADDRESS_FILE).write_text(url + "\n")
    return url


def _last_address(folder: Path) -> str | None:
    try:
        return (folder / ADDRESS_FILE).read_text().strip() or None
    except FileNotFoundError:
        return None


def _answers(url: str) -> bool:
    with socket.socket() as caller:
        return caller.connect_ex((HOST, _port_of(url))) == 0


def _port_of(url: str) -> int:
    return int(url.rsplit(":", 1)[1].partition("/")[0])


def free_port(folder: Path) -> int:
    """The port it had last, if that is free: then addresses that were noted down stay good."""
    last = _last_address(folder)
    candidates = random.sample(PORTS, 100)
    for port in ([_port_of(last)] if last else []) + candidates:
        with socket.socket() as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listener.bind((HOST, port))
            except OSError:
                continue
            return port
    raise FolderError(f"No free port from {PORTS.start} to {PORTS.stop - 1}.")
