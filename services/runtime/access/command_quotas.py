"""Quotas of platforms: commands per second to their tables."""

import time

from services.runtime.access.platforms import Platforms
from services.runtime.web.problems import quota_exceeded
from services.runtime.web.rate_limits import RateLimit


class CommandQuotas:
    def __init__(self, platforms: Platforms) -> None:
        self._platforms = platforms
        self._limits: dict[float, RateLimit] = {}
        """By rate: a changed quota starts over."""

    def charge(self, platform: str) -> None:
        """Count a command to a platform's table. Raises ProblemError."""
        rate = self._platforms.limits(platform).commands_per_second
        if rate is None:
            return
        limit = self._limits.setdefault(rate, RateLimit("platform-commands", rate))
        allowance = limit.charge(platform, time.monotonic())
        if allowance is not None and allowance.wait_seconds:
            raise quota_exceeded("commands per second", rate, allowance.wait_seconds)
