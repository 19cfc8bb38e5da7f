"""Latency of recent commands."""

import math
import time
from collections import deque
from collections.abc import Callable

WINDOW_SECONDS = 10.0


class Latencies:
    """Rate and latency of the commands with an outcome in the last WINDOW_SECONDS."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._started_at = clock()
        self._samples: deque[tuple[float, float]] = deque()

    def add(self, seconds: float) -> None:
        self._samples.append((self._clock(), seconds))
        self._drop_old()

    def rate(self) -> float:
        """Return the number of outcomes per second."""
        self._drop_old()
        span = min(WINDOW_SECONDS, self._clock() - self._started_at)
        return len(self._samples) / span if span else 0.0

    def percentile(self, percent: float) -> float | None:
        """Return the latency in seconds at this percentile, by nearest rank."""
        self._drop_old()
        ordered = sorted(seconds for _, seconds in self._samples)
        return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)] if ordered else None

    def _drop_old(self) -> None:
        oldest = self._clock() - WINDOW_SECONDS
        while self._samples and self._samples[0][0] < oldest:
            self._samples.popleft()
