"""What the gateway offers, declared once: routes, checks and the OpenAPI follow from it."""

import re
import time
from collections.abc import Awaitable, Callable
from typing import Any, Literal

import msgspec
import structlog
from msgspec import Struct
from redis.exceptions import RedisError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from schemas.table import GAME_ID
from services.gateway.access import Access, Caller
from services.gateway.rates import RateLimit, Rates
from services.runtime.problems import ProblemError, answer_problem, too_many
from services.runtime.telemetry import CALLS, RATE_LIMITED

BODY_BYTES_MAX = 64 * 1024

Who = Literal["anyone", "platform", "viewer", "seat"]
"""Who may call: `viewer` is any token for the game (the platform too), `seat` one that plays."""

_GAME_ID = re.compile(GAME_ID)

log = structlog.get_logger()


class Call(Struct, frozen=True):
    """A checked call: who, for which game, with what body and what in the query."""

    caller: Caller
    path: dict[str, str]
    query: dict[str, str]
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
    query: dict[str, str] = {}
    """Name -> meaning of each parameter that may stand in the query."""
    problems: tuple[str, ...] = ()
    """Besides those that any call may meet."""
    to_game: bool = False
    """Is it work for one game, whose rate is limited too?"""


def route(operation: Operation, access: Access, rates: Rates) -> Route:
    decoder = None if operation.body is None else msgspec.json.Decoder(operation.body)

    async def endpoint(request: Request) -> Response:
        start = time.perf_counter()
        response = await answer(request)
        CALLS.labels(operation.name, str(response.status_code)).observe(time.perf_counter() - start)
        return response

    async def answer(request: Request) -> Response:
        try:
            caller = _caller(request, access, rates)
            game = request.path_params.get("game")
            if game is not None and not _GAME_ID.match(game):
                raise ProblemError("not_found", f"There is no table {game!r}.")
            access.require(operation.who, caller, game)
            if operation.to_game:
                _keep_to_rate(rates.games, str(game), "This game has too much to do")
            unknown = set(request.query_params) - set(operation.query)
            if unknown:
                raise ProblemError(
                    "malformed",
                    f"Unknown in the query: {', '.join(sorted(unknown))}; known: "
                    f"{', '.join(operation.query) or 'nothing'}.",
                )
            body = None if decoder is None else _decoded(decoder, await _body(request))
            call = Call(caller, dict(request.path_params), dict(request.query_params), body)
            found = await operation.handler(call)
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
        return Response(
            msgspec.json.encode(found.body, order="sorted"),
            status_code=found.status,
            media_type="application/json",
        )

    return Route(operation.path, endpoint, methods=[operation.method], name=operation.name)


def _caller(request: Request, access: Access, rates: Rates) -> Caller:
    """Who calls. Whoever offers a wrong key or token has the rate of their address."""
    address = request.client.host if request.client else "nowhere"
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
