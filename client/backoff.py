"""When to try again: at a random moment of a span that doubles, so that many who lost the same
server do not all come back at once."""

import random
from collections.abc import Callable

FIRST_SECONDS = 0.25
MOST_SECONDS = 15.0

Chance = Callable[[], float]
"""A uniform number from 0 up to 1."""


class Backoff:
    def __init__(
        self,
        first_seconds: float = FIRST_SECONDS,
        most_seconds: float = MOST_SECONDS,
        chance: Chance = random.random,
    ) -> None:
        self._first = first_seconds
        self._most = most_seconds
        self._chance = chance
        self._span = first_seconds

    def next(self) -> float:
        """How many seconds to wait before the next attempt."""
        wait = self._chance() * self._span
        self._span = min(2 * self._span, self._most)
        return wait

    def reset(self) -> None:
        """It worked: the next time starts small again."""
        self._span = self._first
