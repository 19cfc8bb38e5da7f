"""What every service does before its work and after it."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
from msgspec import Struct

from services.runtime.connection import Client, connect, parse_address
from services.runtime.directory import listed, reachable
from services.runtime.event_log import EventLog
from services.runtime.health import Health, serve_health
from services.runtime.logs import configure_logs
from services.runtime.safety import check_server
from services.runtime.settings import Settings, printable

log = structlog.get_logger()


class Footing(Struct, frozen=True):
    """What a service stands on: a server that is fit for us, and its own health."""

    client: Client
    event_log: EventLog
    health: Health
    server: str
    """What the server is, for people."""


@asynccontextmanager
async def running(settings: Settings, name: str) -> AsyncIterator[Footing]:
    """Logs, health and the server, and nothing left behind however it ends."""
    configure_logs(settings.log_level, settings.log_format, name)
    health = Health()
    url, health_server = serve_health(health, settings.health_host, settings.health_port)
    log.info(f"{name} starts", health=url, **printable(settings))
    address = parse_address(settings.server)
    client = connect(address)
    try:
        server = await check_server(client, settings.durability, settings.shards)
        async with listed(client, name, reachable(url, address)):
            yield Footing(client, EventLog(client, settings.shards), health, server)
    finally:
        await client.aclose()
        health_server.shutdown()
        health_server.server_close()
        log.info(f"{name} stopped")


def stopping_on_signals() -> asyncio.Event:
    """Set by SIGTERM or SIGINT."""
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopping.set)
    return stopping
