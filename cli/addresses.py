"""Where the services of a running system listen: noted in its data folder for those who look."""

import contextlib
import random
from pathlib import Path

import msgspec
from msgspec import Struct

from services.runtime.data_folder import PORTS
from services.runtime.listening import ListenError, listen
from services.runtime.settings import Settings

NOTE_FILE = "services.json"
ATTEMPTS_MAX = 100


class Addresses(Struct, frozen=True):
    gateway: str
    live: str


def addresses_of(settings: Settings) -> Addresses:
    """Where the settings say that services listen."""
    return Addresses(
        f"http://{settings.gateway_host}:{settings.gateway_port}",
        f"ws://{settings.notifier_host}:{settings.notifier_port}",
    )


def note(settings: Settings) -> None:
    folder = Path(settings.data)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / NOTE_FILE).write_bytes(msgspec.json.encode(addresses_of(settings)))


def forget(settings: Settings) -> None:
    (Path(settings.data) / NOTE_FILE).unlink(missing_ok=True)


def noted(settings: Settings) -> Addresses:
    """What is noted, or what the settings say where no system of ours runs."""
    with contextlib.suppress(OSError, msgspec.DecodeError):
        content = (Path(settings.data) / NOTE_FILE).read_bytes()
        return msgspec.json.decode(content, type=Addresses)
    return addresses_of(settings)


def free_port(host: str) -> int:
    """Not one that the system gives to clients: who looks for a service that is down could get it.

    Raises ListenError.
    """
    for port in random.sample(PORTS, ATTEMPTS_MAX):
        with contextlib.suppress(ListenError):
            listening, _ = listen(host, port)
            listening.close()
            return port
    raise ListenError(f"no free port at {host} from {PORTS.start} to {PORTS.stop - 1}")
