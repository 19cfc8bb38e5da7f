"""Handlers for tables, players, standings and activity.

All but a single table are read from the read models.
"""

import datetime
from collections.abc import Awaitable
from typing import TypeVar

import msgspec
from msgspec import Struct, UnsetType
from msgspec.structs import replace

from games.registry import plugins
from schemas.http import (
    ActivityResponse,
    PlayerResponse,
    StandingsResponse,
    TablesResponse,
)
from schemas.read_models import TableRow
from services.gateway.access import Caller
from services.gateway.endpoints import ApiRequest, TableRequest
from services.gateway.metadata_filter import FilteredLists, MetadataFilter, parse_filter
from services.gateway.parameters import (
    ActivityQuery,
    GamePath,
    Parameters,
    PlayerPath,
    PlayerTablesQuery,
    StandingsQuery,
    TablesQuery,
)
from services.runtime.access.platforms import HOUSE, Platforms
from services.runtime.access.player_directory import PlayerDirectory, rows_with_names
from services.runtime.operations.clock import now_ms
from services.runtime.readmodels.generations import NotBuiltError
from services.runtime.readmodels.read_models import ReadModels
from services.runtime.readmodels.standings import StandingList
from services.runtime.readmodels.table_lists import TableQuery
from services.runtime.readmodels.table_rows import ANY, table_row
from services.runtime.store.event_log import EventLog
from services.runtime.store.positions import PositionReader
from services.runtime.store.table_metadata import TableMetadata
from services.runtime.web.problems import ProblemError

T = TypeVar("T")


class _Timestamp(Struct):
    at: int


_timestamp_decoder = msgspec.json.Decoder(_Timestamp)


class ListHandlers:
    def __init__(  # noqa: PLR0913, PLR0917 - the ports it uses
        self,
        log: EventLog,
        read_models: ReadModels,
        positions: PositionReader,
        players: PlayerDirectory,
        platforms: Platforms,
        metadata: TableMetadata,
    ) -> None:
        self._log = log
        self._read_models = read_models
        self._positions = positions
        self._players = players
        self._platforms = platforms
        self._filtered = FilteredLists(metadata, read_models.tables)

    async def tables(self, request: ApiRequest[Parameters, TablesQuery, None]) -> TablesResponse:
        player = request.query.player
        player = ANY if isinstance(player, UnsetType) else player
        metadata = request.query.metadata
        wanted = None if isinstance(metadata, UnsetType) else parse_filter(request.caller, metadata)
        return await self._table_page(request.caller, request.query, player, wanted)

    async def player_tables(
        self, request: ApiRequest[PlayerPath, PlayerTablesQuery, None]
    ) -> TablesResponse:
        return await self._table_page(request.caller, request.query, request.path.player)

    async def _table_page(
        self,
        caller: Caller,
        query: PlayerTablesQuery,
        player: str,
        wanted: MetadataFilter | None = None,
    ) -> TablesResponse:
        game = ANY if isinstance(query.game, UnsetType) else query.game
        if game not in {ANY, *plugins()}:
            raise ProblemError("malformed", f"Query parameter 'game': {_unknown_game(game)}")
        table_query = TableQuery(
            self._platforms.visible_to(caller.platform),
            () if caller.platform is None else (caller.platform,),
            game,
            ANY if isinstance(query.stage, UnsetType) else query.stage,
            player,
            0 if isinstance(query.since, UnsetType) else query.since,
            None if isinstance(query.until, UnsetType) else query.until,
        )
        after = None if isinstance(query.after, UnsetType) else query.after
        if wanted is None:
            page = await _read(self._read_models.tables.page(table_query, query.limit, after))
        else:
            page = await _read(self._filtered.page(wanted, table_query, query.limit, after))
        rows = await rows_with_names(self._players, page.rows)
        return TablesResponse(rows, page.after, _age_ms(page.fresh_ms))

    async def table(self, request: TableRequest) -> TableRow:
        """Read the table itself, not the read model, so the row is always current."""
        table_id = request.path.table
        row = await self._row(table_id)
        if row is None or not self._may_see(request.caller, row):
            raise ProblemError("not_found", f"Table {table_id!r} does not exist.")
        (named_row,) = await rows_with_names(self._players, (row,))
        return named_row

    def _may_see(self, caller: Caller, row: TableRow) -> bool:
        if caller.claims is not None and caller.claims.table == row.table:
            return True
        is_visible = row.terms.platform in self._platforms.visible_to(caller.platform)
        return is_visible and (row.terms.listed or caller.platform is not None)

    async def _row(self, table_id: str) -> TableRow | None:
        position = await self._positions.latest(table_id)
        if position is None:
            return None
        timestamps = []
        for seq in (1, position.seq):
            commit = await self._log.commit(table_id, seq)
            assert commit is not None, "every commit up to the latest exists"
            timestamps.append(_timestamp_decoder.decode(commit).at)
        return table_row(position, *timestamps)

    async def player(self, request: ApiRequest[PlayerPath, Parameters, None]) -> PlayerResponse:
        player = request.path.player
        entry = (await self._players.entries([player])).get(player)
        visible = self._platforms.visible_to(request.caller.platform)
        if entry is None or entry.platform not in visible:
            raise ProblemError("not_found", f"Player {player!r} does not exist.")
        record = await _read(self._read_models.player(entry.platform, player))
        return PlayerResponse(replace(record.row, name=entry.name), _age_ms(record.fresh_ms))

    async def standings(
        self, request: ApiRequest[GamePath, StandingsQuery, None]
    ) -> StandingsResponse:
        game, query = request.path.game, request.query
        if game not in plugins():
            raise ProblemError("not_found", _unknown_game(game))
        standing_list = StandingList(self._standings_platform(request.caller, query), game)
        page = await _read(self._read_models.standings(standing_list, query.limit, query.skip))
        names = await self._players.names(standing.player for standing in page.standings)
        standings = tuple(
            replace(standing, name=names[standing.player]) for standing in page.standings
        )
        return StandingsResponse(game, standings, page.players, _age_ms(page.fresh_ms))

    def _standings_platform(self, caller: Caller, query: StandingsQuery) -> str:
        """Return the platform whose standings are asked for: the caller's own, or a shared one."""
        if caller.platform is not None:
            allowed: tuple[str, ...] = (caller.platform,)
        else:
            allowed = self._platforms.shared_lobbies() or (HOUSE,)
        platform = allowed[0] if isinstance(query.platform, UnsetType) else query.platform
        if platform not in allowed:
            raise ProblemError("not_found", f"Platform {platform!r} does not share its standings.")
        return platform

    async def activity(
        self, request: ApiRequest[Parameters, ActivityQuery, None]
    ) -> ActivityResponse:
        today = datetime.datetime.now(datetime.UTC).date()
        page = await _read(self._read_models.activity(today, request.query.days))
        return ActivityResponse(page.days, _age_ms(page.fresh_ms))


async def _read(page: Awaitable[T]) -> T:
    """Read from a read model. Raises ProblemError if it is not built yet."""
    try:
        return await page
    except NotBuiltError as error:
        raise ProblemError("unavailable", f"The read model is unavailable: {error}.") from error


def _unknown_game(game: str) -> str:
    return f"Unknown game {game[:80]!r}, expected one of: {', '.join(plugins())}."


def _age_ms(fresh_ms: int) -> int:
    return max(0, now_ms() - fresh_ms)
