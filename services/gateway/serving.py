"""Serves the endpoints: authentication, rate limits, validation, problems and caching."""

import time
from collections.abc import Iterable
from typing import Any

import msgspec
import structlog
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from games.codec import UnknownRulesError
from schemas.redaction import SPECTATOR
from schemas.strict import StrictDecoder
from services.gateway.access import Access, Caller
from services.gateway.endpoints import ApiRequest, Endpoint, Signature, signature_of
from services.gateway.http_cache import (
    NOT_MODIFIED,
    accepted_encodings,
    entity_tag,
    etag_matches,
    gzipped,
)
from services.gateway.idempotency import HEADER, REPLAYED_HEADER, Content, Idempotency
from services.gateway.parameters import TablePath, read_path, read_query
from services.runtime.operations.telemetry import HTTP_REQUEST_SECONDS
from services.runtime.server.connection import CONNECTION_ERRORS
from services.runtime.web.connection_guard import client_network
from services.runtime.web.origins import Origins
from services.runtime.web.problems import ProblemError, problem_response, unknown_rules
from services.runtime.web.rate_limits import Charges, RateLimits

BODY_BYTES_MAX = 64 * 1024

log = structlog.get_logger()


def routes(
    endpoints: Iterable[Endpoint],
    access: Access,
    limits: RateLimits,
    origins: Origins,
    idempotency: Idempotency,
) -> list[Route]:
    """Create one route per path, so that a 405 response lists every allowed method."""
    by_path: dict[str, dict[str, _Served]] = {}
    for endpoint in endpoints:
        by_path.setdefault(endpoint.path, {})[endpoint.method] = _served(endpoint)
    return [
        _route(path, methods, access, limits, origins, idempotency)
        for path, methods in by_path.items()
    ]


class _Served(Struct, frozen=True):
    endpoint: Endpoint
    signature: Signature
    decoder: StrictDecoder[object] | None
    """None if the endpoint takes no body."""


def _served(endpoint: Endpoint) -> _Served:
    signature = signature_of(endpoint)
    decoder = None if signature.body is None else StrictDecoder[object](signature.body)
    return _Served(endpoint, signature, decoder)


def _route(  # noqa: PLR0913, PLR0917 - what every request passes through
    path: str,
    methods: dict[str, _Served],
    access: Access,
    limits: RateLimits,
    origins: Origins,
    idempotency: Idempotency,
) -> Route:
    async def serve(request: Request) -> Response:
        start = time.perf_counter()
        # A HEAD request gets the headers of the GET response.
        served = methods["GET" if request.method == "HEAD" else request.method]
        response = await respond(served, request)
        HTTP_REQUEST_SECONDS.labels(served.endpoint.name, str(response.status_code)).observe(
            time.perf_counter() - start
        )
        return response

    async def respond(served: _Served, request: Request) -> Response:
        host = request.client.host if request.client else "unknown"
        charges = limits.charges(client_network(host))
        response = await handle(served, request, charges)
        if not served.endpoint.max_age_seconds:
            # A shared cache would hand one caller's budget to others.
            response.headers.update(charges.headers())
        return response

    async def handle(served: _Served, request: Request, charges: Charges) -> Response:
        endpoint = served.endpoint
        try:
            if endpoint.role == "anyone" and endpoint.method != "GET":
                _require_own_page(request, origins)
            api_request = await _read(served, request, access, charges)
            content = await respond_once(endpoint, request, api_request)
        except ProblemError as problem:
            return problem_response(problem.problem)
        except UnknownRulesError as error:
            return problem_response(unknown_rules(error.rules).problem)
        except CONNECTION_ERRORS as error:
            log.warning("server unreachable", error=str(error))
            return problem_response(
                ProblemError("unavailable", "The event log is unreachable. Try again.").problem
            )
        except Exception:
            log.exception("request failed", operation=endpoint.name)
            return problem_response(ProblemError("internal", "Internal gateway error.").problem)
        if endpoint.max_age_seconds:
            return _cacheable(content.body, endpoint, request)
        return Response(
            content.body,
            status_code=content.status,
            headers={REPLAYED_HEADER: "true"} if content.is_replayed else None,
            media_type="application/json",
        )

    async def respond_once(
        endpoint: Endpoint, request: Request, api_request: ApiRequest[Any, Any, Any]
    ) -> Content:
        async def call() -> Content:
            body = await endpoint.handler(api_request)
            return Content(endpoint.status_for(body), _encode(body))

        key, platform = request.headers.get(HEADER), api_request.caller.platform
        if key is None or platform is None or not endpoint.accepts_idempotency_key:
            return await call()
        content = _encode((endpoint.name, api_request.path, api_request.body))
        return await idempotency.respond_once(platform, key, content, call)

    return Route(path, serve, methods=list(methods))


