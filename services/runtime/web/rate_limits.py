"""Rate limits at the edge: a steady rate that allows bursts.

Each process counts in its own memory, because a round trip to Redis would cost more than most
requests. Behind N gateways a caller may therefore get up to N times the rate.
"""

import time
from math import ceil, floor

from msgspec import Struct

from schemas.terms import Seat
from services.runtime.access.tokens import TokenClaims
from services.runtime.operations.settings import Settings
from services.runtime.operations.telemetry import RATE_LIMITED_REQUESTS
from services.runtime.web.problems import too_many

KEYS_MAX = 100_000
ROUNDING_SECONDS = 1e-9
"""Tolerance, so that a rounding error does not refuse a caller who waited as asked."""
MINUTE_SECONDS = 60.0
BURST_SECONDS = 2.0


class Allowance(Struct, frozen=True):
    """What is left of a limit after a request."""

    policy: str
    quota: int
    """Requests that a caller who was idle may send at once."""
    window_seconds: float
    """The time in which the quota is earned again."""
    remaining: int
    reset_seconds: float
    """When the whole quota is available again."""
    wait_seconds: float = 0.0
    """0 if the request was counted; otherwise how long to wait."""


class RateLimit:
    """The generic cell rate algorithm: one timestamp per key says when its backlog is empty."""

    def __init__(
        self, policy: str, requests_per_second: float, burst_seconds: float = BURST_SECONDS
    ) -> None:
        """A rate of 0 means no limit."""
        self.policy = policy
        self._interval = 1 / requests_per_second if requests_per_second else 0.0
        self._window_seconds = max(burst_seconds, self._interval)
        self._empty_at: dict[str, float] = {}

    def charge(self, key: str, now: float) -> Allowance | None:
        """Count a request, unless the caller must wait. None if there is no limit."""
        if not self._interval:
            return None
        empty_at = max(now, self._empty_at.get(key, now))
        wait_seconds = empty_at + self._interval - now - self._window_seconds
        if wait_seconds > ROUNDING_SECONDS:
            return self._allowance(empty_at - now, wait_seconds)
        self._empty_at[key] = empty_at + self._interval
        if len(self._empty_at) > KEYS_MAX:
            self._forget_idle(now)
        return self._allowance(empty_at + self._interval - now, 0.0)

    def _allowance(self, backlog_seconds: float, wait_seconds: float) -> Allowance:
        left_seconds = max(self._window_seconds - backlog_seconds, 0.0)
        return Allowance(
            self.policy,
            quota=floor(self._window_seconds / self._interval + ROUNDING_SECONDS),
            window_seconds=self._window_seconds,
            remaining=floor(left_seconds / self._interval + ROUNDING_SECONDS),
            reset_seconds=backlog_seconds,
            wait_seconds=wait_seconds,
        )

    def _forget_idle(self, now: float) -> None:
        self._empty_at = {
            key: empty_at for key, empty_at in self._empty_at.items() if empty_at > now
        }
        while len(self._empty_at) > KEYS_MAX:
            # A flood of addresses is not real traffic. The oldest keys start over.
            del self._empty_at[next(iter(self._empty_at))]


class RateLimits:
    """The limits of an edge process. Each seat and each address has a budget of its own, so nobody
    can use up another's."""

    def __init__(self, settings: Settings) -> None:
        self.platforms = RateLimit("platform", settings.platform_calls_per_second)
        self.clients = RateLimit("client", settings.client_calls_per_second)
        self.seats = RateLimit("seat", settings.seat_commands_per_second)
        self.guest_tables = RateLimit(
            "guest-tables", settings.guest_tables_per_minute / MINUTE_SECONDS, MINUTE_SECONDS
        )

        self.name_reports = RateLimit(
            "name-reports", settings.name_reports_per_minute / MINUTE_SECONDS, MINUTE_SECONDS
        )

    def charges(self, address: str) -> "Charges":
        """Begin to count a request from this address or network."""
        return Charges(self, address)


class Charges:
    """What one request is counted against. Every method raises ProblemError if that is used up."""

    def __init__(self, limits: RateLimits, address: str) -> None:
        self._limits = limits
        self.address = address
        self._allowances: list[Allowance] = []

    def charge_platform(self, platform: str) -> None:
        self._charge(self._limits.platforms, platform, "Too many requests")

    def charge_address(self) -> None:
        """For anonymous requests, and for those that are malformed or not authorized: they cost
        the sender's address, never the seat or platform that they name."""
        self._charge(self._limits.clients, self.address, "Too many requests")

    def charge_token(self, claims: TokenClaims) -> None:
        """The address is part of the key: all spectators of a table may share a token."""
        key = f"{claims.table}/{claims.viewer}/{self.address}"
        self._charge(self._limits.clients, key, "Too many requests")

    def charge_command(self, table: str, seat: Seat) -> None:
        self._charge(self._limits.seats, f"{table}/{seat}", "Too many commands from this seat")

    def charge_guest_table(self) -> None:
        self._charge(self._limits.guest_tables, self.address, "Too many new tables")

    def charge_name_report(self) -> None:
        self._charge(self._limits.name_reports, self.address, "Too many reports")

    def headers(self) -> dict[str, str]:
        """Return the `RateLimit` headers of the tightest limit (an IETF draft, structured
        fields)."""
        if not self._allowances:
            return {}
        tightest = min(self._allowances, key=lambda allowance: allowance.remaining)
        quota, window = tightest.quota, max(1, ceil(tightest.window_seconds))
        left, reset = tightest.remaining, ceil(tightest.reset_seconds)
        return {
            "RateLimit-Policy": f'"{tightest.policy}";q={quota};w={window}',
            "RateLimit": f'"{tightest.policy}";r={left};t={reset}',
        }

    def _charge(self, limit: RateLimit, key: str, reason: str) -> None:
        allowance = limit.charge(key, time.monotonic())
        if allowance is None:
            return
        self._allowances.append(allowance)
        if allowance.wait_seconds:
            RATE_LIMITED_REQUESTS.inc()
            raise too_many(allowance.wait_seconds, reason)


HEADERS = ("RateLimit", "RateLimit-Policy", "Retry-After")
"""The headers that scripts of other origins may read."""
