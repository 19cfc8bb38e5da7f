"""A minimal WebSocket client: thousands of them must cost little compared with the notifier."""

import asyncio
import os
from base64 import b64encode
from collections.abc import Callable

FIN_TEXT, FIN_PONG = 0x81, 0x8A
TEXT, CLOSE, PING = 1, 8, 9
MASKED = 0x80
NO_MASK = bytes(4)
"""Clients must mask their frames; this mask changes nothing."""

OnFrame = Callable[["LiveSocket", bytes], None]


class LiveSocket(asyncio.Protocol):
    def __init__(self, on_frame: OnFrame) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False
        self._on_frame = on_frame
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

    def _send(self, opcode: int, payload: bytes) -> None:
        if len(payload) < 126:
            head = bytes((opcode, MASKED | len(payload)))
        else:
            head = bytes((opcode, MASKED | 126)) + len(payload).to_bytes(2)
        self.transport.write(head + NO_MASK + payload)

    def data_received(self, received: bytes) -> None:
        self._buffer = self._buffer + received if self._buffer else received
        if not self.opened.done():
            head, separator, rest = self._buffer.partition(b"\r\n\r\n")
            if not separator:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self._buffer = rest
            self.opened.set_result(None)
        start = 0
        while (frame := self._frame(start)) is not None:
            opcode, payload_start, start = frame
            payload = self._buffer[payload_start:start]
            if opcode == TEXT:
                self._on_frame(self, payload)
            elif opcode == PING:
                self._send(FIN_PONG, payload)
            elif opcode == CLOSE:
                self.transport.close()
        self._buffer = self._buffer[start:]

    def _frame(self, start: int) -> tuple[int, int, int] | None:
        """Return a complete frame's opcode and the start and end of its payload."""
        buffer = self._buffer
        if len(buffer) < start + 2:
            return None
        size, payload_start = buffer[start + 1], start + 2
        if size >= 126:
            length_bytes = 2 if size == 126 else 8
            size = int.from_bytes(buffer[payload_start : payload_start + length_bytes])
            payload_start += length_bytes
        if len(buffer) < payload_start + size:
            return None
        return buffer[start] & 0x0F, payload_start, payload_start + size
