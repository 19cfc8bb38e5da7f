"""Retry delays grow exponentially, with full jitter."""

import random

from services.notifier.webhooks.retry_delay import (
    ATTEMPTS_MAX,
    RETRY_DELAY_SECONDS_MAX,
    RETRY_DELAY_SECONDS_MIN,
    retry_delay_seconds,
)


class MaximumRandom(random.Random):
    def uniform(self, a: float, b: float) -> float:
        assert a == 0
        return b


def test_the_longest_delay_doubles_up_to_a_limit() -> None:
    delays = [retry_delay_seconds(attempts, MaximumRandom()) for attempts in range(1, ATTEMPTS_MAX)]
    assert delays[:4] == [RETRY_DELAY_SECONDS_MIN * n for n in (1, 2, 4, 8)]
    assert delays == sorted(delays)
    assert delays[-1] == RETRY_DELAY_SECONDS_MAX
    assert 3 * 3600 < sum(delays) < 5 * 3600


def test_delays_are_spread_below_the_limit() -> None:
    rng = random.Random(7)
    delays = [retry_delay_seconds(8, rng) for _ in range(1000)]
    assert min(delays) < 10
    assert 118 < max(delays) <= 128
