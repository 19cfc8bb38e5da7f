"""Games as a caller may know them: whose table it is, and what spectators see by now."""

import time

from games.history import Position
from schemas.secrecy import SPECTATOR, Viewer
from services.gateway.operations import Call
from services.runtime.event_log import EventLog
from services.runtime.positions import PositionReader
from services.runtime.problems import ProblemError
from services.runtime.sittings import taken_by_another
from services.runtime.spectators import (
    agreed_terms,
    delay_ms,
    spectators_forbidden,
    version_for_spectators,
)


class Showing:
    def __init__(self, log: EventLog, positions: PositionReader) -> None:
        self._log = log
        self._positions = positions

    async def newest(self, call: Call) -> Position:
        """The newest position that the caller may see."""
        game_id = call.path["game"]
        position = await self._positions.now(game_id)
        if position is None:
            raise ProblemError("not_found", f"There is no table {game_id!r}.")
        self._check(call, position)
        seen = await self._version_for(call, position)
        return position if seen == position.seq else await self._at(game_id, seen)

    def viewer(self, call: Call, newest: Position) -> Viewer:
        """As whom the caller looks: as themselves, and once the game is over as anyone."""
        assert newest.table is not None
        own = call.caller.viewer
        wanted: Viewer = call.query.get("as", own)
        if wanted == own:
            return own
        if newest.table.stage != "over":
            raise ProblemError(
                "not_allowed", "A game is seen with another's eyes once it is over, not before."
            )
        if wanted != SPECTATOR and wanted >= len(newest.table.chairs):
            raise ProblemError("not_found", f"There is no seat {wanted} at this table.")
        return wanted

    async def at(self, newest: Position, seq: int) -> Position:
        """A position up to the newest that the caller may see."""
        if seq == newest.seq:
            return newest
        if not 1 <= seq < newest.seq:
            raise ProblemError("no_such_version", f"The game has no version {seq}.", seq=seq)
        return await self._at(newest.id, seq)

    async def require_own(self, call: Call) -> None:
        """A platform does nothing at another one's table, a guest on nobody else's seat."""
        position = await self._positions.now(call.path["game"])
        if position is not None:
            self._check(call, position)

    def _check(self, call: Call, position: Position) -> None:
        assert position.table is not None
        caller, terms = call.caller, position.table.terms
        if caller.platform is not None:
            owner = agreed_terms(terms).platform
            if owner not in {"", caller.platform}:
                raise ProblemError("not_allowed", "The table was opened by another platform.")
        elif caller.viewer == SPECTATOR and spectators_forbidden(terms):
            raise ProblemError("not_allowed", "This table lets no spectators in.")
        elif caller.holder is not None and taken_by_another(caller.holder, position.table.chairs):
            raise ProblemError("not_allowed", "Somebody else sits on that seat now.")

    async def _version_for(self, call: Call, position: Position) -> int:
        assert position.table is not None
        terms = position.table.terms
        caller = call.caller
        if caller.platform is not None or caller.viewer != SPECTATOR or not delay_ms(terms):
            return position.seq
        now_ms = time.time_ns() // 1_000_000
        seen = await version_for_spectators(self._log, position.id, terms, now_ms)
        if seen == 0:
            raise ProblemError("not_yet", "There is nothing for spectators to see yet.")
        # A commit may have come in between the two readings.
        return min(seen, position.seq)

    async def _at(self, game_id: str, seq: int) -> Position:
        position = await self._positions.at(game_id, seq)
        assert position is not None, "versions up to the newest are there"
        return position
