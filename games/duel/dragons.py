"""Dragons (R14): how they are gained, and how many a retreat gives (R13.3 to R13.5)."""

from games.duel.effects import RetreatDragons
from games.duel.emitter import Emitter
from games.duel.ending import end_duel
from games.duel.reading import Reading
from games.duel.zones import area_cards
from schemas.duel.events import DragonGained
from schemas.duel.terms import CardId

DRAGONS = 3
CARDS_FOR_TWO = 6


def gain_dragon(emitter: Emitter, seat: int, reason: CardId) -> None:
    """One step on the track; a seat that has all three and gains another wins (R14.1, R14.3)."""
    if emitter.reading.dragons_of(seat) == DRAGONS:
        end_duel(emitter, seat, "fourth_dragon")
    dragons = emitter.state.dragons + (1 if seat == 0 else -1)
    emitter.emit(DragonGained(seat, reason, dragons))


def reward(reading: Reading, winner: int) -> int:
    """What the winner gains when the other seat retreats."""
    loser = 1 - winner
    side = reading.side(winner)
    # Bluffs are not counted for the second dragon (R13.4).
    counted = area_cards(side) - len(side.bluffs)
    dragons = 2 if counted >= CARDS_FOR_TWO else 1
    mine = [e for _, e in reading.texts_of_kind(winner, RetreatDragons)]
    theirs = [e for _, e in reading.texts_of_kind(loser, RetreatDragons)]
    dragons += sum(e.amount or 0 for e in mine if _is(e, "opponent", "add"))
    dragons -= sum(e.amount or 0 for e in theirs if _is(e, "me", "subtract"))
    dragons = max(0, dragons)
    for effect in theirs:
        if _is(effect, "me", "cap"):
            dragons = min(dragons, effect.amount or 0)
    if any(_is(effect, "me", "none") for effect in theirs):
        return 0
    return dragons


def _is(effect: RetreatDragons, if_retreats: str, op: str) -> bool:
    return effect.if_retreats == if_retreats and effect.op == op
