"""WebSockets: many subscriptions per socket, each with an id chosen by the client."""

from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec
from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

from schemas.live import FromClient, SendCommand, Subscribe, SubscriptionEnded, Unsubscribe
from schemas.strict import StrictDecoder
from services.notifier.client import Client, ClientDisconnectedError
from services.notifier.clients import Clients
from services.notifier.closing import (
    CLOSINGS,
    NO_SUCH_PATH,
    OTHER_ORIGIN,
    TOO_MANY_MALFORMED,
    Closing,
)
from services.notifier.frames import Frame, encode_frame
from services.notifier.live_commands import LiveCommands
from services.notifier.peer_connections import PeerConnections
from services.notifier.refusal import SubscriptionRefusedError
from services.notifier.socket_protocol import PROTOCOL, SocketProtocol
from services.notifier.topic_router import TopicRouter
from services.runtime.operations.settings import Settings
from services.runtime.operations.telemetry import WEBSOCKET_CONNECTIONS
from services.runtime.web.connection_guard import client_network
from services.runtime.web.origins import Origins

PATH = "/v1/live"
FRAME_BYTES_MAX = 16 * 1024
MALFORMED_FRAMES_MAX = 8

_frame_decoder: StrictDecoder[FromClient] = StrictDecoder(FromClient)


class SocketTransport:
    __slots__ = ("_send", "abort", "protocol")

    def __init__(self, protocol: SocketProtocol, send: Send, abort: Callable[[], None]) -> None:
        self.protocol = protocol
        self._send = send
        self.abort = abort

    def write(self, frames: Sequence[Frame]) -> bool:
        return self.protocol.write_texts(frame.content for frame in frames)

    async def send(self, frame: Frame) -> None:
        await self._send_message({"type": "websocket.send", "text": frame.text})

    async def accept(self) -> None:
        await self._send_message({"type": "websocket.accept"})

    async def close_with(self, closing: Closing) -> None:
        await self.send(encode_frame(closing.goodbye))
        await self.close(closing.code, closing.goodbye.reason)

    async def close(self, code: int, reason: str) -> None:
        await self._send_message({"type": "websocket.close", "code": code, "reason": reason})

    async def _send_message(self, message: Message) -> None:
        try:
            await self._send(message)
        except (OSError, RuntimeError) as error:
            # Servers raise RuntimeError if the socket is already closed.
            raise ClientDisconnectedError from error


class SocketApp:
    """The ASGI application for sockets.

    Used without a framework, which would cost memory for every socket; there is only one path.
    """

    def __init__(
        self,
        router: TopicRouter,
        commands: LiveCommands,
        clients: Clients,
        peers: PeerConnections,
        settings: Settings,
    ) -> None:
        self._router = router
        self._commands = commands
        self._clients = clients
        self._peers = peers
        self._settings = settings
        self._origins = Origins(settings.allowed_origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        transport = SocketTransport(scope[PROTOCOL], send, self._peers.abort_callback(scope))
        assert (await receive())["type"] == "websocket.connect"
        with suppress(ClientDisconnectedError):
            if scope["path"] != PATH:
                # Closing before accepting responds with status 403.
                await transport.close(NO_SUCH_PATH, "no such path")
                return
            headers = Headers(scope=scope)
            if not self._origins.allow(headers.get("origin"), headers.get("host")):
                await transport.close(OTHER_ORIGIN, "pages of this origin may not connect")
                return
            # Accept first: browsers hide the reason when a handshake fails.
            await transport.accept()
            address = scope["client"][0] if scope["client"] else ""
            if reason := self._clients.refusal_reason(address):
                closing = CLOSINGS["unavailable"]
                await transport.send(encode_frame(closing.goodbye))
                await transport.close(closing.code, reason)
                return
            client = Client(transport, self._settings)
            with WEBSOCKET_CONNECTIONS.track_inprogress(), self._clients.track(client, address):
                await self._receive(receive, client, transport, client_network(address))

    async def _receive(
        self, receive: Receive, client: Client, transport: SocketTransport, network: str
    ) -> None:
        malformed_frames = 0
        protocol = transport.protocol

        def take_text(text: bytes) -> bool:
            try:
                frame = _frame_decoder.decode(text)
            except msgspec.DecodeError:
                return False
            return (
                isinstance(frame, SendCommand)
                and client.closing is None
                and self._commands.take(client, network, frame)
            )

        while True:
            protocol.take_text = take_text
            message = await receive()
            # Until this message is handled, later ones wait for their turn.
            protocol.take_text = None
            if message["type"] == "websocket.disconnect":
                return
            if client.closing is not None:
                continue
            try:
                await self._handle(client, network, _decode(message.get("text")))
            except msgspec.DecodeError as error:
                malformed_frames += 1
                if malformed_frames > MALFORMED_FRAMES_MAX:
                    await transport.close(TOO_MANY_MALFORMED, "too many malformed frames")
                    return
                client.send(encode_frame(SubscriptionEnded(None, "malformed", str(error))))

    async def _handle(self, client: Client, network: str, request: FromClient) -> None:
        match request:
            case SendCommand():
                await self._commands.receive(client, network, request)
            case Subscribe():
                try:
                    await self._router.subscribe(client, request)
                except SubscriptionRefusedError as refusal:
                    ended = SubscriptionEnded(request.id, refusal.code, refusal.message)
                    client.send(encode_frame(ended))
            case Unsubscribe():
                client.end_subscription(request.id, "unsubscribed", "the client unsubscribed")


def _decode(text: str | None) -> FromClient:
    if text is None:
        raise msgspec.DecodeError("Expected a text frame, got a binary frame")
    return _frame_decoder.decode(text)
