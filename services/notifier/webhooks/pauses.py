"""How long to wait before a message is sent again."""

import random

ATTEMPTS_MAX = 16
PAUSE_SECONDS_MIN = 1.0
PAUSE_SECONDS_MAX = 3600.0
"""Doubled from the first to the last of these, all attempts lie within about four hours."""


def pause_seconds(attempts: int, chance: random.Random) -> float:
    """Anywhere up to a limit that doubles: a receiver that comes back is not stormed at once."""
    return chance.uniform(0, min(PAUSE_SECONDS_MAX, PAUSE_SECONDS_MIN * 2.0 ** (attempts - 1)))
