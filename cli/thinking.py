"""Bots that think by the clock.

The rules know no time, so a planner asks whoever made it whether it may go on. Live play answers
with a clock; simulations answer with a count, because the same seed has to give the same game.
"""

import time
from collections.abc import Callable

from games.bots import Budget
from games.city.planner import CAREFUL_DOUBT, Planner

NANOSECONDS_PER_MILLISECOND = 1_000_000

Clock = Callable[[], int]
"""Nanoseconds that never go back."""


def planner_with(milliseconds: int) -> Planner:
    """A planner with so much time for each decision. It sits on one seat: it has one clock."""
    return Planner(time_limit(milliseconds), CAREFUL_DOUBT)


def time_limit(milliseconds: int, clock: Clock = time.monotonic_ns) -> Budget:
    """So much time from the moment a decision begins. A playout that has begun is finished."""
    deadline = clock()

    def may_go_on(playouts: int) -> bool:
        nonlocal deadline
        now = clock()
        if playouts == 0:
            deadline = now + milliseconds * NANOSECONDS_PER_MILLISECOND
        return now < deadline

    return may_go_on
