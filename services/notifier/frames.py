"""Encoded messages. A frame is encoded once and shared by all clients that receive it."""

from msgspec import Struct

from schemas.commit import canonical
from schemas.live import Heartbeat, Message


class Frame(Struct, frozen=True, gc=False):
    content: bytes
    """JSON."""
    cursor: str | None = None
    """The event id from which an event stream resumes after this frame."""
    arrived_ms: int | None = None
    """When the command behind this frame arrived; None for frames sent while catching up."""
    is_heartbeat: bool = False

    @property
    def size(self) -> int:
        """In bytes."""
        return len(self.content)

    @property
    def text(self) -> str:
        return self.content.decode()


def encode_frame(
    message: Message, cursor: str | None = None, arrived_ms: int | None = None
) -> Frame:
    return Frame(canonical(message), cursor, arrived_ms)


def encode_heartbeat(now_ms: int) -> Frame:
    return Frame(canonical(Heartbeat(now_ms)), is_heartbeat=True)
