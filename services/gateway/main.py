"""The gateway: wires everything and does nothing else."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

import structlog
import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from services.gateway.access import Access
from services.gateway.catalogue import CatalogueDesk
from services.gateway.deserted import DesertedTables
from services.gateway.docs_page import docs_page
from services.gateway.guests import GuestDesk
from services.gateway.lists import ListDesk
from services.gateway.offer import operations
from services.gateway.openapi import document
from services.gateway.operations import routes
from services.gateway.pages import Pages
from services.gateway.play import PlayDesk
from services.gateway.rates import RateLimit, Rates, per_minute
from services.gateway.raw_path import RawPath
from services.gateway.showing import Showing
from services.gateway.tables import TableDesk
from services.gateway.upkeep import UpkeepDesk
from services.gateway.webhooks import WebhookDesk
from services.runtime.deliveries import Deliveries
from services.runtime.dispatch import Dispatcher
from services.runtime.event_log import EventLog
from services.runtime.http_server import HttpServer
from services.runtime.listening import listen
from services.runtime.positions import PositionReader
from services.runtime.problems import ProblemError, answer_problem
from services.runtime.service import running
from services.runtime.settings import Settings
from services.runtime.token_keys import PlatformKeys, token_keys
from services.runtime.tokens import Tokens
from services.runtime.webhooks import Webhooks

STOP_SECONDS = 5
"""How long calls that wait for an outcome may take to end; who is cut off sends the same again."""

log = structlog.get_logger()


def make_app(settings: Settings, event_log: EventLog) -> Starlette:
    dispatcher = Dispatcher(event_log)
    tokens = Tokens(token_keys(settings), settings.token_seconds, settings.guest_token_seconds)
    access = Access(PlatformKeys(settings), tokens)
    positions = PositionReader(event_log, settings.cache_games)
    showing = Showing(event_log, positions)
    tables = TableDesk(dispatcher, tokens, showing)
    upkeep = UpkeepDesk(event_log)
    offered = operations(
        CatalogueDesk(event_log),
        tables,
        PlayDesk(event_log, dispatcher, showing, DesertedTables(tables, positions)),
        WebhookDesk(
            Webhooks(event_log.client),
            Deliveries(event_log.client),
            allow_private=settings.webhook_allow_private,
        ),
        ListDesk(event_log, positions),
        GuestDesk(settings, tables, positions, tokens),
        upkeep,
    )
    described = document(offered, version("bluemoon"))
    page = docs_page(described)
    rates = Rates(
        platforms=RateLimit(settings.platform_calls_per_second),
        clients=RateLimit(settings.client_calls_per_second),
        games=RateLimit(settings.game_commands_per_second),
        guest_tables=per_minute(settings.guest_tables_per_minute),
    )

    async def openapi(_request: Request) -> Response:
        return JSONResponse(described)

    async def docs(_request: Request) -> Response:
        return HTMLResponse(page)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with dispatcher, upkeep:
            yield

    app = Starlette(
        routes=[
            Route("/openapi.json", openapi),
            Route("/docs", docs),
            *routes(offered, access, rates),
        ],
        middleware=[
            # Otherwise all who come through a proxy would share one address, and its rates.
            Middleware(ProxyHeadersMiddleware, trusted_hosts=list(settings.trusted_proxies)),
            Middleware(
                CORSMiddleware,
                allow_origins=list(settings.allowed_origins),
                allow_methods=["GET", "POST", "PUT", "DELETE"],
                allow_headers=["Authorization", "Content-Type"],
                expose_headers=["Retry-After"],
            ),
            Middleware(RawPath),
        ],
        exception_handlers={404: _not_found, 405: _wrong_method},
        lifespan=lifespan,
    )
    # Not a route: one that takes every path would hide which methods the others have.
    app.router.default = Pages(settings)
    return app


async def _not_found(_request: Request, _error: Exception) -> Response:
    return answer_problem(ProblemError("not_found", "There is nothing here.").problem)


async def _wrong_method(_request: Request, error: Exception) -> Response:
    problem = ProblemError("method_not_allowed", "There is no such operation here.").problem
    answer = answer_problem(problem)
    if isinstance(error, HTTPException):
        answer.headers.update(error.headers or {})
    return answer


async def run_gateway(settings: Settings) -> None:
    """Until SIGTERM or SIGINT."""
    async with running(settings, "gateway") as footing:
        app = make_app(settings, footing.event_log)
        listening, address = listen(settings.gateway_host, settings.gateway_port)
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            proxy_headers=False,
            timeout_graceful_shutdown=STOP_SECONDS,
        )
        server = HttpServer(config)
        footing.health.ready("start")
        log.info("gateway listens", url=f"http://{address}")
        await server.serve(sockets=[listening])
