"""The read models, for readers."""

import datetime
from collections.abc import AsyncIterator

from services.runtime.readmodels.activity_days import ActivityPage, activity
from services.runtime.readmodels.player_records import PlayerRecord, player_record
from services.runtime.readmodels.standings import StandingList, StandingsPage, standings_page
from services.runtime.readmodels.table_changes import TableChanges, follow_tables
from services.runtime.readmodels.table_lists import TableLists
from services.runtime.server.client import RedisClient


class ReadModels:
    """All methods raise NotBuiltError, except `follow_tables`, which waits."""

    def __init__(self, client: RedisClient) -> None:
        self._client = client
        self.tables = TableLists(client)

    async def player(self, platform: str, player: str) -> PlayerRecord:
        return await player_record(self._client, platform, player)

    async def standings(
        self, standing_list: StandingList, limit: int, skip: int = 0
    ) -> StandingsPage:
        return await standings_page(self._client, standing_list, limit, skip)

    async def activity(self, last_day: datetime.date, days: int) -> ActivityPage:
        return await activity(self._client, last_day, days)

    def follow_tables(self, after: str | None) -> AsyncIterator[TableChanges]:
        return follow_tables(self._client, after)
