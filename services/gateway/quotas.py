"""Quotas of platforms: open tables and webhooks."""

from services.runtime.access.platforms import Platforms
from services.runtime.readmodels.generations import NotBuiltError
from services.runtime.readmodels.read_models import ReadModels
from services.runtime.web.problems import ProblemError, quota_exceeded


class Quotas:
    def __init__(self, platforms: Platforms, read_models: ReadModels) -> None:
        self._platforms = platforms
        self._read_models = read_models

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
            raise quota_exceeded("open tables", quota)

    def webhooks_max(self, platform: str, default: int) -> int:
        quota = self._platforms.limits(platform).webhooks
        return default if quota is None else min(quota, default)
