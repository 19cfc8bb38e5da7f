"""Calls for lists: tables, players, standings, activity."""

from urllib.parse import quote

from client.calls import Calls
from client.decoding import decoded
from schemas.exchange import ActivityAnswer, PlayerAnswer, StandingsAnswer, TablesAnswer
from schemas.reading import TableRow
from schemas.table import Stage


class ListCalls(Calls):
    async def list_tables(
        self,
        *,
        game: str | None = None,
        stage: Stage | None = None,
        player: str | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> TablesAnswer:
        """Newest first, page by page: `after` is what the page before gave. For a platform its own
        tables that are not listed, too."""
        found = await self._ask(
            "/v1/tables", game=game, stage=stage, player=player, limit=limit, after=after
        )
        return decoded(found, TablesAnswer)

    async def get_table(self, table: str) -> TableRow:
        """As lists show it, but never late."""
        return decoded(await self._ask(f"/v1/tables/{table}"), TableRow)

    async def get_player(self, player: str) -> PlayerAnswer:
        return decoded(await self._ask(f"/v1/players/{_named(player)}"), PlayerAnswer)

    async def list_player_tables(
        self,
        player: str,
        *,
        game: str | None = None,
        stage: Stage | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> TablesAnswer:
        path = f"/v1/players/{_named(player)}/tables"
        found = await self._ask(path, game=game, stage=stage, limit=limit, after=after)
        return decoded(found, TablesAnswer)

    async def get_standings(
        self, game: str, *, limit: int | None = None, skip: int | None = None
    ) -> StandingsAnswer:
        """Who is how good at a game, best first."""
        found = await self._ask(f"/v1/standings/{game}", limit=limit, skip=skip)
        return decoded(found, StandingsAnswer)

    async def get_activity(self, days: int | None = None) -> ActivityAnswer:
        """What happened on each of the last days (UTC), today included."""
        return decoded(await self._ask("/v1/activity", days=days), ActivityAnswer)


def _named(player: str) -> str:
    """A name as a part of a path: it may hold anything."""
    return quote(player, safe="")
