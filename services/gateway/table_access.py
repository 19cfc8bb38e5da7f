"""Access to tables: who may read or change one, and which positions they may see."""

from msgspec import UnsetType

from games.history import Position
from games.unknown_rules import UnknownRules
from schemas.redaction import SPECTATOR, Viewer
from schemas.table import PlayerId, TableId
from schemas.terms import Seat
from services.gateway.access import Caller
from services.runtime.access.sittings import is_former_sitting
from services.runtime.access.spectators import (
    agreed_terms,
    delay_ms,
    spectator_seq,
    spectators_forbidden,
)
from services.runtime.operations.clock import now_ms
from services.runtime.store.event_log import EventLog
from services.runtime.store.positions import PositionReader
from services.runtime.web.problems import ProblemError, rejected, unknown_rules


class TableAccess:
    def __init__(self, log: EventLog, positions: PositionReader) -> None:
        self._log = log
        self._positions = positions

    async def latest(self, caller: Caller, table_id: TableId) -> Position:
        """Return the latest position that the caller may see. Raises ProblemError."""
        position = await self.own(caller, table_id)
        _require_known_secrets(position)
        seq = await self._latest_seq(caller, position)
        return position if seq == position.seq else await self._at(table_id, seq)

    def viewer(self, caller: Caller, chosen: Viewer | UnsetType, latest: Position) -> Viewer:
        """Return the viewer to redact for. Callers may choose another once the game is over."""
        assert latest.table is not None
        viewer = caller.viewer if isinstance(chosen, UnsetType) else chosen
        if viewer == caller.viewer:
            return viewer
        if latest.table.stage != "over":
            raise ProblemError(
                "not_allowed",
                "You can view the table as another viewer only after the game is over.",
            )
        if viewer != SPECTATOR and viewer >= len(latest.table.seats):
            raise ProblemError("not_found", f"There is no seat {viewer} at this table.")
        return viewer

    async def at(self, latest: Position, seq: int) -> Position:
        """Return an earlier position. `latest` is the latest that the caller may see."""
        if seq == latest.seq:
            return latest
        if not 1 <= seq < latest.seq:
            raise ProblemError("no_such_seq", f"The table has no commit {seq}.", seq=seq)
        return await self._at(latest.table_id, seq)

    async def own(self, caller: Caller, table_id: TableId) -> Position:
        """Return the newest position of a table that the platform or seat of the caller may use.

        Raises ProblemError. For a platform another platform's table does not exist.
        """
        position = await self._position(table_id)
        _check(caller, position)
        return position

    async def _position(self, table_id: TableId) -> Position:
        position = await self._positions.latest(table_id)
        if position is None:
            raise _no_table(table_id)
        return position

    async def _latest_seq(self, caller: Caller, position: Position) -> int:
        assert position.table is not None
        terms = position.table.terms
        if caller.platform is not None or caller.viewer != SPECTATOR or not delay_ms(terms):
            return position.seq
        visible_seq = await spectator_seq(self._log, position.table_id, terms, now_ms())
        if visible_seq == 0:
            raise ProblemError("not_yet", "There is nothing for spectators to see yet.")
        # A commit may have arrived between the two reads.
        return min(visible_seq, position.seq)

    async def _at(self, table_id: TableId, seq: int) -> Position:
        position = await self._positions.at(table_id, seq)
        assert position is not None, "every commit up to the latest exists"
        return position


def player_at(position: Position, seat: Seat) -> PlayerId:
    """Return who sits on a seat. Raises ProblemError if nobody does."""
    assert position.table is not None
    seats = position.table.seats
    if not 0 <= seat < len(seats):
        message = f"There is no seat {seat}; the seats are 0 to {len(seats) - 1}."
        raise rejected("no_such_seat", message, seat=seat, seats=len(seats))
    player = seats[seat].player
    if player is None:
        raise rejected("seat_empty", f"Nobody sits on seat {seat}.", seat=seat)
    return player


def _require_known_secrets(position: Position) -> None:
    """Raise ProblemError if rules that are unknown here may keep something secret now."""
    assert position.table is not None
    if isinstance(position.rulebook, UnknownRules) and position.table.stage != "over":
        raise unknown_rules(position.rulebook.rules)


def _check(caller: Caller, position: Position) -> None:
    assert position.table is not None
    _check_owner(caller, position)
    if caller.claims is None:
        return
    if caller.viewer == SPECTATOR and spectators_forbidden(position.table.terms):
        raise ProblemError("not_allowed", "This table does not allow spectators.")
    if is_former_sitting(caller.claims, position.table.seats):
        raise _former_sitting()


def _check_owner(caller: Caller, position: Position) -> None:
    """Raise ProblemError if the table belongs to another platform: it then looks like none."""
    assert position.table is not None
    owner = agreed_terms(position.table.terms).platform
    platform = caller.platform if caller.claims is None else caller.claims.platform
    is_anybodys = owner == "" and caller.claims is None
    if platform != owner and not is_anybodys:
        raise _no_table(position.table_id)


def _no_table(table_id: TableId) -> ProblemError:
    return ProblemError("not_found", f"Table {table_id!r} does not exist.")


def _former_sitting() -> ProblemError:
    return ProblemError(
        "former_sitting", "The token's player has left this seat, or its tokens were revoked."
    )
