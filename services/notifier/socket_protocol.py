"""uvicorn's WebSocket protocol, with a way to write many frames at once and without a task.

An ASGI application sends one frame per call, and each call is a socket write of its own.
"""

import struct
from collections.abc import Callable, Iterable
from typing import cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

PROTOCOL = "bluemoon.protocol"
"""Where the application finds the protocol of its socket."""

FINAL_TEXT = 0x81
"""First byte of a frame (RFC 6455, 5.2): a whole text message. A server does not mask frames."""
SHORT_BYTES_MAX = 125
MEDIUM_BYTES_MAX = 0xFFFF


class SocketProtocol(WebSocketsSansIOProtocol):
    take_text: Callable[[bytes], bool] | None = None
    """Set while the application waits for the next message. It gets a message first, without the
    detour over the application's task; it returns False for one that needs the task."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            cast("dict[str, object]", self.scope)[PROTOCOL] = self

    def send_receive_event_to_app(self) -> None:
        if self.take_text is not None and self.curr_msg_data_type == "text" and not self.close_sent:
            text = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
            if self.queue.empty() and self.take_text(text):
                self.frames = []
                return
        super().send_receive_event_to_app()

    def write_texts(self, texts: Iterable[bytes]) -> bool:
        """Write text messages, if the client reads. False: nothing was written."""
        if not self.writable.is_set():
            return False
        if not (self.disconnected or self.close_sent or self.transport.is_closing()):
            parts: list[bytes] = []
            for text in texts:
                parts += (_header(len(text)), text)
            self.transport.write(b"".join(parts))
        return True


def _header(size: int) -> bytes:
    if size <= SHORT_BYTES_MAX:
        return bytes((FINAL_TEXT, size))
    if size <= MEDIUM_BYTES_MAX:
        return struct.pack("!BBH", FINAL_TEXT, 126, size)
    return struct.pack("!BBQ", FINAL_TEXT, 127, size)
