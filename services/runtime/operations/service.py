"""Startup and shutdown shared by all services."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
from msgspec import Struct

from services.runtime.operations.health import Health, serve_health
from services.runtime.operations.logs import configure_logs
from services.runtime.operations.service_registry import reachable_url, registered
from services.runtime.operations.settings import Settings, masked_settings, risky_settings
from services.runtime.operations.tasks import cancel_tasks
from services.runtime.server.connection import connect, parse_address
from services.runtime.server.safety import check_server, shards_of
from services.runtime.stores import Stores

log = structlog.get_logger()


class ServiceContext(Struct, frozen=True):
    """What a service receives at start."""

    stores: Stores
    health: Health
    server: str
    """Name and version of the server."""


@asynccontextmanager
async def service_context(settings: Settings, name: str) -> AsyncIterator[ServiceContext]:
    """Set up logs, health endpoints and the connection; clean them up at the end."""
    configure_logs(settings.log_level, settings.log_format, name)
    health = Health()
    url, health_server = serve_health(health, settings.health_host, settings.health_port)
    log.info(f"{name} starts", health=url, **masked_settings(settings))
    for warning in risky_settings(settings):
        log.warning(warning)
    address = parse_address(settings.server)
    client = connect(address)
    try:
        server = await check_server(client, settings.durability, settings.shards)
        async with registered(client, name, reachable_url(url, address)):
            stores = Stores(client, await shards_of(client, settings.shards))
            await stores.opening_rules.refresh()
            watching = asyncio.create_task(stores.opening_rules.watch())
            try:
                yield ServiceContext(stores, health, server)
            finally:
                await cancel_tasks(watching)
    finally:
        await client.aclose()
        health_server.shutdown()
        health_server.server_close()
        log.info(f"{name} stopped")


def stop_event_on_signals() -> asyncio.Event:
    """Return an event that SIGTERM or SIGINT sets."""
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopping.set)
    return stopping
