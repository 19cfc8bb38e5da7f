"""A WebSocket client that does as little as it can: thousands of them are not to be measured."""

import asyncio
import os
from base64 import b64encode
from collections.abc import Callable

FIN_TEXT, FIN_PONG = 0x81, 0x8A
TEXT, CLOSE, PING = 1, 8, 9
MASKED = 0x80
NO_MASK = bytes(4)
"""A client has to mask its frames; this mask changes nothing."""

Heard = Callable[["LiveSocket", bytes], None]


class LiveSocket(asyncio.Protocol):
    def __init__(self, heard: Heard) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False
        self._heard = heard
        self._buffer = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        key = b64encode(os.urandom(16)).decode()
        transport.write(
            "GET /v1/live HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, _error: Exception | None) -> None:
        self.closed = True

    def send(self, text: bytes) -> None:
        self._send(FIN_TEXT, text)

    def _send(self, kind: int, payload: bytes) -> None:
        if len(payload) < 126:
            head = bytes((kind, MASKED | len(payload)))
        else:
            head = bytes((kind, MASKED | 126)) + len(payload).to_bytes(2)
        self.transport.write(head + NO_MASK + payload)

    def data_received(self, received: bytes) -> None:
        self._buffer = self._buffer + received if self._buffer else received
        if not self.opened.done():
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self._buffer = rest
            self.opened.set_result(None)
        at = 0
        while (frame := self._frame(at)) is not None:
            kind, first, at = frame
            payload = self._buffer[first:at]
            if kind == TEXT:
                self._heard(self, payload)
            elif kind == PING:
                self._send(FIN_PONG, payload)
            elif kind == CLOSE:
                self.transport.close()
        self._buffer = self._buffer[at:]

    def _frame(self, at: int) -> tuple[int, int, int] | None:
        """A frame's kind, where its payload begins and where it ends, when all of it is there."""
        held = self._buffer
        if len(held) < at + 2:
            return None
        size, first = held[at + 1], at + 2
        if size == 126:
            size, first = int.from_bytes(held[first : first + 2]), first + 2
        elif size == 127:
            size, first = int.from_bytes(held[first : first + 8]), first + 8
        if len(held) < first + size:
            return None
        return held[at] & 0x0F, first, first + size
