"""What the gateway offers, declared once: routes, checks and the OpenAPI follow from it."""

import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Literal

import msgspec
import structlog
from msgspec import Struct
from redis.exceptions import RedisError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from services.gateway.access import Access, Caller
from services.gateway.keeping import (
    NOT_MODIFIED,
    accepted_encodings,
    compressed,
    entity_tag,
    is_known,
)
from services.gateway.parameters import Parameter, read_path, read_query
from services.gateway.rates import RateLimit, Rates
from services.runtime.problems import ProblemError, answer_problem, too_many
from services.runtime.telemetry import CALLS, RATE_LIMITED

BODY_BYTES_MAX = 64 * 1024

Who = Literal["anyone", "platform", "viewer", "seat"]
"""Who may call: `viewer` is any token for the game (the platform too), `seat` one that plays."""

log = structlog.get_logger()


class Call(Struct, frozen=True):
    """A checked call: who, for which game, with what body and what in the query."""

    caller: Caller
    path: dict[str, Any]
    query: dict[str, Any]
    body: Any = None


class Answer(Struct, frozen=True):
    body: Any
    status: int = 200


Handler = Callable[[Call], Awaitable[Answer]]


class Operation(Struct, frozen=True):
    name: str
    method: Literal["GET", "POST", "PUT", "DELETE"]
    path: str
    summary: str
    handler: Handler
    who: Who
    answers: dict[int, Any]
    """Status -> type of the body."""
    body: Any = None
    query: dict[str, Parameter] = {}
    """What may stand in the query."""
    problems: tuple[str, ...] = ()
    """Besides those that any call may meet."""
    to_game: bool = False
    """Is it work for one game, whose rate is limited too?"""
    keep_seconds: int = 0
    """How long anyone may keep the answer before asking whether it is still the same."""
    guest_table: bool = False
    """Does it open a table for whoever asks? An address may do so only now and then."""


def routes(operations: Iterable[Operation], access: Access, rates: Rates) -> list[Route]:
    """One for each path, so that whoever tries another method is told which there are."""
    by_path: dict[str, dict[str, Operation]] = {}
    for operation in operations:
        by_path.setdefault(operation.path, {})[operation.method] = operation
    return [_route(path, methods, access, rates) for path, methods in by_path.items()]


def _route(path: str, methods: dict[str, Operation], access: Access, rates: Rates) -> Route:
    decoders = {
        operation.name: msgspec.json.Decoder(operation.body)
        for operation in methods.values()
        if operation.body is not None
    }

    async def endpoint(request: Request) -> Response:
        start = time.perf_counter()
        # Who asks for the head of an answer gets that of the whole one.
        operation = methods["GET" if request.method == "HEAD" else request.method]
        response = await answer(operation, request)
        CALLS.labels(operation.name, str(response.status_code)).observe(time.perf_counter() - start)
        return response

    async def answer(operation: Operation, request: Request) -> Response:
        try:
            caller = _caller(request, access, rates)
            named = read_path(request.path_params)
            access.require(operation.who, caller, named.get("game"))
            if operation.to_game:
                _keep_to_rate(rates.games, named["game"], "This game has too much to do")
            if operation.guest_table:
                _keep_to_rate(rates.guest_tables, _address(request), "Too many new tables")
            query = read_query(request.query_params, operation.query)
            decoder = decoders.get(operation.name)
            body = None if decoder is None else _decoded(decoder, await _body(request))
            found = await operation.handler(Call(caller, named, query, body))
        except ProblemError as problem:
            return answer_problem(problem.problem)
        except (RedisError, OSError) as error:
            log.warning("the games can't be reached", error=str(error))
            return answer_problem(
                ProblemError("unavailable", "The games can't be reached: try again.").problem
            )
        except Exception:
            log.exception("a call failed", operation=operation.name)
            return answer_problem(ProblemError("internal", "The gateway failed.").problem)
        content = msgspec.json.encode(found.body, order="sorted")
        headers = {}
        if operation.keep_seconds:
            headers = {"Vary": "Accept-Encoding"}
            if "gzip" in accepted_encodings(request.headers.get("accept-encoding")):
                content = compressed(content)
                headers["Content-Encoding"] = "gzip"
            tag = entity_tag(content)
            headers["ETag"] = tag
            headers["Cache-Control"] = f"public, max-age={operation.keep_seconds}"
            if is_known(tag, request.headers.get("if-none-match")):
                headers.pop("Content-Encoding", None)
                return Response(status_code=NOT_MODIFIED, headers=headers)
        return Response(
            content, status_code=found.status, headers=headers, media_type="application/json"
        )

    return Route(path, endpoint, methods=list(methods))


def _caller(request: Request, access: Access, rates: Rates) -> Caller:
    """Who calls. Whoever offers a wrong key or token has the rate of their address."""
    address = _address(request)
    try:
        caller = access.caller(request.headers.get("authorization"))
    except ProblemError:
        _keep_to_rate(rates.clients, address, "Too many calls")
        raise
    if caller.platform is not None:
        _keep_to_rate(rates.platforms, caller.platform, "Too many calls")
    elif caller.holder is not None:
        holder = caller.holder
        _keep_to_rate(rates.clients, f"{holder.game}/{holder.viewer}", "Too many calls")
    else:
        _keep_to_rate(rates.clients, address, "Too many calls")
    return caller


def _address(request: Request) -> str:
    return request.client.host if request.client else "nowhere"


def _keep_to_rate(limit: RateLimit, key: str, what: str) -> None:
    wait_seconds = limit.wait_seconds(key, time.monotonic())
    if wait_seconds:
        RATE_LIMITED.inc()
        raise too_many(wait_seconds, what)


async def _body(request: Request) -> bytes:
    """Refused as soon as it is too large, not after it was read."""
    chunks: list[bytes] = []
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > BODY_BYTES_MAX:
            raise ProblemError(
                "too_large", f"A body has at most {BODY_BYTES_MAX} bytes.", allowed=BODY_BYTES_MAX
            )
        chunks.append(chunk)
    return b"".join(chunks)


def _decoded(decoder: msgspec.json.Decoder[Any], body: bytes) -> Any:
    try:
        return decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProblemError("malformed", f"The body can't be read: {error}.") from error
