"""The notifier: wires everything and does nothing else."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import structlog
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute

from services.notifier.feed import read_feed
from services.notifier.hub import Hub
from services.notifier.sockets import Sockets
from services.runtime.connection import connect, parse_address
from services.runtime.event_log import EventLog
from services.runtime.health import Health, serve_health
from services.runtime.listening import listen
from services.runtime.logs import configure_logs
from services.runtime.safety import check_server
from services.runtime.settings import Settings, printable
from services.runtime.tasks import end
from services.runtime.token_keys import token_keys
from services.runtime.tokens import Tokens

log = structlog.get_logger()


def make_app(settings: Settings, event_log: EventLog, health: Health) -> Starlette:
    hub = Hub()
    sockets = Sockets(event_log, hub, Tokens(token_keys(settings), settings.token_seconds))

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        readers = [
            asyncio.create_task(read_feed(event_log, shard, hub, health))
            for shard in event_log.all_shards()
        ]
        try:
            yield
        finally:
            await end(*readers)

    routes = [WebSocketRoute("/v1/tables/{game}/live", sockets.serve)]
    return Starlette(routes=routes, lifespan=lifespan)


async def run_notifier(settings: Settings) -> None:
    """Until SIGTERM or SIGINT."""
    configure_logs(settings.log_level, settings.log_format, "notifier")
    health = Health()
    url, health_server = serve_health(health, settings.health_host, settings.health_port)
    log.info("notifier starts", health=url, **printable(settings))
    client: Any = connect(parse_address(settings.server))
    await check_server(client, settings.durability, settings.shards)
    listening, address = listen(settings.notifier_host, settings.notifier_port)
    server = uvicorn.Server(
        uvicorn.Config(
            make_app(settings, EventLog(client, settings.shards), health),
            ws="websockets-sansio",
            # Compression costs 65 to 133 KB a connection.
            ws_per_message_deflate=False,
            log_config=None,
            access_log=False,
        )
    )
    health.ready("start")
    log.info("notifier listens", url=f"ws://{address}")
    await server.serve(sockets=[listening])
    await client.aclose()
    health_server.shutdown()
    log.info("notifier stopped")
