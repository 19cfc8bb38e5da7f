"""How a turn begins and goes through its phases (R3.5, R4)."""

from games.duel.conditions import holds
from games.duel.demands import unmet
from games.duel.dragons import gain_dragon
from games.duel.effects import GainDragon
from games.duel.emitter import Emitter
from games.duel.ending import end_duel, winner_without_cards
from games.duel.phases import ORDER, is_past, why_not_reach
from games.duel.refusals import refusal
from schemas.duel.events import CardsDiscarded, DemandFailed, PhaseEntered, TurnBegan
from schemas.duel.terms import Phase


def begin_turn(emitter: Emitter, seat: int) -> None:
    """The first turn of a fight does not begin if a seat has no hand card (R4.1)."""
    state = emitter.state
    if not state.fight and not all(side.hand for side in state.sides):
        end_duel(emitter, winner_without_cards(state), "no_cards")
    emitter.emit(TurnBegan(seat, not state.fight, state.turn.number + 1))
    for card, effect in emitter.reading.texts_of_kind(seat, GainDragon):
        if holds(emitter.reading, seat, effect.condition):
            # One dragon in total, however many Storms there are (R28.20).
            gain_dragon(emitter, seat, card)
            return


def reach(emitter: Emitter, phase: Phase) -> None:
    """Finish every phase before the given one, or refuse with the reason why one can't be."""
    reason = why_not_reach(emitter.reading, phase)
    if reason:
        raise refusal(reason, phase=emitter.turn.phase, wanted=phase)
    while is_past(phase, emitter.turn.phase):
        _finish(emitter)


def _finish(emitter: Emitter) -> None:
    phase = emitter.turn.phase
    if phase == "booster_support":
        fail_demands(emitter, emitter.turn.seat)
    elif phase == "after_booster_support":
        discard_landed(emitter, emitter.turn.seat)
    emitter.emit(PhaseEntered(ORDER[ORDER.index(phase) + 1]))


def fail_demands(emitter: Emitter, seat: int) -> None:
    """An unmet demand with the alternative "dragon" gives its owner one (R8.10, R28.13)."""
    for demand in unmet(emitter.reading, seat, "dragon"):
        emitter.emit(DemandFailed(seat, demand.card))
        gain_dragon(emitter, 1 - seat, demand.card)


def discard_landed(emitter: Emitter, seat: int) -> None:
    """Landed ships go with what is left of their load (R9.2, R24.8)."""
    for vessel in emitter.side(seat).landed:
        if vessel.load:
            emitter.emit(CardsDiscarded(seat, vessel.load, "table"))
        emitter.emit(CardsDiscarded(seat, (vessel.card,), "table"))
