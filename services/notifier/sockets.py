"""WebSockets: many subscriptions on one, each with the client's own id."""

from collections.abc import Callable
from contextlib import suppress

import msgspec
from starlette.types import Message, Receive, Scope, Send

from schemas.live import FromClient, Subscribe, SubscriptionEnded, Unsubscribe
from services.notifier.client import Client, GoneError
from services.notifier.clients import Clients
from services.notifier.closing import FAREWELLS, MALFORMED_TOO_OFTEN, NO_SUCH_PATH, Farewell
from services.notifier.frames import Frame, frame_of
from services.notifier.peers import Peers
from services.notifier.refusal import RefusedError
from services.notifier.subscribing import SubscriptionDesk
from services.runtime.settings import Settings
from services.runtime.telemetry import OPEN_SOCKETS

PATH = "/v1/live"
FRAME_BYTES_MAX = 16 * 1024
MALFORMED_MAX = 8

_frames: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


class SocketWire:
    __slots__ = ("_send", "abort")

    def __init__(self, send: Send, abort: Callable[[], None]) -> None:
        self._send = send
        self.abort = abort

    async def send(self, frame: Frame) -> None:
        await self._pass({"type": "websocket.send", "text": frame.text})

    async def accept(self) -> None:
        await self._pass({"type": "websocket.accept"})

    async def part(self, farewell: Farewell) -> None:
        await self.send(frame_of(farewell.goodbye))
        await self.close(farewell.code, farewell.goodbye.reason)

    async def close(self, code: int, reason: str) -> None:
        await self._pass({"type": "websocket.close", "code": code, "reason": reason})

    async def _pass(self, message: Message) -> None:
        try:
            await self._send(message)
        except (OSError, RuntimeError) as error:
            # Servers raise the second when the socket was closed before.
            raise GoneError from error


class Sockets:
    """An application of its own, without a framework in between: that costs memory for every
    socket, and there is one path."""

    def __init__(
        self, desk: SubscriptionDesk, clients: Clients, peers: Peers, settings: Settings
    ) -> None:
        self._desk = desk
        self._clients = clients
        self._peers = peers
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        wire = SocketWire(send, self._peers.aborting(scope))
        assert (await receive())["type"] == "websocket.connect"
        with suppress(GoneError):
            if scope["path"] != PATH:
                # Before it is accepted this is an answer with status 403.
                await wire.close(NO_SUCH_PATH, "there is nothing here")
                return
            # Only an open socket can be told why it is refused: a browser hides other answers.
            await wire.accept()
            address = scope["client"][0] if scope["client"] else ""
            if why := self._clients.refusal(address):
                farewell = FAREWELLS["unavailable"]
                await wire.send(frame_of(farewell.goodbye))
                await wire.close(farewell.code, why)
                return
            client = Client(wire, self._settings)
            with OPEN_SOCKETS.track_inprogress(), self._clients.welcome(client, address):
                await self._receive(receive, client, wire)

    async def _receive(self, receive: Receive, client: Client, wire: SocketWire) -> None:
        malformed = 0
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            if client.parting is not None:
                continue
            try:
                await self._obey(client, _read(message.get("text")))
            except msgspec.DecodeError as error:
                malformed += 1
                if malformed > MALFORMED_MAX:
                    await wire.close(MALFORMED_TOO_OFTEN, "too many malformed frames")
                    return
                client.send(frame_of(SubscriptionEnded(None, "malformed", str(error))))

    async def _obey(self, client: Client, wanted: FromClient) -> None:
        match wanted:
            case Subscribe():
                try:
                    await self._desk.subscribe(client, wanted)
                except RefusedError as refused:
                    ended = SubscriptionEnded(wanted.id, refused.code, refused.message)
                    client.send(frame_of(ended))
            case Unsubscribe():
                client.end_subscription(wanted.id, "unsubscribed", "as you asked")


def _read(text: str | None) -> FromClient:
    if text is None:
        raise msgspec.DecodeError("Expected a frame of text, got a binary one")
    return _frames.decode(text)
