"""The fold: how each event changes the state. Nothing else does."""

from typing import Any

from msgspec.structs import replace

from games.duel.folds import fight, match, moves, plays, turn
from games.duel.folds.match import fresh_side
from games.duel.folds.table import Folds
from games.duel.options import SEATS
from games.duel.prepared_decks import listed
from schemas.duel.events import DuelBegan
from schemas.duel.options import DuelOptions
from schemas.duel.state import DuelState

FOLDS: Folds = match.FOLDS | turn.FOLDS | plays.FOLDS | moves.FOLDS | fight.FOLDS


def initial(options: DuelOptions) -> DuelState:
    sides = tuple(fresh_side(listed(options.decks[seat]), seat) for seat in range(SEATS))
    return DuelState(options, sides)


def evolve(state: DuelState, event: Any) -> DuelState:
    """The state after one event."""
    after = FOLDS[type(event)](state, event)
    if after.sides is not state.sides and type(event) is not DuelBegan:
        for old, new in zip(state.sides, after.sides, strict=True):
            if old.hand and not new.hand:
                emptied = (*(s for s in after.emptied if s != new.seat), new.seat)
                after = replace(after, emptied=emptied)
    return after
