"""Calls for lists: tables, players, standings, activity."""

from urllib.parse import quote

from client.api_calls import ApiCalls
from client.decoding import decode
from schemas.http import ActivityResponse, PlayerResponse, StandingsResponse, TablesResponse
from schemas.read_models import TableRow
from schemas.table import Stage


class ListCalls(ApiCalls):
    async def list_tables(  # noqa: PLR0913 - one per filter
        self,
        *,
        game: str | None = None,
        stage: Stage | None = None,
        player: str | None = None,
        limit: int | None = None,
        after: str | None = None,
        since: int | None = None,
        until: int | None = None,
        metadata: str | None = None,
    ) -> TablesResponse:
        """List tables, newest first. `after` is the cursor of the previous page; `since` and
        `until` limit the time of opening, in milliseconds; `metadata` is `name:value`.

        A platform gets its own tables, unlisted ones included. Without a key, the lobbies that
        platforms share are listed.
        """
        content = await self._get(
            "/v1/tables",
            game=game,
            stage=stage,
            player=player,
            limit=limit,
            after=after,
            since=since,
            until=until,
            metadata=metadata,
        )
        return decode(content, TablesResponse)

    async def get_table(self, table_id: str) -> TableRow:
        """Return a table's current row, computed from its history rather than the read model."""
        return decode(await self._get(f"/v1/tables/{table_id}"), TableRow)

    async def get_player(self, player: str) -> PlayerResponse:
        return decode(await self._get(f"/v1/players/{_quote(player)}"), PlayerResponse)

    async def list_player_tables(
        self,
        player: str,
        *,
        game: str | None = None,
        stage: Stage | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> TablesResponse:
        path = f"/v1/players/{_quote(player)}/tables"
        content = await self._get(path, game=game, stage=stage, limit=limit, after=after)
        return decode(content, TablesResponse)

    async def get_standings(
        self,
        game: str,
        *,
        limit: int | None = None,
        skip: int | None = None,
        platform: str | None = None,
    ) -> StandingsResponse:
        """List a platform's ratings for a game, best first. `platform` is one that shares its
        lobby; a platform key needs none."""
        content = await self._get(
            f"/v1/standings/{game}", limit=limit, skip=skip, platform=platform
        )
        return decode(content, StandingsResponse)

    async def get_activity(self, days: int | None = None) -> ActivityResponse:
        """Return counts for each of the last days (UTC), including today."""
        return decode(await self._get("/v1/activity", days=days), ActivityResponse)


def _quote(player: str) -> str:
    """Quote a name for use in a path."""
    return quote(player, safe="")
