"""Time limits for bots.

Rules have no access to time, so a bot asks its budget whether to continue. Live play uses a
clock; simulations use a count, because the same seed must give the same game.
"""

import time
from collections.abc import Callable

from games.bots import Budget

NANOSECONDS_PER_MILLISECOND = 1_000_000

Clock = Callable[[], int]
"""Monotonic nanoseconds."""


def time_limit(milliseconds: int, clock: Clock = time.monotonic_ns) -> Budget:
    """Return a budget that starts with each decision. A started playout is finished.

    Use one per bot: it holds the time.
    """
    deadline = clock()

    def may_continue(playouts: int) -> bool:
        nonlocal deadline
        now = clock()
        if playouts == 0:
            deadline = now + milliseconds * NANOSECONDS_PER_MILLISECOND
        return now < deadline

    return may_continue
