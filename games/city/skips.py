"""Which phases of a turn an action skips, so that clients can warn (C2.1, C8.1)."""

from games.city.components import GOLDEN_TEMPLE
from schemas.city.actions import (
    Contribute,
    DeclareStalemate,
    Discard,
    Draw,
    Fly,
    Hasten,
    Leap,
    MoveDragon,
    Offer,
    PlayAction,
    Walk,
)
from schemas.city.state import CityState
from schemas.city.terms import Phase
from schemas.legal import Skip
from schemas.record import snake_case

_MOVEMENTS = frozenset((Walk, Hasten, Fly, MoveDragon))
_BUILDING = frozenset((Contribute, Offer))
_LAST = frozenset((Leap, DeclareStalemate, Discard, Draw))
"""Only the draw follows them."""


def skips(state: CityState, legal: tuple[PlayAction, ...]) -> tuple[Skip, ...]:
    """For each type of listed action the phases that it ends while the seat could still use them.

    A figure that can still move may find something to build, wherever it stands now.
    """
    listed = dict.fromkeys(type(action) for action in legal)
    can_move = not _MOVEMENTS.isdisjoint(listed)
    can_build = can_move or not _BUILDING.isdisjoint(listed)
    in_temple = state.seats[state.turn.seat].figure == GOLDEN_TEMPLE
    skipped: list[Skip] = []
    for kind in listed:
        phases: list[Phase] = []
        if can_move and kind not in _MOVEMENTS:
            phases.append("movement")
        # An offering in the Golden Temple ends the turn's actions (C10.5).
        if can_build and (kind in _LAST or (kind is Offer and in_temple)):
            phases.append("contribution")
        if phases:
            skipped.append(Skip(snake_case(kind.__name__), tuple(phases)))
    return tuple(skipped)
