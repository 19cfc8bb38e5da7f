"""How a live connection ends: the goodbye frame, and the close code of the socket.

Codes from 4000 on are ours; RFC 6455 reserves that range for applications.
"""

from msgspec import Struct

from schemas.live import CloseReason, Goodbye

SERVICE_RESTART = 1012
TRY_AGAIN_LATER = 1013
TOO_MANY_MALFORMED = 4400
OTHER_ORIGIN = 4403
NO_SUCH_PATH = 4404
TOO_SLOW = 4408
IDLE = 4410


class Closing(Struct, frozen=True):
    """The last frame of a connection and the code its socket is closed with."""

    goodbye: Goodbye
    code: int
    sends_queue: bool = True
    """Whether queued frames are sent before the goodbye."""


# Clients reconnect with jitter within this window, so that they do not all arrive at once.
CLOSINGS: dict[CloseReason, Closing] = {
    "draining": Closing(Goodbye("draining", 200, 5_000), SERVICE_RESTART),
    "too_slow": Closing(Goodbye("too_slow", 1_000, 5_000), TOO_SLOW, sends_queue=False),
    "idle": Closing(Goodbye("idle", 0, 1_000), IDLE),
    "unavailable": Closing(Goodbye("unavailable", 5_000, 30_000), TRY_AGAIN_LATER),
}
