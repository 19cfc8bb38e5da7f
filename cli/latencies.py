"""How long the last answers took."""

import math
import time
from collections import deque
from collections.abc import Callable

WINDOW_SECONDS = 10.0


class Latencies:
    """Answers of the last seconds: how many a second, and how long they took."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._began = clock()
        self._answers: deque[tuple[float, float]] = deque()

    def add(self, seconds: float) -> None:
        self._answers.append((self._clock(), seconds))
        self._forget()

    def rate(self) -> float:
        """Answers a second."""
        self._forget()
        span = min(WINDOW_SECONDS, self._clock() - self._began)
        return len(self._answers) / span if span else 0.0

    def percentile(self, percent: float) -> float | None:
        """Seconds that so many percent of the answers did not exceed: the nearest rank."""
        self._forget()
        ordered = sorted(seconds for _, seconds in self._answers)
        return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)] if ordered else None

    def _forget(self) -> None:
        oldest = self._clock() - WINDOW_SECONDS
        while self._answers and self._answers[0][0] < oldest:
            self._answers.popleft()