async def _read(
    served: _Served, request: Request, access: Access, charges: Charges
) -> ApiRequest[Any, Any, Any]:
    """Authorize and validate a request, and count it. Raises ProblemError."""
    endpoint, signature = served.endpoint, served.signature
    try:
        caller = access.caller(request.headers.get("authorization"))
        path = read_path(request.path_params, signature.path)
        table_id = path.table if isinstance(path, TablePath) else None
        access.require(endpoint.role, caller, table_id)
        query = read_query(request.query_params, signature.query)
        decoder = served.decoder
        body = None if decoder is None else _decode(decoder, await _read_body(request))
    except ProblemError:
        charges.charge_address()
        raise
    _charge(charges, endpoint, caller, table_id)
    return ApiRequest(caller, path, query, body, charges.address)


def _encode(body: object) -> bytes:
    return msgspec.json.encode(body, order="sorted")


def _cacheable(content: bytes, endpoint: Endpoint, request: Request) -> Response:
    headers = {"Vary": "Accept-Encoding"}
    if "gzip" in accepted_encodings(request.headers.get("accept-encoding")):
        content = gzipped(content)
        headers["Content-Encoding"] = "gzip"
    etag = entity_tag(content)
    headers["ETag"] = etag
    headers["Cache-Control"] = f"public, max-age={endpoint.max_age_seconds}"
    if etag_matches(etag, request.headers.get("if-none-match")):
        headers.pop("Content-Encoding", None)
        return Response(status_code=NOT_MODIFIED, headers=headers)
    return Response(
        content, status_code=endpoint.status, headers=headers, media_type="application/json"
    )


def _require_own_page(request: Request, origins: Origins) -> None:
    """Refuse requests that a page of another site makes its visitors send."""
    if not origins.allow(request.headers.get("origin"), request.headers.get("host")):
        raise ProblemError("not_allowed", "Pages of this origin may not call this endpoint.")


def _charge(charges: Charges, endpoint: Endpoint, caller: Caller, table_id: str | None) -> None:
    """Count an authorized, well-formed request."""
    if caller.platform is not None:
        charges.charge_platform(caller.platform)
    elif caller.operator is not None:
        charges.charge_platform(f"operator/{caller.operator}")
    elif caller.claims is not None:
        charges.charge_token(caller.claims)
    else:
        charges.charge_address()
    if endpoint.is_seat_command:
        assert table_id is not None, "a command is for a table"
        assert caller.viewer != SPECTATOR, "a command is from a seat"
        charges.charge_command(table_id, caller.viewer)
    if endpoint.opens_guest_table:
        charges.charge_guest_table()
    if endpoint.reports_name:
        charges.charge_name_report()


async def _read_body(request: Request) -> bytes:
    """Read the body, and stop as soon as it is too large."""
    chunks: list[bytes] = []
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > BODY_BYTES_MAX:
            raise ProblemError(
                "too_large", f"The body exceeds {BODY_BYTES_MAX} bytes.", allowed=BODY_BYTES_MAX
            )
        chunks.append(chunk)
    return b"".join(chunks)


def _decode(decoder: StrictDecoder[object], body: bytes) -> object:
    try:
        return decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProblemError("malformed", f"The body is malformed: {error}.") from error
