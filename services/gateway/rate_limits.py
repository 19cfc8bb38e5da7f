"""Rate limits: a steady rate that allows bursts.

Each gateway counts in its own memory, because a round trip to Redis would cost more than most
requests. Behind N gateways a caller may therefore get up to N times the rate.
"""

from msgspec import Struct

KEYS_MAX = 100_000
ROUNDING_SECONDS = 1e-9
"""Tolerance, so that a rounding error does not refuse a caller who waited as asked."""


class RateLimit:
    """The generic cell rate algorithm: one timestamp per key says when its backlog is empty."""

    def __init__(self, requests_per_second: float, burst_seconds: float = 2.0) -> None:
        """A rate of 0 means no limit."""
        self._interval = 1 / requests_per_second if requests_per_second else 0.0
        self._burst_seconds = burst_seconds
        self._empty_at: dict[str, float] = {}

    def wait_seconds(self, key: str, now: float) -> float:
        """Count a request and return 0, or return how long to wait without counting it."""
        empty_at = max(now, self._empty_at.get(key, now))
        wait_seconds = empty_at + self._interval - now - max(self._burst_seconds, self._interval)
        if wait_seconds > ROUNDING_SECONDS:
            return wait_seconds
        if self._interval:
            self._empty_at[key] = empty_at + self._interval
            if len(self._empty_at) > KEYS_MAX:
                self._forget_idle(now)
        return 0.0

    def _forget_idle(self, now: float) -> None:
        self._empty_at = {
            key: empty_at for key, empty_at in self._empty_at.items() if empty_at > now
        }
        while len(self._empty_at) > KEYS_MAX:
            # A flood of addresses is not real traffic. The oldest keys start over.
            del self._empty_at[next(iter(self._empty_at))]


class RateLimits(Struct, frozen=True):
    """The limits of the gateway."""

    platforms: RateLimit
    clients: RateLimit
    tables: RateLimit
    """Commands to one table, from all senders."""
    guest_tables: RateLimit
    """Tables that guests open from one address."""


def per_minute(requests: float) -> RateLimit:
    """A limit that allows the requests of a whole minute at once."""
    return RateLimit(requests / 60, burst_seconds=60.0)
