"""Which sitting down a guest's token was given for.

A guest may get up before the start, and another sit down on the same seat. The token of the first
must not show the hand of the second, nor play it: so it names who sat there, with the entropy they
brought, which two guests never share.
"""

from collections.abc import Sequence
from hashlib import blake2b

from schemas.commit import AnyCommit
from schemas.secrecy import SPECTATOR, Viewer
from schemas.table import Chair, SeatTaken
from services.runtime.tokens import Holder

MARK_BYTES = 12


def sitting(player: str, entropy: str) -> str:
    return blake2b(f"{entropy}/{player}".encode(), digest_size=MARK_BYTES).hexdigest()


def taken_by_another(holder: Holder, chairs: Sequence[Chair]) -> bool:
    """Does somebody else sit where the holder sat? For tokens of a platform it answers itself."""
    if holder.viewer == SPECTATOR or not holder.sitting:
        return False
    chair = chairs[holder.viewer]
    # On an empty chair there is nothing to see yet, and whoever got up may ask how that went.
    return chair.player is not None and sitting(chair.player, chair.entropy) != holder.sitting


def who_sat_down(commit: AnyCommit, seat: Viewer) -> str | None:
    """The sitting that began on the seat with this commit, if one did."""
    for event in commit.events:
        if isinstance(event, SeatTaken) and event.seat == seat:
            return sitting(event.player, event.entropy)
    return None
