"""The addresses of a running system, saved in its data folder for other commands."""

import contextlib
import random
from pathlib import Path

import msgspec
from msgspec import Struct

from services.runtime.operations.settings import Settings
from services.runtime.server.data_folder import PORTS
from services.runtime.web.listening import ListenError, listen

ADDRESSES_FILE = "services.json"
ATTEMPTS_MAX = 100


class Addresses(Struct, frozen=True):
    gateway: str
    live: str


def addresses_from_settings(settings: Settings) -> Addresses:
    return Addresses(
        f"http://{settings.gateway_host}:{settings.gateway_port}",
        f"ws://{settings.notifier_host}:{settings.notifier_port}",
    )


def save_addresses(settings: Settings) -> None:
    folder = Path(settings.data)
    folder.mkdir(parents=True, exist_ok=True)
    content = msgspec.json.encode(addresses_from_settings(settings))
    (folder / ADDRESSES_FILE).write_bytes(content)


def remove_addresses(settings: Settings) -> None:
    (Path(settings.data) / ADDRESSES_FILE).unlink(missing_ok=True)


def load_addresses(settings: Settings) -> Addresses:
    """Return the saved addresses, or those of the settings if no local system runs."""
    with contextlib.suppress(OSError, msgspec.DecodeError):
        content = (Path(settings.data) / ADDRESSES_FILE).read_bytes()
        return msgspec.json.decode(content, type=Addresses)
    return addresses_from_settings(settings)


def free_port(host: str) -> int:
    """Return a free port outside the ephemeral range.

    The kernel gives ephemeral ports to outgoing connections, so a client that retries a service
    that is down could occupy its port. Raises ListenError.
    """
    for port in random.sample(PORTS, ATTEMPTS_MAX):
        with contextlib.suppress(ListenError):
            listening, _ = listen(host, port)
            listening.close()
            return port
    raise ListenError(f"no free port at {host} from {PORTS.start} to {PORTS.stop - 1}")
