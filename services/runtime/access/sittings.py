"""Sittings: a guest's token is valid for one stay on a seat.

A player may leave a seat before the start and another may take it. The first player's token must
neither show nor play the second player's hand, so it names its sitting.
"""

from collections.abc import Sequence

from schemas.commit import AnyCommit
from schemas.redaction import SPECTATOR, Viewer
from schemas.table import SeatTaken, TableSeat
from services.runtime.access.tokens import TokenClaims


def is_former_sitting(claims: TokenClaims, seats: Sequence[TableSeat]) -> bool:
    """Return whether another player sits on the seat that the token was issued for.

    Always False for tokens without a sitting. A player who left a seat that is still empty may ask
    for outcomes, because the seat has no secrets yet.
    """
    if claims.viewer == SPECTATOR or claims.sitting is None:
        return False
    seat = seats[claims.viewer]
    return seat.player is not None and seat.sitting != claims.sitting


def sitting_begun(commit: AnyCommit, seat: Viewer) -> int | None:
    """Return the sitting that began on the seat with this commit, if one did."""
    for event in commit.events:
        if isinstance(event, SeatTaken) and event.seat == seat:
            return event.sitting
    return None
