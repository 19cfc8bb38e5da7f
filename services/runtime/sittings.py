"""Sittings: which stay on a seat a token was issued for.

A player may leave a seat before the start and another may take it. The first player's token must
neither show nor play the second player's hand, so it names its sitting.
"""

from collections.abc import Sequence

from schemas.commit import AnyCommit
from schemas.redaction import SPECTATOR, Viewer
from schemas.table import SeatTaken, TableSeat
from services.runtime.tokens import TokenClaims


def is_former_sitting(claims: TokenClaims, seats: Sequence[TableSeat]) -> bool:
    """Does another player sit on the seat that the token was issued for?

    Always false for tokens that name no sitting. A player who left an empty seat may still ask for
    outcomes: there is nothing to see yet.
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
