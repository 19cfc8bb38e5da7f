"""How long to wait before a failed delivery is sent again."""

import random

ATTEMPTS_MAX = 16
RETRY_DELAY_SECONDS_MIN = 1.0
RETRY_DELAY_SECONDS_MAX = 3600.0
"""Doubling from the minimum to the maximum spreads all attempts over about four hours."""


def retry_delay_seconds(attempts: int, rng: random.Random) -> float:
    """Return a random delay below a limit that doubles with each attempt.

    Full jitter: a receiver that comes back does not get all its messages at once.
    """
    limit = min(RETRY_DELAY_SECONDS_MAX, RETRY_DELAY_SECONDS_MIN * 2.0 ** (attempts - 1))
    return rng.uniform(0, limit)
