"""Composition root of the gateway."""

import asyncio
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
from services.gateway.bulk import BulkHandlers
from services.gateway.catalogue import CatalogueHandlers
from services.gateway.command_path import CommandPath
from services.gateway.docs_page import DOCS_HEADERS, docs_page
from services.gateway.guest_limits import GuestLimits
from services.gateway.guests import GuestHandlers
from services.gateway.idempotency import HEADER, Idempotency
from services.gateway.legal_actions import LegalActions
from services.gateway.lists import ListHandlers
from services.gateway.metadata import MetadataHandlers
from services.gateway.moderation import ModerationHandlers
from services.gateway.openapi import document
from services.gateway.openings import Openings
from services.gateway.operations import OperationsHandlers
from services.gateway.pages import Pages
from services.gateway.personal_data import PersonalDataHandlers
from services.gateway.platform_admin import PlatformHandlers
from services.gateway.play import PlayHandlers
from services.gateway.quotas import Quotas
from services.gateway.raw_path import RawPath
from services.gateway.routes import COMMANDS, all_endpoints
from services.gateway.serving import routes
from services.gateway.table_access import TableAccess
from services.gateway.tables import TableHandlers
from services.gateway.webhooks import WebhookHandlers
from services.runtime.access.command_quotas import CommandQuotas
from services.runtime.access.operator_keys import OperatorKeys
from services.runtime.access.platforms import Platforms
from services.runtime.access.table_facts import TableFactsReader
from services.runtime.access.token_keys import token_keys
from services.runtime.access.tokens import Tokens
from services.runtime.operations.service import service_context
from services.runtime.operations.settings import Settings
from services.runtime.operations.tasks import cancel_tasks
from services.runtime.store.dispatch import Dispatcher
from services.runtime.store.positions import PositionReader
from services.runtime.stores import Stores
from services.runtime.web.connection_guard import ConnectionGuard, guarded_protocol
from services.runtime.web.listening import listen
from services.runtime.web.origins import Origins
from services.runtime.web.problems import ProblemError, problem_response
from services.runtime.web.rate_limits import HEADERS as RATE_LIMIT_HEADERS
from services.runtime.web.rate_limits import RateLimits
from services.runtime.web.seat_commands import SeatCommands
from services.runtime.web.security_headers import SecurityHeaders
from services.runtime.web.server import HttpServer

DAY_SECONDS = 24 * 3600
STOP_SECONDS = 5
"""How long requests that wait for an outcome may take to finish. Clients retry the rest."""

log = structlog.get_logger()


def make_app(settings: Settings, stores: Stores) -> Starlette:
    event_log, players = stores.event_log, stores.players
    dispatcher = Dispatcher(event_log)
    tokens = Tokens(
        token_keys(settings),
        settings.token_seconds,
        settings.guest_token_seconds,
        settings.token_renewal_days * DAY_SECONDS,
    )
    platforms = Platforms(settings)
    access = Access(platforms, OperatorKeys(settings), tokens)
    positions = PositionReader(event_log, settings.cache_tables)
    table_access = TableAccess(event_log, positions)
    quotas = Quotas(platforms, stores.read_models)
    metadata = MetadataHandlers(stores.table_metadata, table_access, event_log, stores.audit_log)
    openings = Openings(stores.opening_rules)
    tables = TableHandlers(
        event_log,
        dispatcher,
        tokens,
        table_access,
        players,
        stores.denied_names,
        stores.external_ids,
        quotas,
        stores.audit_log,
        metadata,
        openings,
    )
    legal_actions = LegalActions()
    operations = OperationsHandlers(stores.deployment, stores.dead_letters, stores.read_models)
    endpoints = all_endpoints(
        CatalogueHandlers(event_log, openings),
        tables,
        PlayHandlers(
            event_log,
            dispatcher,
            table_access,
            SeatCommands(
                TableFactsReader(event_log, settings.cache_tables), CommandQuotas(platforms)
            ),
            players,
            legal_actions,
        ),
        WebhookHandlers(
            stores.webhooks,
            stores.deliveries,
            quotas,
            stores.audit_log,
            allow_private=settings.webhook_allow_private,
        ),
        ListHandlers(
            event_log, stores.read_models, positions, players, platforms, stores.table_metadata
        ),
        GuestHandlers(
            settings,
            tables,
            positions,
            tokens,
            players,
            stores.denied_names,
            platforms,
            GuestLimits(stores.guest_tables, event_log, settings),
            openings,
        ),
        operations,
        PlatformHandlers(stores.platforms, platforms, stores.audit_log),
        PersonalDataHandlers(stores.personal_data, stores.audit_log),
        BulkHandlers(tables, quotas),
        metadata,
        ModerationHandlers(
            players,
            stores.denied_names,
            stores.name_reports,
            table_access,
            stores.audit_log,
        ),
    )
    openapi_document = document(endpoints, version("bluemoon"))
    page = docs_page(openapi_document)

    async def openapi(_request: Request) -> Response:
        return JSONResponse(openapi_document)

    async def docs(_request: Request) -> Response:
        return HTMLResponse(page, headers=DOCS_HEADERS)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        refreshing = asyncio.create_task(platforms.refresh_periodically(stores.platforms))
        try:
            async with dispatcher, operations, legal_actions:
                yield
        finally:
            await cancel_tasks(refreshing)

    api_routes = routes(
        endpoints,
        access,
        RateLimits(settings),
        Origins(settings.allowed_origins),
        Idempotency(stores.idempotency_keys),
    )
    (send_command,) = (route.endpoint for route in api_routes if route.path == COMMANDS)
    app = Starlette(
        routes=[Route("/openapi.json", openapi), Route("/docs", docs), *api_routes],
        middleware=[
            Middleware(SecurityHeaders),
            # Otherwise all clients behind a proxy would share its address and its rate limits.
            Middleware(ProxyHeadersMiddleware, trusted_hosts=list(settings.trusted_proxies)),
            Middleware(CommandPath, serve=send_command),
            Middleware(
                CORSMiddleware,
                allow_origins=list(settings.allowed_origins),
                allow_methods=["GET", "POST", "PUT", "DELETE"],
                allow_headers=["Authorization", "Content-Type", HEADER],
                expose_headers=list(RATE_LIMIT_HEADERS),
            ),
            Middleware(RawPath),
        ],
        exception_handlers={404: _not_found, 405: _wrong_method},
        lifespan=lifespan,
    )
    # Not a route: a catch-all route would answer wrong methods with 404 instead of 405.
    app.router.default = Pages(settings)
    return app


async def _not_found(_request: Request, _error: Exception) -> Response:
    return problem_response(ProblemError("not_found", "There is no resource at this path.").problem)


async def _wrong_method(_request: Request, error: Exception) -> Response:
    problem = ProblemError("method_not_allowed", "This path does not support the method.").problem
    response = problem_response(problem)
    if isinstance(error, HTTPException):
        response.headers.update(error.headers or {})
    return response


async def run_gateway(settings: Settings) -> None:
    """Serve until SIGTERM or SIGINT."""
    async with service_context(settings, "gateway") as context:
        app = make_app(settings, context.stores)
        listening, address = listen(settings.gateway_host, settings.gateway_port)
        config = uvicorn.Config(
            app,
            http=guarded_protocol(
                ConnectionGuard(settings.http_connections_per_address_max, settings.trusted_proxies)
            ),
            log_config=None,
            access_log=False,
            proxy_headers=False,
            timeout_graceful_shutdown=STOP_SECONDS,
        )
        server = HttpServer(config)
        context.health.ready("start")
        log.info("gateway listening", url=f"http://{address}")
        await server.serve(sockets=[listening])
