"""Dragon scales (C4.9, C6): gained for dragons, scored when the last one is taken."""

from games.city.components import (
    SCALES_OTHERS_CRYSTALS,
    SCALES_OTHERS_FROM,
    SCALES_SOLE_MOST_CRYSTALS,
    SCALES_TIED_MOST_CRYSTALS,
)
from games.city.emitter import Emitter
from schemas.city.events import ScaleScore, ScalesGained, ScalesScored
from schemas.city.state import CityState
from schemas.city.terms import Building


def dragons_at(state: CityState, tile: Building) -> int:
    dragons = state.dragons
    return (dragons.red, dragons.green, dragons.blue).count(tile)


def gain_for_dragons(emitter: Emitter, tile: Building) -> None:
    """One scale for each dragon on the tile, at the first contribution of a turn (C4.9)."""
    dragons = dragons_at(emitter.state, tile)
    if dragons:
        emitter.emit(ScalesGained(emitter.turn.seat, tile, dragons))
        score_if_exhausted(emitter)


def score_if_exhausted(emitter: Emitter) -> None:
    """The last scale was taken in this action: score now (C6.1)."""
    if emitter.state.supply == 0:
        emitter.emit(ScalesScored(scale_scores(emitter.state)))


def scale_scores(state: CityState) -> tuple[ScaleScore, ...]:
    """What each seat in play gets, scales owed but missing included (C6.2)."""
    counts = {seat.seat: seat.scales + seat.owed for seat in state.seats if not seat.out}
    most = max(counts.values())
    sole = list(counts.values()).count(most) == 1
    scores = []
    for seat, scales in counts.items():
        if scales == most:
            crystals = SCALES_SOLE_MOST_CRYSTALS if sole else SCALES_TIED_MOST_CRYSTALS
        else:
            crystals = SCALES_OTHERS_CRYSTALS if scales >= SCALES_OTHERS_FROM else 0
        scores.append(ScaleScore(seat, scales, crystals))
    return tuple(scores)
