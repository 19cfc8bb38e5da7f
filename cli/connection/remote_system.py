"""Reach a running system over its API: gateway, notifier and platform key."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec import Struct
from msgspec.structs import replace

from cli.connection.addresses import load_addresses
from cli.connection.configuration import load_settings
from client import (
    BlueMoon,
    BlueMoonError,
    ConnectionChange,
    Gateway,
    HttpTransport,
    ProblemError,
    SubscriptionEndedError,
    UnreachableError,
)
from games.terminal_kit.errors import CommandLineError
from schemas.guests import GUESTS
from services.runtime.access.operator_keys import OPERATOR_KEY_FILE
from services.runtime.access.platforms import GUESTS_KEY_FILE, PLATFORM_KEY_FILE
from services.runtime.operations.settings import PREFIX, Settings

PROBE_SECONDS = 2.0
INTERRUPTED_EXIT_CODE = 130
"""What shells report for a program that Ctrl-C ended."""

GatewayUrl = Annotated[
    str | None,
    typer.Option(
        "--gateway", metavar="URL", help="Gateway URL.", show_default="the local system's"
    ),
]
LiveUrl = Annotated[
    str | None,
    typer.Option("--live", metavar="URL", help="Notifier URL.", show_default="the local system's"),
]
Key = Annotated[
    str | None,
    typer.Option(metavar="KEY", help="Platform key.", show_default="the local system's"),
]


class RemoteSystem(Struct, frozen=True):
    """The addresses of a system and, if known, a platform key for it."""

    gateway: str
    live: str
    key: str | None
    settings: Settings

    def connect(
        self, on_connection_change: Callable[[ConnectionChange], None] | None = None
    ) -> BlueMoon:
        return BlueMoon(
            self.gateway, self.live, self.key, on_connection_change=on_connection_change
        )

    def for_guests(self) -> "RemoteSystem | None":
        """Return the system with the key of the guests platform, if there is a separate one."""
        key = _guests_key(self.settings)
        return None if key in {None, self.key} else replace(self, key=key)

    @property
    def as_options(self) -> str:
        """Command-line options that address this system from any folder."""
        return f"--gateway {self.gateway} --live {self.live}"

    def require_key(self) -> None:
        """Raises CommandLineError if there is no key."""
        if self.key is None:
            raise CommandLineError(
                f"no platform key in {self.settings.data}: `bluemoon up` creates one there; "
                f"otherwise set --key or {PREFIX}PLATFORM_KEYS"
            )


def find_system(
    gateway: str | None = None,
    live: str | None = None,
    key: str | None = None,
    data: str | None = None,
) -> RemoteSystem:
    """Take options first, then what the local system saved, then the settings.

    Raises CommandLineError.
    """
    settings = load_settings(data=data)
    saved = load_addresses(settings)
    if gateway is not None and live is None:
        live = gateway.replace("http", "ws", 1)
    for url, option, schemes in (
        (gateway, "--gateway", ("http://", "https://")),
        (live, "--live", ("ws://", "wss://")),
    ):
        if url is not None and not url.startswith(schemes):
            raise CommandLineError(f"{option}: expected {schemes[0]}host:port, got {url!r}")
    return RemoteSystem(
        gateway or saved.gateway, live or saved.live, key or platform_key(settings), settings
    )


def with_saved_key(system: RemoteSystem) -> RemoteSystem:
    """Return the system with the saved key, which may have been created meanwhile."""
    return system if system.key else replace(system, key=platform_key(system.settings))


def platform_key(settings: Settings) -> str | None:
    """Return the first platform key. Only the gateway creates one."""
    if settings.platform_keys:
        return settings.platform_keys[0].partition(":")[2]
    return _saved_key(settings, PLATFORM_KEY_FILE)


def operator_key(settings: Settings) -> str | None:
    """Return the first operator key. Only the gateway creates one."""
    if settings.operator_keys:
        return settings.operator_keys[0].partition(":")[2]
    return _saved_key(settings, OPERATOR_KEY_FILE)


def _guests_key(settings: Settings) -> str | None:
    for platform, _, key in (entry.partition(":") for entry in settings.platform_keys):
        if platform == GUESTS:
            return key
    if settings.platform_keys or not settings.guests:
        return None
    return _saved_key(settings, GUESTS_KEY_FILE)


def _saved_key(settings: Settings, name: str) -> str | None:
    try:
        return (Path(settings.data) / name).read_text() or None
    except OSError:
        return None


async def check_gateway(system: RemoteSystem) -> None:
    """Fail fast if no gateway answers. Raises UnreachableError."""
    async with Gateway(HttpTransport(system.gateway, timeout_seconds=PROBE_SECONDS)) as gateway:
        await gateway.get_health()


def run(system: RemoteSystem, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run `work` once the gateway answers, until it ends or Ctrl-C. Raises CommandLineError."""

    async def run_when_reachable() -> None:
        await check_gateway(system)
        await work()

    try:
        with explain_client_errors():
            asyncio.run(run_when_reachable())
    except KeyboardInterrupt as interrupt:
        raise typer.Exit(INTERRUPTED_EXIT_CODE) from interrupt


@contextmanager
def explain_client_errors() -> Iterator[None]:
    """Turn errors of the client into a CommandLineError of one sentence."""
    try:
        yield
    except UnreachableError as error:
        raise CommandLineError(
            f"{error}; start a system with `bluemoon up`, or choose another one with --gateway"
        ) from error
    except ProblemError as error:
        raise CommandLineError(error.detail) from error
    except SubscriptionEndedError as error:
        raise CommandLineError(f"the subscription ended: {error.message}") from error
    except BlueMoonError as error:
        raise CommandLineError(str(error)) from error
