"""A command's way to a running system from outside: its gateway, its notifier, its key."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec import Struct
from msgspec.structs import replace

from cli.addresses import noted
from cli.configuration import settings_with
from cli.failure import Failure
from client import (
    BlueMoon,
    BlueMoonError,
    Caller,
    Gateway,
    LineChange,
    ProblemError,
    SubscriptionEndedError,
    UnreachableError,
)
from schemas.guests import GUESTS
from services.runtime.settings import PREFIX, Settings
from services.runtime.token_keys import GUESTS_KEY_FILE, PLATFORM_KEY_FILE

GREETING_SECONDS = 2.0
INTERRUPTED = 130
"""As a shell says it of what Ctrl-C has ended."""

GatewayUrl = Annotated[
    str | None,
    typer.Option("--gateway", metavar="URL", help="Where the gateway is.", show_default="ours"),
]
LiveUrl = Annotated[
    str | None,
    typer.Option("--live", metavar="URL", help="Where the notifier is.", show_default="ours"),
]
Key = Annotated[
    str | None,
    typer.Option(metavar="KEY", help="The platform's key.", show_default="ours"),
]


class Way(Struct, frozen=True):
    """Where a system is, and the key to it if there is one."""

    gateway: str
    live: str
    key: str | None
    settings: Settings

    def moon(self, heard: Callable[[LineChange], None] | None = None) -> BlueMoon:
        return BlueMoon(self.gateway, self.live, self.key, heard=heard)

    def for_guests(self) -> "Way | None":
        """The same with the key to guests' tables, if it is another one and there is one."""
        key = _guests_key(self.settings)
        return None if key in {None, self.key} else replace(self, key=key)

    @property
    def said(self) -> str:
        """Options for a command that is to find the same system from anywhere."""
        return f"--gateway {self.gateway} --live {self.live}"

    def require_key(self) -> None:
        """Raises Failure."""
        if self.key is None:
            raise Failure(
                f"no platform key in {self.settings.data}: `bluemoon up` makes one there; "
                f"or give one with --key or {PREFIX}PLATFORM_KEYS"
            )


def way(
    gateway: str | None = None,
    live: str | None = None,
    key: str | None = None,
    data: str | None = None,
) -> Way:
    """What was said, else what a running system has noted, else what is set. Raises Failure."""
    settings = settings_with(data=data)
    ours = noted(settings)
    if gateway is not None and live is None:
        live = gateway.replace("http", "ws", 1)
    for url, option, schemes in (
        (gateway, "--gateway", ("http://", "https://")),
        (live, "--live", ("ws://", "wss://")),
    ):
        if url is not None and not url.startswith(schemes):
            raise Failure(f"{option}: expected {schemes[0]}host:port, got {url!r}")
    return Way(gateway or ours.gateway, live or ours.live, key or own_key(settings), settings)


def with_key(found: Way) -> Way:
    """The same with the key that may have been made meanwhile."""
    return found if found.key else replace(found, key=own_key(found.settings))


def own_key(settings: Settings) -> str | None:
    """Never made here: the gateway would not know it."""
    if settings.platform_keys:
        return settings.platform_keys[0].partition(":")[2]
    return _kept_key(settings, PLATFORM_KEY_FILE)


def _guests_key(settings: Settings) -> str | None:
    for platform, _, key in (one.partition(":") for one in settings.platform_keys):
        if platform == GUESTS:
            return key
    if settings.platform_keys or not settings.guests:
        return None
    return _kept_key(settings, GUESTS_KEY_FILE)


def _kept_key(settings: Settings, name: str) -> str | None:
    try:
        return (Path(settings.data) / name).read_text() or None
    except OSError:
        return None


async def greet(found: Way) -> None:
    """Say at once when nobody is there, instead of after a long wait. Raises UnreachableError."""
    async with Gateway(Caller(found.gateway, patience_seconds=GREETING_SECONDS)) as gateway:
        await gateway.get_health()


def run(found: Way, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Do it on a system that answers, until it is done or Ctrl-C. Raises Failure."""

    async def greeted() -> None:
        await greet(found)
        await work()

    try:
        with explaining():
            asyncio.run(greeted())
    except KeyboardInterrupt as interrupt:
        raise typer.Exit(INTERRUPTED) from interrupt


@contextmanager
def explaining() -> Iterator[None]:
    """Whatever goes wrong between us and the system becomes a Failure of one sentence."""
    try:
        yield
    except UnreachableError as error:
        raise Failure(
            f"{error}; start a system with `bluemoon up`, or name another one with --gateway"
        ) from error
    except ProblemError as error:
        raise Failure(error.detail) from error
    except SubscriptionEndedError as error:
        raise Failure(f"the game can't be followed: {error.message}") from error
    except BlueMoonError as error:
        raise Failure(str(error)) from error
