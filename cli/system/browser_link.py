"""Print the address for the browser once the gateway is ready."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import quote, urlsplit

from rich.console import Console

from cli.connection.addresses import addresses_from_settings
from cli.connection.remote_system import operator_key
from client import BlueMoonError, Gateway, HttpTransport
from services.runtime.access.operator_keys import OPERATOR_KEY_FILE
from services.runtime.operations.settings import Settings
from services.runtime.operations.tasks import cancel_tasks
from services.runtime.web.web_client import is_built

READY_SECONDS = 120.0
WILDCARD_HOSTS = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}
"""A browser cannot open a wildcard address."""


class BrowserLink:
    """The address for the browser; empty until the gateway is ready."""

    def __init__(self) -> None:
        self.url = ""


@asynccontextmanager
async def announce_browser_link(
    settings: Settings, console: Console, *, bots: bool
) -> AsyncIterator[BrowserLink]:
    """Print the address in the background. Leaving the context cancels it."""
    link = BrowserLink()
    task = asyncio.create_task(_announce(link, settings, console, bots=bots))
    try:
        yield link
    finally:
        await cancel_tasks(task)


async def _announce(link: BrowserLink, settings: Settings, console: Console, *, bots: bool) -> None:
    url = _address(settings)
    try:
        async with Gateway(HttpTransport(url, timeout_seconds=READY_SECONDS)) as gateway:
            await gateway.get_health()
    except BlueMoonError:
        # The log already has the cause.
        return
    link.url = url
    lines = _lines(settings, url, on_terminal=console.is_terminal, bots=bots)
    console.print("\n".join(lines), soft_wrap=True, markup=False)


def _lines(settings: Settings, url: str, *, on_terminal: bool, bots: bool) -> list[str]:
    if not is_built(settings):
        return [f"Gateway: {url} (no browser client; build it with `make web`)"]
    lines = []
    key = operator_key(settings)
    if on_terminal and key is not None:
        # The fragment is never sent to a server. Off a terminal, others may read the output.
        lines.append(f"Operations: {url}/operations#key={quote(key, safe='')}")
    else:
        key_file = Path(settings.data) / OPERATOR_KEY_FILE
        key_hint = "" if settings.operator_keys else f" in {key_file}"
        lines.append(f"Operations: {url}/operations (needs the operator key{key_hint})")
    invitation = " to play against bots" if settings.guests and bots else ""
    lines.append(f"Open {url}{invitation}")
    return lines


def _address(settings: Settings) -> str:
    url = addresses_from_settings(settings).gateway
    host = settings.gateway_host
    return (
        url if host not in WILDCARD_HOSTS else f"http://{WILDCARD_HOSTS[host]}:{urlsplit(url).port}"
    )
