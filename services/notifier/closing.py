"""How a live connection ends: the codes a socket is closed with, and when to come back.

Codes from 4000 on are our own, as the protocol leaves them to applications.
"""

from typing import Literal

from msgspec import Struct

from schemas.live import Goodbye

SERVICE_RESTARTS = 1012
TRY_AGAIN_LATER = 1013
MALFORMED_TOO_OFTEN = 4400
NO_SUCH_PATH = 4404
TOO_SLOW = 4408
IDLE = 4410

Reason = Literal["draining", "too_slow", "idle", "unavailable"]


class Farewell(Struct, frozen=True):
    """The last message of a connection, and the code its socket is closed with."""

    goodbye: Goodbye
    code: int
    keeps_queue: bool = True
    """Is what waits to be sent still sent before?"""


# Clients come back at a random moment of the span, so that they don't come all at once.
FAREWELLS: dict[Reason, Farewell] = {
    "draining": Farewell(Goodbye("draining", 200, 5_000), SERVICE_RESTARTS),
    "too_slow": Farewell(Goodbye("too_slow", 1_000, 5_000), TOO_SLOW, keeps_queue=False),
    "idle": Farewell(Goodbye("idle", 0, 1_000), IDLE),
    "unavailable": Farewell(Goodbye("unavailable", 5_000, 30_000), TRY_AGAIN_LATER),
}
