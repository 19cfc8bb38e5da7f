"""Pauses grow, and differ, so that a receiver that comes back is not stormed."""

import random

from services.notifier.webhooks.pauses import (
    ATTEMPTS_MAX,
    PAUSE_SECONDS_MAX,
    PAUSE_SECONDS_MIN,
    pause_seconds,
)


class Longest(random.Random):
    def uniform(self, a: float, b: float) -> float:
        assert a == 0
        return b


def test_the_longest_pause_doubles_up_to_a_limit() -> None:
    pauses = [pause_seconds(attempts, Longest()) for attempts in range(1, ATTEMPTS_MAX)]
    assert pauses[:4] == [PAUSE_SECONDS_MIN * n for n in (1, 2, 4, 8)]
    assert pauses == sorted(pauses)
    assert pauses[-1] == PAUSE_SECONDS_MAX
    assert 3 * 3600 < sum(pauses) < 5 * 3600


def test_pauses_lie_anywhere_below_that() -> None:
    chance = random.Random(7)
    pauses = [pause_seconds(8, chance) for _ in range(1000)]
    assert min(pauses) < 10
    assert 118 < max(pauses) <= 128
