"""Server-Sent Events, for those who can't have a WebSocket: one subscription a stream."""

import random
from collections.abc import Callable

import msgspec
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from schemas.live import Subscribe, Topic
from services.notifier.client import Client, GoneError
from services.notifier.clients import Clients
from services.notifier.closing import Farewell
from services.notifier.frames import Frame, frame_of
from services.notifier.peers import Peers
from services.notifier.refusal import RefusedError
from services.notifier.subscribing import SubscriptionDesk
from services.runtime.problems import ProblemError, answer_problem
from services.runtime.settings import Settings
from services.runtime.telemetry import OPEN_STREAMS

SUBSCRIPTION = "events"
"""The id in a stream's messages."""
RETRY_MS = 3_000
HEADERS = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    # Proxies that gather answers before they pass them on would hold events back.
    "x-accel-buffering": "no",
}
PROBLEM_OF_CODE = {"no_such_game": "not_found"}
"""Where a refusal has another name than the problem that is answered."""

TopicOf = Callable[[Request], dict[str, object]]
"""What a request asks for, still to be checked."""


class StreamWire:
    """Answers with the first frame, so that whatever is wrong before can be answered instead."""

    def __init__(self, send: Send, abort: Callable[[], None]) -> None:
        self._send = send
        self._began = False
        self.abort = abort

    async def send(self, frame: Frame) -> None:
        await self._begin()
        if frame.is_sign_of_life:
            # A comment: it keeps the line open, and no page has to know of it.
            await self._body(": alive\n\n")
        elif frame.cursor is None:
            await self._body(f"data: {frame.text}\n\n")
        else:
            await self._body(f"id: {frame.cursor}\ndata: {frame.text}\n\n")

    async def part(self, farewell: Farewell) -> None:
        await self._begin()
        goodbye = farewell.goodbye
        # Streams are opened again by themselves, so the moment is chosen here.
        retry_ms = random.randint(goodbye.reconnect_ms_min, goodbye.reconnect_ms_max)
        text = frame_of(goodbye).text
        await self._body(f"retry: {retry_ms}\nevent: goodbye\ndata: {text}\n\n", more=False)

    async def _begin(self) -> None:
        if not self._began:
            self._began = True
            headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            start = {"type": "http.response.start", "status": 200, "headers": headers}
            await self._pass(start)
            await self._body(f"retry: {RETRY_MS}\n\n")

    async def _body(self, text: str, *, more: bool = True) -> None:
        body = text.encode()
        await self._pass({"type": "http.response.body", "body": body, "more_body": more})

    async def _pass(self, message: dict[str, object]) -> None:
        try:
            await self._send(message)
        except OSError as error:
            raise GoneError from error


class EventStream:
    """An endpoint: what `topic_of` makes of a request is followed for as long as it lasts."""

    def __init__(
        self,
        topic_of: TopicOf,
        desk: SubscriptionDesk,
        clients: Clients,
        peers: Peers,
        settings: Settings,
    ) -> None:
        self._topic_of = topic_of
        self._desk = desk
        self._clients = clients
        self._peers = peers
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        try:
            await self._serve(request, receive, send)
        except ProblemError as error:
            await answer_problem(error.problem)(scope, receive, send)

    async def _serve(self, request: Request, receive: Receive, send: Send) -> None:
        if request.method != "GET":
            raise ProblemError("method_not_allowed", "There is no such operation here.")
        topic = _read(self._topic_of(request))
        address = request.client.host if request.client else ""
        if why := self._clients.refusal(address):
            raise ProblemError("too_many_connections", _sentence(why))
        wire = StreamWire(send, self._peers.aborting(request.scope))
        client = Client(wire, self._settings, single=True)
        with OPEN_STREAMS.track_inprogress(), self._clients.welcome(client, address):
            try:
                await self._desk.subscribe(client, Subscribe(SUBSCRIPTION, topic))
            except RefusedError as refused:
                code = PROBLEM_OF_CODE.get(refused.code, refused.code)
                raise ProblemError(code, _sentence(refused.message)) from refused
            while (await receive())["type"] != "http.disconnect":
                pass


def game_topic(request: Request) -> dict[str, object]:
    known_in_query(request, "after", "token")
    token = token_of(request)
    if token is None:
        raise ProblemError("no_token", "This is for a viewer: a token is needed.")
    after = resume_from(request) or "0"
    if not (after.isascii() and after.isdigit()):
        raise ProblemError("malformed", f"after is a whole number, but {after[:20]!r} came.")
    game = request.path_params["game"]
    return {"type": "game", "game": game, "token": token, "after": int(after)}


def lobby_topic(request: Request) -> dict[str, object]:
    known_in_query(request, "game", "stage", "after")
    wanted = {name: request.query_params.get(name) for name in ("game", "stage")}
    return {"type": "lobby", "after": resume_from(request), **wanted}


def player_topic(request: Request) -> dict[str, object]:
    known_in_query(request, "token", "after")
    return {
        "type": "player",
        "player": request.path_params["player"],
        "token": token_of(request),
        "after": resume_from(request),
    }


def token_of(request: Request) -> str | None:
    """From the header, or from the query: a browser's EventSource sets no headers."""
    authorization = request.headers.get("authorization")
    if authorization is None:
        return request.query_params.get("token")
    scheme, _, credential = authorization.partition(" ")
    if scheme.lower() != "bearer" or not credential:
        raise ProblemError("bad_token", "Expected `Authorization: Bearer <token>`.")
    return credential


def resume_from(request: Request) -> str | None:
    """What a browser had last counts more than where its page once began."""
    return request.headers.get("last-event-id") or request.query_params.get("after")


def known_in_query(request: Request, *names: str) -> None:
    if unknown := set(request.query_params) - set(names):
        raise ProblemError(
            "malformed",
            f"Unknown in the query: {', '.join(sorted(unknown))}; known: {', '.join(names)}.",
        )


def _read(topic: dict[str, object]) -> Topic:
    try:
        read: Topic = msgspec.convert(topic, Topic)
    except msgspec.ValidationError as error:
        raise ProblemError("malformed", f"The request can't be read: {error}.") from error
    return read


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
