"""Closes tables that all guests have left before the start. No platform does it for them."""

from contextlib import suppress

from schemas.guests import GUESTS
from schemas.table import SYSTEM, AbortTable
from services.gateway.tables import TableHandlers
from services.runtime.access.spectators import agreed_terms
from services.runtime.store.positions import PositionReader
from services.runtime.web.problems import ProblemError


class AbandonedTables:
    def __init__(self, tables: TableHandlers, positions: PositionReader) -> None:
        self._tables = tables
        self._positions = positions

    async def close_if_abandoned(self, table_id: str) -> None:
        """Abort an open table of guests if only bots are left.

        The command expects the seq of the empty table, so it is rejected if a guest takes a seat
        meanwhile."""
        position = await self._positions.latest(table_id)
        table = None if position is None else position.table
        if position is None or table is None or table.stage != "open":
            return
        terms = agreed_terms(table.terms)
        bots = {bot.seat for bot in terms.bots}
        people = [
            table_seat
            for table_seat in table.seats
            if table_seat.player and table_seat.seat not in bots
        ]
        if terms.platform == GUESTS and not people:
            with suppress(ProblemError):
                action = AbortTable("all guests have left")
                await self._tables.send(table_id, SYSTEM, action, position.seq)
