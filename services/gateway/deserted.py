"""Tables of guests that the last guest has left before the start: nobody else would close them."""

from contextlib import suppress

from schemas.guests import GUESTS
from schemas.table import SYSTEM, AbortTable
from services.gateway.tables import TableDesk
from services.runtime.positions import PositionReader
from services.runtime.problems import ProblemError
from services.runtime.spectators import agreed_terms


class DesertedTables:
    def __init__(self, tables: TableDesk, positions: PositionReader) -> None:
        self._tables = tables
        self._positions = positions

    async def look_at(self, game_id: str) -> None:
        """Close it if nobody but bots is left. Whoever sits down at that moment is not disturbed:
        the command names the version at which nobody was there."""
        position = await self._positions.now(game_id)
        table = None if position is None else position.table
        if position is None or table is None or table.stage != "open":
            return
        terms = agreed_terms(table.terms)
        bots = {bot.seat for bot in terms.bots}
        people = [chair for chair in table.chairs if chair.player and chair.seat not in bots]
        if terms.platform == GUESTS and not people:
            with suppress(ProblemError):
                action = AbortTable("all guests have left")
                await self._tables.send(game_id, SYSTEM, action, position.seq)
