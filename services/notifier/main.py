"""Composition root of the notifier."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import structlog
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from services.notifier.clients import Clients
from services.notifier.feed import read_updates, reconcile_periodically
from services.notifier.followed_tables import FollowedTables
from services.notifier.list_topics import ListTopicHandler
from services.notifier.live_commands import LiveCommands
from services.notifier.live_tables import LiveTables, follow_live_tables
from services.notifier.peer_connections import PeerConnections, PeerMiddleware
from services.notifier.renamed_players import follow_renamed_players
from services.notifier.server import DrainingServer
from services.notifier.socket_protocol import SocketProtocol
from services.notifier.socket_quotas import SocketQuotas
from services.notifier.sockets import FRAME_BYTES_MAX, SocketApp
from services.notifier.streams import (
    EventStream,
    ReadTopic,
    lobby_topic,
    player_topic,
    table_topic,
)
from services.notifier.table_topics import TableTopicHandler
from services.notifier.topic_router import TopicRouter
from services.notifier.webhooks.dispatcher import WebhookDispatcher
from services.runtime.access.command_quotas import CommandQuotas
from services.runtime.access.platforms import Platforms
from services.runtime.access.table_facts import TableFactsReader
from services.runtime.access.token_keys import token_keys
from services.runtime.access.tokens import Tokens
from services.runtime.operations.health import Health
from services.runtime.operations.service import service_context
from services.runtime.operations.settings import Settings
from services.runtime.operations.tasks import cancel_tasks
from services.runtime.stores import Stores
from services.runtime.web.connection_guard import ConnectionGuard, guarded_protocol
from services.runtime.web.listening import listen
from services.runtime.web.problems import ProblemError, problem_response
from services.runtime.web.rate_limits import RateLimits
from services.runtime.web.seat_commands import SeatCommands
from services.runtime.web.security_headers import SecurityHeaders

SHUTDOWN_SECONDS = 2.0
"""How long the server may take to stop after all clients are gone."""

log = structlog.get_logger()


def make_server(settings: Settings, stores: Stores, health: Health) -> DrainingServer:
    event_log = stores.event_log
    clients, peers = Clients(settings, health), PeerConnections()
    followed_tables, live_tables = FollowedTables(event_log), LiveTables()
    tokens = Tokens(token_keys(settings), settings.token_seconds)
    platforms = Platforms(settings)
    router = TopicRouter(
        TableTopicHandler(followed_tables, tokens, SocketQuotas(clients, platforms)),
        ListTopicHandler(live_tables, platforms),
        settings.subscriptions_per_socket_max,
    )

    commands = LiveCommands(
        event_log,
        SeatCommands(TableFactsReader(event_log, settings.cache_tables), CommandQuotas(platforms)),
        RateLimits(settings),
    )

    def stream(path: str, read_topic: ReadTopic) -> Route:
        return Route(path, EventStream(read_topic, router, clients, peers, settings))

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        tasks = [
            asyncio.create_task(clients.check_periodically()),
            asyncio.create_task(platforms.refresh_periodically(stores.platforms)),
            asyncio.create_task(WebhookDispatcher(stores, settings, health).run()),
            asyncio.create_task(reconcile_periodically(event_log, followed_tables)),
            asyncio.create_task(
                follow_live_tables(stores.read_models, stores.players, live_tables)
            ),
            asyncio.create_task(follow_renamed_players(stores.players, live_tables)),
            asyncio.create_task(read_updates(event_log, followed_tables, commands, health)),
        ]
        try:
            yield
        finally:
            await cancel_tasks(*tasks)

    async def not_found(_request: Request, _error: Exception) -> Response:
        return problem_response(
            ProblemError("not_found", "There is no resource at this path.").problem
        )

    streams = Starlette(
        routes=[
            stream("/v1/tables/{table}/events", table_topic),
            stream("/v1/lobby/events", lobby_topic),
            stream("/v1/players/{player}/events", player_topic),
        ],
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(
                CORSMiddleware,
                allow_origins=list(settings.allowed_origins),
                allow_methods=["GET"],
                allow_headers=["Authorization", "Last-Event-ID"],
            ),
        ],
        exception_handlers={404: not_found},
        lifespan=lifespan,
    )
    sockets = SocketApp(router, commands, clients, peers, settings)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await (sockets if scope["type"] == "websocket" else streams)(scope, receive, send)

    proxied: Any = ProxyHeadersMiddleware(app, list(settings.trusted_proxies))  # type: ignore[arg-type]
    config = uvicorn.Config(
        PeerMiddleware(proxied),
        http=guarded_protocol(
            ConnectionGuard(settings.http_connections_per_address_max, settings.trusted_proxies)
        ),
        ws=SocketProtocol,
        # Compression costs 65 to 133 KB per connection.
        ws_per_message_deflate=False,
        ws_max_size=FRAME_BYTES_MAX,
        ws_ping_interval=settings.ping_seconds,
        ws_ping_timeout=settings.ping_seconds,
        timeout_graceful_shutdown=int(SHUTDOWN_SECONDS),
        proxy_headers=False,
        server_header=False,
        log_config=None,
        access_log=False,
    )
    return DrainingServer(config, clients, peers)


async def run_notifier(settings: Settings) -> None:
    """Serve until SIGTERM or SIGINT."""
    async with service_context(settings, "notifier") as context:
        listening, address = listen(
            settings.notifier_host, settings.notifier_port, settings.stalled_seconds
        )
        server = make_server(settings, context.stores, context.health)
        context.health.ready("start")
        log.info("notifier listening", url=f"ws://{address}/v1/live")
        await server.serve(sockets=[listening])
