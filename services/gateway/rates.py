"""How often somebody may call: a steady rate with some room for bursts.

Each gateway counts for itself, in memory: asking the server about every call would cost more than
the call. So behind several gateways a caller may have several times the rate.
"""

from msgspec import Struct

KEYS_MAX = 100_000
ROUNDING_SECONDS = 1e-9
"""Who waited as long as told is not refused for the last digit of a sum."""


class RateLimit:
    """The generic cell rate algorithm: one number for each key says when it will be quiet again."""

    def __init__(self, calls_per_second: float, burst_seconds: float = 2.0) -> None:
        """A rate of 0 is no limit."""
        self._pause = 1 / calls_per_second if calls_per_second else 0.0
        self._burst_seconds = burst_seconds
        self._quiet_at: dict[str, float] = {}

    def wait_seconds(self, key: str, now: float) -> float:
        """Count a call, and 0; or how long to wait, and the call does not count."""
        quiet_at = max(now, self._quiet_at.get(key, now))
        too_early = quiet_at + self._pause - now - max(self._burst_seconds, self._pause)
        if too_early > ROUNDING_SECONDS:
            return too_early
        if self._pause:
            self._quiet_at[key] = quiet_at + self._pause
            if len(self._quiet_at) > KEYS_MAX:
                self._forget_quiet(now)
        return 0.0

    def _forget_quiet(self, now: float) -> None:
        self._quiet_at = {key: quiet for key, quiet in self._quiet_at.items() if quiet > now}
        while len(self._quiet_at) > KEYS_MAX:
            # So many at once are no clients of ours; the oldest begin anew.
            del self._quiet_at[next(iter(self._quiet_at))]


class Rates(Struct, frozen=True):
    """For whom which rate holds."""

    platforms: RateLimit
    clients: RateLimit
    games: RateLimit
    """Commands to one game, whoever sends them."""
    guest_tables: RateLimit
    """Tables that are opened from an address without a platform."""


def per_minute(calls: float) -> RateLimit:
    """All of a minute's calls may come at once."""
    return RateLimit(calls / 60, burst_seconds=60.0)
