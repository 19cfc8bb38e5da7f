"""Which services run, and where each answers for its health: for whoever wants to look at them all.

A service gives a sign of life every few seconds. One that stops in order takes its name off the
list; one that was killed stays on it for a minute, so that somebody can see that it is gone.
"""

import asyncio
import contextlib
import secrets
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import msgspec
import structlog
from msgspec import Struct

from services.runtime.connection import DEFAULT_PORT, LOST, Address, Client
from services.runtime.keys import SERVICES
from services.runtime.tasks import end

SIGN_SECONDS = 5.0
FORGOTTEN_SECONDS = 60.0
WILDCARDS = ("0.0.0.0", "::")

log = structlog.get_logger()


class Listed(Struct, frozen=True):
    name: str
    """`engine`: what it is."""
    id: str
    """`engine-1f2e3d4c`: which one."""
    health: str
    """Where /metrics, /live and /ready are."""


@asynccontextmanager
async def listed(client: Client, name: str, health: str) -> AsyncIterator[Listed]:
    """On the list for as long as the block runs."""
    service = Listed(name, f"{name}-{secrets.token_hex(4)}", health)
    signing = asyncio.create_task(_sign_on(client, service))
    try:
        yield service
    finally:
        await end(signing)
        with contextlib.suppress(*LOST):
            await client.zrem(SERVICES, _member(service))


async def _sign_on(client: Client, service: Listed) -> None:
    """Until cancelled."""
    while True:
        try:
            now = await _now(client)
            await client.zadd(SERVICES, {_member(service): now})
            await client.zremrangebyscore(SERVICES, "-inf", now - FORGOTTEN_SECONDS)
        except LOST as error:
            log.warning("no sign of life can be given", error=str(error))
        await asyncio.sleep(SIGN_SECONDS)


async def services(client: Client) -> tuple[Listed, ...]:
    """All that gave a sign of life within the last minute, by name."""
    since = await _now(client) - FORGOTTEN_SECONDS
    members = await client.zrangebyscore(SERVICES, since, "+inf")
    found = [msgspec.json.decode(member, type=Listed) for member in members]
    # One that was started again answers where the one before it did: the latest sign counts.
    latest = {service.health: service for service in found}
    return tuple(sorted(latest.values(), key=lambda one: (one.name, one.id)))


async def _now(client: Client) -> float:
    """The server's clock: services may run on machines whose clocks differ."""
    seconds, micros = await client.time()
    return float(seconds + micros / 1e6)


def _member(service: Listed) -> bytes:
    return msgspec.json.encode(service)


def reachable(url: str, server: Address) -> str:
    """A health address as others reach it. Who listens everywhere is reached where they themselves
    reach the server from: that is the network which all services share."""
    parts = urlsplit(url)
    if parts.hostname not in WILDCARDS:
        return url
    host = _own_address(server)
    return f"http://[{host}]:{parts.port}" if ":" in host else f"http://{host}:{parts.port}"


def _own_address(server: Address) -> str:
    host, port = server.nodes[0] if server.nodes else _host_and_port(server.url)
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            # A datagram socket sends nothing when it is connected: it only chooses its own address.
            probe.connect(where)
            return str(probe.getsockname()[0])
    except OSError:
        return socket.gethostname()


def _host_and_port(url: str) -> tuple[str, int]:
    """Of a server behind a Unix socket this machine is meant."""
    parts = urlsplit(url)
    return parts.hostname or "127.0.0.1", parts.port or DEFAULT_PORT
