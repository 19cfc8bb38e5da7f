"""Sittings: a seat token is valid for one stay on a seat.

A player may leave a seat before the start and another may take it, and a platform may revoke the
tokens of a seat. A former sitting must neither show nor play the seat, so a token names its own.
"""

from collections.abc import Sequence

from games.history import Position
from schemas.commit import AnyCommit
from schemas.redaction import SPECTATOR, Viewer
from schemas.table import SeatLeft, SeatTaken, SittingRenewed, TableSeat
from schemas.terms import Seat
from services.runtime.access.tokens import TokenClaims


def is_former_sitting(claims: TokenClaims, seats: Sequence[TableSeat]) -> bool:
    """Return whether the sitting that the token was issued for has ended."""
    if claims.viewer == SPECTATOR:
        return False
    seat = seats[claims.viewer]
    return seat.player is None or seat.sitting != claims.sitting


def sitting_begun(commit: AnyCommit, seat: Viewer) -> int | None:
    """Return the sitting that began on the seat with this commit, if one did."""
    for event in commit.events:
        if isinstance(event, SeatTaken | SittingRenewed) and event.seat == seat:
            return event.sitting
    return None


def sitting_ended(commit: AnyCommit, seat: Viewer) -> bool:
    """Return whether the seat is empty after this commit and was not before."""
    return any(isinstance(event, SeatLeft) and event.seat == seat for event in commit.events)


SITTING_EVENTS = (SeatTaken, SeatLeft, SittingRenewed)
"""What begins or ends a sitting."""


class CurrentSittings:
    """The sitting on each seat of a table, kept up to date with its commits."""

    def __init__(self, position: Position) -> None:
        assert position.table is not None
        self.seq = position.seq
        self._by_seat: dict[Seat, int] = {
            seat.seat: seat.sitting for seat in position.table.seats if seat.player is not None
        }

    def apply(self, commit: AnyCommit) -> None:
        if commit.seq <= self.seq:
            return
        self.seq = commit.seq
        for seat in {event.seat for event in commit.events if isinstance(event, SITTING_EVENTS)}:
            sitting = sitting_begun(commit, seat)
            if sitting is None:
                self._by_seat.pop(seat, None)
            else:
                self._by_seat[seat] = sitting

    def is_former(self, claims: TokenClaims) -> bool:
        """Return whether the sitting that the token was issued for has ended."""
        if claims.viewer == SPECTATOR:
            return False
        return self._by_seat.get(claims.viewer) != claims.sitting
