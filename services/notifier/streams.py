"""Server-Sent Events, for clients that cannot open a WebSocket. One subscription per stream."""

import random
from collections.abc import Callable, Sequence

import msgspec
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from schemas.http import ProblemCode
from schemas.live import EndCode, Subscribe, Topic
from schemas.strict import convert_strictly
from services.notifier.client import Client, ClientDisconnectedError
from services.notifier.clients import Clients
from services.notifier.closing import Closing
from services.notifier.frames import Frame, encode_frame
from services.notifier.peer_connections import PeerConnections
from services.notifier.refusal import SubscriptionRefusedError
from services.notifier.topic_router import TopicRouter
from services.runtime.operations.settings import Settings
from services.runtime.operations.telemetry import SSE_CONNECTIONS
from services.runtime.web.problems import ProblemError, problem_response

SUBSCRIPTION_ID = "events"
"""The subscription id in a stream's frames."""
RETRY_MS = 3_000
HEADERS = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    # Buffering proxies would delay events.
    "x-accel-buffering": "no",
}

CURSOR_CHARS_MAX = 19
"""Python refuses to parse numbers of thousands of digits."""

ReadTopic = Callable[[Request], dict[str, object]]
"""Builds a topic from a request; it is validated afterwards."""


class StreamTransport:
    """Starts the response with the first frame; earlier errors are sent as a problem response."""

    def __init__(self, send: Send, abort: Callable[[], None]) -> None:
        self._send = send
        self._has_started = False
        self.abort = abort

    def write(self, _frames: Sequence[Frame]) -> bool:
        return False

    async def send(self, frame: Frame) -> None:
        await self._start()
        if frame.is_heartbeat:
            # A comment keeps the connection open and is invisible to EventSource.
            await self._send_body(": heartbeat\n\n")
        elif frame.cursor is None:
            await self._send_body(f"data: {frame.text}\n\n")
        else:
            await self._send_body(f"id: {frame.cursor}\ndata: {frame.text}\n\n")

    async def close_with(self, closing: Closing) -> None:
        await self._start()
        goodbye = closing.goodbye
        # EventSource reconnects by itself after `retry`, so the jitter is added here.
        retry_ms = random.randint(goodbye.reconnect_ms_min, goodbye.reconnect_ms_max)
        text = encode_frame(goodbye).text
        await self._send_body(f"retry: {retry_ms}\nevent: goodbye\ndata: {text}\n\n", more=False)

    async def _start(self) -> None:
        if not self._has_started:
            self._has_started = True
            headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            start = {"type": "http.response.start", "status": 200, "headers": headers}
            await self._send_message(start)
            await self._send_body(f"retry: {RETRY_MS}\n\n")

    async def _send_body(self, text: str, *, more: bool = True) -> None:
        body = text.encode()
        await self._send_message({"type": "http.response.body", "body": body, "more_body": more})

    async def _send_message(self, message: dict[str, object]) -> None:
        try:
            await self._send(message)
        except OSError as error:
            raise ClientDisconnectedError from error


class EventStream:
    """An endpoint that streams the topic of a request."""

    def __init__(
        self,
        read_topic: ReadTopic,
        router: TopicRouter,
        clients: Clients,
        peers: PeerConnections,
        settings: Settings,
    ) -> None:
        self._read_topic = read_topic
        self._router = router
        self._clients = clients
        self._peers = peers
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        try:
            await self._serve(request, receive, send)
        except ProblemError as error:
            await problem_response(error.problem)(scope, receive, send)

    async def _serve(self, request: Request, receive: Receive, send: Send) -> None:
        if request.method != "GET":
            raise ProblemError("method_not_allowed", "Only GET is supported.")
        topic = _validate(self._read_topic(request))
        address = request.client.host if request.client else ""
        if reason := self._clients.refusal_reason(address):
            raise ProblemError("too_many_connections", _sentence(reason))
        transport = StreamTransport(send, self._peers.abort_callback(request.scope))
        client = Client(transport, self._settings, closes_with_subscription=True)
        with SSE_CONNECTIONS.track_inprogress(), self._clients.track(client, address):
            try:
                await self._router.subscribe(client, Subscribe(SUBSCRIPTION_ID, topic))
            except SubscriptionRefusedError as refusal:
                code = _problem_code(refusal.code)
                raise ProblemError(code, _sentence(refusal.message)) from refusal
            while (await receive())["type"] != "http.disconnect":
                pass


def _problem_code(code: EndCode) -> ProblemCode:
    match code:
        case "no_such_table":
            return "not_found"
        case "id_taken" | "unsubscribed":
            raise AssertionError("a stream has only one subscription, from start to end")
        case _:
            return code


def table_topic(request: Request) -> dict[str, object]:
    check_query(request, "after", "token")
    token = read_token(request)
    if token is None:
        raise ProblemError("no_token", "A viewer's token is required.")
    after = read_cursor(request) or "0"
    if not (after.isascii() and after.isdigit() and len(after) <= CURSOR_CHARS_MAX):
        raise ProblemError("malformed", f"Expected a number as `after`, got {after[:20]!r}.")
    table_id = request.path_params["table"]
    return {"type": "table", "table": table_id, "token": token, "after": int(after)}


def lobby_topic(request: Request) -> dict[str, object]:
    check_query(request, "game", "stage", "token", "after")
    filters = {name: request.query_params.get(name) for name in ("game", "stage")}
    return {
        "type": "lobby",
        "token": read_token(request),
        "after": read_cursor(request),
        **filters,
    }


def player_topic(request: Request) -> dict[str, object]:
    check_query(request, "token", "after")
    return {
        "type": "player",
        "player": request.path_params["player"],
        "token": read_token(request),
        "after": read_cursor(request),
    }


def read_token(request: Request) -> str | None:
    """Read the token from the header, or from the query: EventSource cannot set headers."""
    authorization = request.headers.get("authorization")
    if authorization is None:
        return request.query_params.get("token")
    scheme, _, credential = authorization.partition(" ")
    if scheme.lower() != "bearer" or not credential:
        raise ProblemError("bad_token", "Expected `Authorization: Bearer <token>`.")
    return credential


def read_cursor(request: Request) -> str | None:
    """Prefer Last-Event-ID: on a reconnect the query still holds the first request's cursor."""
    return request.headers.get("last-event-id") or request.query_params.get("after")


def check_query(request: Request, *names: str) -> None:
    if unknown := set(request.query_params) - set(names):
        raise ProblemError(
            "malformed",
            f"Unknown query parameters: {', '.join(sorted(unknown))}. Known: {', '.join(names)}.",
        )


def _validate(fields: dict[str, object]) -> Topic:
    try:
        topic: Topic = convert_strictly(fields, Topic)
    except msgspec.ValidationError as error:
        raise ProblemError("malformed", f"The request is malformed: {error}.") from error
    return topic


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
