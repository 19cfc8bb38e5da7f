"""Planners with a time limit.

Rules have no access to time, so a planner asks its budget whether to continue. Live play uses a
clock; simulations use a count, because the same seed must give the same game.
"""

import time
from collections.abc import Callable

from games.bots import Budget
from games.city.planner import CAREFUL_DOUBT, Planner

NANOSECONDS_PER_MILLISECOND = 1_000_000

Clock = Callable[[], int]
"""Monotonic nanoseconds."""


def timed_planner(milliseconds: int) -> Planner:
    """Return a planner with this time limit per decision. Use one per seat: it holds a clock."""
    return Planner(time_limit(milliseconds), CAREFUL_DOUBT)


def time_limit(milliseconds: int, clock: Clock = time.monotonic_ns) -> Budget:
    """Return a budget that starts with each decision. A started playout is finished."""
    deadline = clock()

    def may_continue(playouts: int) -> bool:
        nonlocal deadline
        now = clock()
        if playouts == 0:
            deadline = now + milliseconds * NANOSECONDS_PER_MILLISECOND
        return now < deadline

    return may_continue
