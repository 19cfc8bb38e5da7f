"""Lists: tables, players, standings, activity. All but a single table come from the read models."""

import datetime
import time
from collections.abc import Awaitable
from typing import TypeVar

import msgspec
from msgspec import Struct

from games.registry import GAMES
from schemas.exchange import (
    ActivityAnswer,
    PlayerAnswer,
    StandingsAnswer,
    TablesAnswer,
)
from schemas.reading import TableRow
from services.gateway.access import Caller
from services.gateway.operations import Answer, Call
from services.runtime.activity_days import activity
from services.runtime.event_log import EventLog
from services.runtime.generations import NotBuiltError
from services.runtime.player_records import player_record
from services.runtime.positions import PositionReader
from services.runtime.problems import ProblemError
from services.runtime.standings import standings_page
from services.runtime.table_lists import TableLists, Wanted
from services.runtime.table_rows import ANY, table_row

ROWS_DEFAULT = 50
DAYS_DEFAULT = 30

T = TypeVar("T")


class _Moment(Struct):
    at: int


_moments = msgspec.json.Decoder(_Moment)


class ListDesk:
    def __init__(self, log: EventLog, positions: PositionReader) -> None:
        self._log = log
        self._positions = positions

    async def tables(self, call: Call) -> Answer:
        game, player = call.query.get("game", ANY), call.query.get("player", ANY)
        return Answer(await self._listed(call, game, player))

    async def player_tables(self, call: Call) -> Answer:
        return Answer(await self._listed(call, call.query.get("game", ANY), call.path["player"]))

    async def _listed(self, call: Call, game: str, player: str) -> TablesAnswer:
        wanted = Wanted(game, call.query.get("stage", ANY), player, call.caller.platform)
        limit = call.query.get("limit", ROWS_DEFAULT)
        lists = TableLists(self._log.client)
        page = await _built(lists.page(wanted, limit, call.query.get("after")))
        return TablesAnswer(page.rows, page.after, _age_ms(page.fresh_ms))

    async def table(self, call: Call) -> Answer:
        """From the truth itself, so that it is never late."""
        game_id = call.path["game"]
        row = await self._row(game_id)
        if row is None or not _may_see(call.caller, row):
            raise ProblemError("not_found", f"There is no table {game_id!r}.")
        return Answer(row)

    async def _row(self, game_id: str) -> TableRow | None:
        position = await self._positions.now(game_id)
        if position is None:
            return None
        moments = []
        for seq in (1, position.seq):
            commit = await self._log.commit(game_id, seq)
            assert commit is not None, "versions up to the newest are there"
            moments.append(_moments.decode(commit).at)
        return table_row(position, *moments)

    async def player(self, call: Call) -> Answer:
        found = await _built(player_record(self._log.client, call.path["player"]))
        return Answer(PlayerAnswer(found.row, _age_ms(found.fresh_ms)))

    async def standings(self, call: Call) -> Answer:
        game = call.path["kind"]
        if game not in GAMES:
            raise ProblemError(
                "not_found", f"There is no game {game!r}; there are: {', '.join(GAMES)}."
            )
        limit, skip = call.query.get("limit", ROWS_DEFAULT), call.query.get("skip", 0)
        page = await _built(standings_page(self._log.client, game, limit, skip))
        age_ms = _age_ms(page.fresh_ms)
        return Answer(StandingsAnswer(game, page.standings, page.players, age_ms))

    async def activity(self, call: Call) -> Answer:
        today = datetime.datetime.now(datetime.UTC).date()
        days = call.query.get("days", DAYS_DEFAULT)
        found = await _built(activity(self._log.client, today, days))
        return Answer(ActivityAnswer(found.days, _age_ms(found.fresh_ms)))


async def _built(reading: Awaitable[T]) -> T:
    try:
        return await reading
    except NotBuiltError as error:
        raise ProblemError("unavailable", f"This can't be told now: {error}.") from error


def _may_see(caller: Caller, row: TableRow) -> bool:
    if row.terms.listed or (caller.holder is not None and caller.holder.game == row.table):
        return True
    return caller.platform is not None and row.terms.platform in {"", caller.platform}


def _age_ms(fresh_ms: int) -> int:
    return max(0, time.time_ns() // 1_000_000 - fresh_ms)
