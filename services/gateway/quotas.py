"""Quotas of platforms: open tables and commands per second."""

import time

from services.runtime.access.platforms import Platforms
from services.runtime.readmodels.generations import NotBuiltError
from services.runtime.readmodels.read_models import ReadModels
from services.runtime.web.problems import ProblemError
from services.runtime.web.rate_limits import RateLimit


class Quotas:
    def __init__(self, platforms: Platforms, read_models: ReadModels) -> None:
        self._platforms = platforms
        self._read_models = read_models
        self._commands: dict[float, RateLimit] = {}
        """By rate: a changed quota starts over."""

    async def check_open_tables(self, platform: str, new_tables: int = 1) -> None:
        """Raise ProblemError if a platform may not open that many more tables.

        The read model counts them, so a burst may exceed the quota by what it has not seen yet."""
        quota = self._platforms.limits(platform).open_tables
        if quota is None:
            return
        try:
            count = await self._read_models.tables.count_unfinished(platform)
        except NotBuiltError as error:
            raise ProblemError("unavailable", f"The quota cannot be checked: {error}.") from error
        if count + new_tables > quota:
            raise exceeded("open tables", quota)

    def check_command(self, platform: str) -> None:
        """Count a command to a platform's table. Raises ProblemError."""
        rate = self._platforms.limits(platform).commands_per_second
        if rate is None:
            return
        limit = self._commands.setdefault(rate, RateLimit("platform-commands", rate))
        allowance = limit.charge(platform, time.monotonic())
        if allowance is not None and allowance.wait_seconds:
            raise exceeded("commands per second", rate, allowance.wait_seconds)

    def webhooks_max(self, platform: str, default: int) -> int:
        quota = self._platforms.limits(platform).webhooks
        return default if quota is None else min(quota, default)


def exceeded(what: str, quota: float, wait_seconds: float | None = None) -> ProblemError:
    """Return the error. With `wait_seconds`, a retry after that time succeeds."""
    message = f"The platform's quota of {what} is {quota:g}."
    if wait_seconds is None:
        return ProblemError("quota_exceeded", message, quota=quota)
    retry_after = round(wait_seconds, 3)
    return ProblemError("quota_exceeded", message, quota=quota, retry_after_seconds=retry_after)
