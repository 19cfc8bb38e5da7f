"""Handlers for tables, players, standings and activity.

All but a single table are read from the read models.
"""

import datetime
from collections.abc import Awaitable
from typing import TypeVar

import msgspec
from msgspec import Struct
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
from services.gateway.endpoints import ApiRequest, ApiResponse
from services.runtime.access.player_directory import PlayerDirectory, rows_with_names
from services.runtime.operations.clock import now_ms
from services.runtime.readmodels.generations import NotBuiltError
from services.runtime.readmodels.read_models import ReadModels
from services.runtime.readmodels.table_lists import TableQuery
from services.runtime.readmodels.table_rows import ANY, table_row
from services.runtime.store.event_log import EventLog
from services.runtime.store.positions import PositionReader
from services.runtime.web.problems import ProblemError

ROWS_DEFAULT = 50
DAYS_DEFAULT = 30

T = TypeVar("T")


class _Timestamp(Struct):
    at: int


_timestamp_decoder = msgspec.json.Decoder(_Timestamp)


class ListHandlers:
    def __init__(
        self,
        log: EventLog,
        read_models: ReadModels,
        positions: PositionReader,
        players: PlayerDirectory,
    ) -> None:
        self._log = log
        self._read_models = read_models
        self._positions = positions
        self._players = players

    async def tables(self, request: ApiRequest) -> ApiResponse:
        game, player = request.query.get("game", ANY), request.query.get("player", ANY)
        return ApiResponse(await self._table_page(request, game, player))

    async def player_tables(self, request: ApiRequest) -> ApiResponse:
        return ApiResponse(
            await self._table_page(request, request.query.get("game", ANY), request.path["player"])
        )

    async def _table_page(self, request: ApiRequest, game: str, player: str) -> TablesResponse:
        query = TableQuery(game, request.query.get("stage", ANY), player, request.caller.platform)
        limit = request.query.get("limit", ROWS_DEFAULT)
        after = request.query.get("after")
        page = await _read(self._read_models.tables.page(query, limit, after))
        rows = await rows_with_names(self._players, page.rows)
        return TablesResponse(rows, page.after, _age_ms(page.fresh_ms))

    async def table(self, request: ApiRequest) -> ApiResponse:
        """Read the table itself, not the read model, so the row is always current."""
        table_id = request.path["table"]
        row = await self._row(table_id)
        if row is None or not _may_see(request.caller, row):
            raise ProblemError("not_found", f"Table {table_id!r} does not exist.")
        (named_row,) = await rows_with_names(self._players, (row,))
        return ApiResponse(named_row)

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

    async def player(self, request: ApiRequest) -> ApiResponse:
        player = request.path["player"]
        record = await _read(self._read_models.player(player))
        names = await self._players.names([player])
        row = replace(record.row, name=names[player])
        return ApiResponse(PlayerResponse(row, _age_ms(record.fresh_ms)))

    async def standings(self, request: ApiRequest) -> ApiResponse:
        game = request.path["game"]
        if game not in plugins():
            raise ProblemError(
                "not_found", f"Unknown game {game!r}, expected one of: {', '.join(plugins())}."
            )
        limit, skip = request.query.get("limit", ROWS_DEFAULT), request.query.get("skip", 0)
        page = await _read(self._read_models.standings(game, limit, skip))
        names = await self._players.names(standing.player for standing in page.standings)
        standings = tuple(
            replace(standing, name=names[standing.player]) for standing in page.standings
        )
        age_ms = _age_ms(page.fresh_ms)
        return ApiResponse(StandingsResponse(game, standings, page.players, age_ms))

    async def activity(self, request: ApiRequest) -> ApiResponse:
        today = datetime.datetime.now(datetime.UTC).date()
        days = request.query.get("days", DAYS_DEFAULT)
        page = await _read(self._read_models.activity(today, days))
        return ApiResponse(ActivityResponse(page.days, _age_ms(page.fresh_ms)))


async def _read(page: Awaitable[T]) -> T:
    """Read from a read model. Raises ProblemError if it is not built yet."""
    try:
        return await page
    except NotBuiltError as error:
        raise ProblemError("unavailable", f"The read model is unavailable: {error}.") from error


def _may_see(caller: Caller, row: TableRow) -> bool:
    if row.terms.listed or (caller.claims is not None and caller.claims.table == row.table):
        return True
    return caller.platform is not None and row.terms.platform in {"", caller.platform}


def _age_ms(fresh_ms: int) -> int:
    return max(0, now_ms() - fresh_ms)
