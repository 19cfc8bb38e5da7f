"""Messages as they go out. A frame is made once and shared by all who get the same."""

from msgspec import Struct

from schemas.commit import canonical
from schemas.live import Alive, Message


class Frame(Struct, frozen=True, gc=False):
    text: str
    size: int
    """In bytes, as it goes out."""
    cursor: str | None = None
    """Where an event stream that has had this one goes on."""
    arrived_ms: int | None = None
    """When the command came in that this tells of, if it is told as it happens."""
    is_sign_of_life: bool = False


def frame_of(message: Message, cursor: str | None = None, arrived_ms: int | None = None) -> Frame:
    encoded = canonical(message)
    return Frame(encoded.decode(), len(encoded), cursor, arrived_ms)


def alive_frame(now_ms: int) -> Frame:
    encoded = canonical(Alive(now_ms))
    return Frame(encoded.decode(), len(encoded), is_sign_of_life=True)
