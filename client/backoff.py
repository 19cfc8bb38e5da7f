"""Exponential backoff with full jitter, so that clients of a lost server do not return together."""

import random
from collections.abc import Callable

FIRST_DELAY_SECONDS = 0.25
DELAY_SECONDS_MAX = 15.0

Jitter = Callable[[], float]
"""Returns a uniform random number in [0, 1)."""


class Backoff:
    def __init__(
        self,
        first_seconds: float = FIRST_DELAY_SECONDS,
        max_seconds: float = DELAY_SECONDS_MAX,
        jitter: Jitter = random.random,
    ) -> None:
        self._first = first_seconds
        self._max = max_seconds
        self._jitter = jitter
        self._limit = first_seconds

    def next(self) -> float:
        """Return how many seconds to wait before the next attempt."""
        delay = self._jitter() * self._limit
        self._limit = min(2 * self._limit, self._max)
        return delay

    def reset(self) -> None:
        """Start over with the first delay, after a success."""
        self._limit = self._first
