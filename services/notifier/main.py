"""The notifier: wires everything and does nothing else."""

import asyncio
import socket
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

from services.notifier.board import Board, read_tables
from services.notifier.clients import Clients
from services.notifier.feed import compare_with_truth, read_feed
from services.notifier.game_topics import GameTopics
from services.notifier.list_topics import ListTopics
from services.notifier.peers import Peers, RememberPeer
from services.notifier.rooms import Rooms
from services.notifier.server import DrainingServer
from services.notifier.sockets import FRAME_BYTES_MAX, Sockets
from services.notifier.streams import EventStream, TopicOf, game_topic, lobby_topic, player_topic
from services.notifier.subscribing import SubscriptionDesk
from services.notifier.webhooks.office import Office
from services.runtime.event_log import EventLog
from services.runtime.health import Health
from services.runtime.listening import listen
from services.runtime.problems import ProblemError, answer_problem
from services.runtime.service import running
from services.runtime.settings import Settings
from services.runtime.tasks import end
from services.runtime.token_keys import PlatformKeys, token_keys
from services.runtime.tokens import Tokens

STOP_SECONDS = 2.0
"""How long the server may take when all clients are gone."""

log = structlog.get_logger()


def make_server(settings: Settings, event_log: EventLog, health: Health) -> DrainingServer:
    clients, peers, rooms = Clients(settings, health), Peers(), Rooms(event_log)
    games = GameTopics(rooms, Tokens(token_keys(settings), settings.token_seconds))
    board = Board()
    lists = ListTopics(board, PlatformKeys(settings))
    desk = SubscriptionDesk(games, lists, settings.subscriptions_per_socket_max)

    def stream(path: str, topic_of: TopicOf) -> Route:
        return Route(path, EventStream(topic_of, desk, clients, peers, settings))

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        tasks = [
            asyncio.create_task(clients.tend()),
            asyncio.create_task(Office(event_log, settings, health).run()),
            asyncio.create_task(compare_with_truth(event_log, rooms)),
            asyncio.create_task(read_tables(event_log.client, board)),
            *(
                asyncio.create_task(read_feed(event_log, shard, rooms, health))
                for shard in event_log.all_shards()
            ),
        ]
        try:
            yield
        finally:
            await end(*tasks)

    async def not_found(_request: Request, _error: Exception) -> Response:
        return answer_problem(ProblemError("not_found", "There is nothing here.").problem)

    streams = Starlette(
        routes=[
            stream("/v1/tables/{game}/events", game_topic),
            stream("/v1/lobby/events", lobby_topic),
            stream("/v1/players/{player}/events", player_topic),
        ],
        middleware=[
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
    sockets = Sockets(desk, clients, peers, settings)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await (sockets if scope["type"] == "websocket" else streams)(scope, receive, send)

    trusted: Any = ProxyHeadersMiddleware(app, list(settings.trusted_proxies))  # type: ignore[arg-type]
    config = uvicorn.Config(
        RememberPeer(trusted),
        ws="websockets-sansio",
        # Compression costs 65 to 133 KB a connection.
        ws_per_message_deflate=False,
        ws_max_size=FRAME_BYTES_MAX,
        ws_ping_interval=settings.ping_seconds,
        ws_ping_timeout=settings.ping_seconds,
        timeout_graceful_shutdown=int(STOP_SECONDS),
        proxy_headers=False,
        server_header=False,
        log_config=None,
        access_log=False,
    )
    return DrainingServer(config, clients, peers)


async def run_notifier(settings: Settings) -> None:
    """Until SIGTERM or SIGINT."""
    async with running(settings, "notifier") as footing:
        listening, address = listen(settings.notifier_host, settings.notifier_port)
        let_go_of_the_silent(listening, settings.stalled_seconds)
        server = make_server(settings, footing.event_log, footing.health)
        footing.health.ready("start")
        log.info("notifier listens", url=f"ws://{address}/v1/live")
        await server.serve(sockets=[listening])


def let_go_of_the_silent(listening: socket.socket, seconds: float) -> None:
    """The system itself ends connections whose other end acknowledges nothing, where it can."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(seconds * 1000))
