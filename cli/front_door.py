"""Tells whoever starts a system where to open the browser, once somebody answers there."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import quote, urlsplit

from rich.console import Console

from cli.addresses import addresses_of
from cli.reaching import own_key
from client import BlueMoonError, Caller, Gateway
from services.runtime.settings import Settings
from services.runtime.tasks import end
from services.runtime.token_keys import PLATFORM_KEY_FILE
from services.runtime.web_client import is_built

READY_SECONDS = 120.0
ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}
"""A browser can't open the address that stands for all of a machine's."""


@asynccontextmanager
async def front_door(settings: Settings, console: Console, *, bots: bool) -> AsyncIterator[None]:
    """Says so while other things go on; whoever leaves before is not kept waiting."""
    telling = asyncio.create_task(_tell(settings, console, bots=bots))
    try:
        yield
    finally:
        await end(telling)


async def _tell(settings: Settings, console: Console, *, bots: bool) -> None:
    url = _address(settings)
    try:
        async with Gateway(Caller(url, patience_seconds=READY_SECONDS)) as gateway:
            await gateway.get_health()
    except BlueMoonError:
        # Whatever is wrong is in the log already.
        return
    lines = _lines(settings, url, on_terminal=console.is_terminal, bots=bots)
    console.print("\n".join(lines), soft_wrap=True, markup=False)


def _lines(settings: Settings, url: str, *, on_terminal: bool, bots: bool) -> list[str]:
    if not is_built(settings):
        return [f"The gateway is at {url} ; there is no browser client: build it with `make web`."]
    lines = []
    key = own_key(settings)
    if on_terminal and key is not None:
        # After `#` it goes to no server. What is no terminal may be a file that others read.
        lines.append(f"How the system is doing: {url}/operations#key={quote(key, safe='')}")
    else:
        kept = Path(settings.data) / PLATFORM_KEY_FILE
        where = "" if settings.platform_keys else f" ({kept})"
        lines.append(f"How the system is doing, with the platform's key{where}: {url}/operations")
    promise = " : a game against bots is one click away." if settings.guests and bots else ""
    lines.append(f"Open {url}{promise}")
    return lines


def _address(settings: Settings) -> str:
    url = addresses_of(settings).gateway
    host = settings.gateway_host
    return url if host not in ANYWHERE else f"http://{ANYWHERE[host]}:{urlsplit(url).port}"
