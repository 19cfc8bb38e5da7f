"""The registry of running services and the URLs of their health endpoints.

A service sends a heartbeat every few seconds, and removes itself when it stops. A killed service
stays listed for a minute, so that operators notice.
"""

import asyncio
import contextlib
import secrets
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from urllib.parse import urlsplit

import msgspec
import structlog
from msgspec import Struct

from games.registry import rulebooks
from services.runtime.operations.tasks import cancel_tasks
from services.runtime.server.client import RedisClient
from services.runtime.server.connection import CONNECTION_ERRORS, DEFAULT_PORT, Address
from services.runtime.store.keys import SERVICES

HEARTBEAT_SECONDS = 5.0
EXPIRY_SECONDS = 60.0
WILDCARDS = ("0.0.0.0", "::")

log = structlog.get_logger()


class ServiceRecord(Struct, frozen=True):
    name: str
    """`engine`."""
    id: str
    """`engine-1f2e3d4c`."""
    health: str
    """URL of /metrics, /live and /ready."""
    release: str = ""
    """`0.2.0`. Empty: the service is of release 0.1.0."""
    rules: tuple[str, ...] = ()
    """The rules that the service knows."""


@asynccontextmanager
async def registered(client: RedisClient, name: str, health: str) -> AsyncIterator[ServiceRecord]:
    """Register the service while the block runs."""
    service = ServiceRecord(
        name, f"{name}-{secrets.token_hex(4)}", health, version("bluemoon"), tuple(rulebooks())
    )
    heartbeats = asyncio.create_task(_send_heartbeats(client, service))
    try:
        yield service
    finally:
        await cancel_tasks(heartbeats)
        with contextlib.suppress(*CONNECTION_ERRORS):
            await client.zrem(SERVICES, _member(service))


async def _send_heartbeats(client: RedisClient, service: ServiceRecord) -> None:
    """Send heartbeats until cancelled."""
    while True:
        try:
            now = await _now(client)
            await client.zadd(SERVICES, {_member(service): now})
            await client.zremrangebyscore(SERVICES, "-inf", now - EXPIRY_SECONDS)
        except CONNECTION_ERRORS as error:
            log.warning("heartbeat failed", error=str(error))
        await asyncio.sleep(HEARTBEAT_SECONDS)


async def running_services(client: RedisClient) -> tuple[ServiceRecord, ...]:
    """Return the services with a heartbeat in the last minute, by name."""
    since = await _now(client) - EXPIRY_SECONDS
    members = await client.zrangebyscore(SERVICES, since, "+inf")
    records = [msgspec.json.decode(member, type=ServiceRecord) for member in members]
    # A restarted service may reuse the URL of the killed one: the latest heartbeat wins.
    latest = {service.health: service for service in records}
    return tuple(sorted(latest.values(), key=lambda service: (service.name, service.id)))


async def _now(client: RedisClient) -> float:
    """Return the server's time: the clocks of services may differ."""
    seconds, micros = await client.time()
    return float(seconds + micros / 1e6)


def _member(service: ServiceRecord) -> bytes:
    return msgspec.json.encode(service)


def reachable_url(url: str, server: Address) -> str:
    """Return the health URL as other services reach it.

    A service that listens on all interfaces is reachable at the address from which it connects to
    the server: all services share that network."""
    parts = urlsplit(url)
    if parts.hostname not in WILDCARDS:
        return url
    host = _own_address(server)
    return f"http://[{host}]:{parts.port}" if ":" in host else f"http://{host}:{parts.port}"


def _own_address(server: Address) -> str:
    host, port = server.nodes[0] if server.nodes else _host_and_port(server.url)
    try:
        family, kind, protocol, _, target = socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM)[
            0
        ]
        with socket.socket(family, kind, protocol) as probe:
            # Connecting a datagram socket sends nothing; it only selects the local address.
            probe.connect(target)
            return str(probe.getsockname()[0])
    except OSError:
        return socket.gethostname()


def _host_and_port(url: str) -> tuple[str, int]:
    """Return host and port of a URL. A Unix socket means this machine."""
    parts = urlsplit(url)
    return parts.hostname or "127.0.0.1", parts.port or DEFAULT_PORT
