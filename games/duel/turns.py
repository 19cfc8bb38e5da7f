"""How a turn begins and goes through its phases (R3.5, R4)."""

from games.duel.conditions import holds
from games.duel.demands import unmet
from games.duel.dragons import gain_dragon
from games.duel.effects import GainDragon
from games.duel.ending import end_duel, winner_without_cards
from games.duel.phases import ORDER, is_past, why_not_reach
from games.duel.refusals import refusal
from games.duel.telling import Telling
from schemas.duel import CardsDiscarded, DemandFailed, Phase, PhaseEntered, TurnBegan


def begin_turn(telling: Telling, seat: int) -> None:
    """The first turn of a fight does not begin if somebody has no hand card (R4.1)."""
    state = telling.state
    if not state.fight and not all(side.hand for side in state.sides):
        end_duel(telling, winner_without_cards(state), "no_cards")
    telling.tell(TurnBegan(seat, not state.fight, state.turn.number + 1))
    for card, effect in telling.reading.texts_of_kind(seat, GainDragon):
        if holds(telling.reading, seat, effect.condition):
            # One dragon in total, however many Storms there are (R28.20).
            gain_dragon(telling, seat, card)
            return


def reach(telling: Telling, phase: Phase) -> None:
    """Finish every phase before the one wanted, or refuse with the reason of one that can't be."""
    reason = why_not_reach(telling.reading, phase)
    if reason:
        raise refusal(reason, phase=telling.turn.phase, wanted=phase)
    while is_past(phase, telling.turn.phase):
        _finish(telling)


def _finish(telling: Telling) -> None:
    phase = telling.turn.phase
    if phase == "booster_support":
        fail_demands(telling, telling.turn.seat)
    elif phase == "after_booster_support":
        discard_landed(telling, telling.turn.seat)
    telling.tell(PhaseEntered(ORDER[ORDER.index(phase) + 1]))


def fail_demands(telling: Telling, seat: int) -> None:
    """An unmet demand with the alternative "dragon" gives its owner one (R8.10, R28.13)."""
    for demand in unmet(telling.reading, seat, "dragon"):
        telling.tell(DemandFailed(seat, demand.card))
        gain_dragon(telling, 1 - seat, demand.card)


def discard_landed(telling: Telling, seat: int) -> None:
    """Landed ships go with what is left of their load (R9.2, R24.8)."""
    for vessel in telling.side(seat).landed:
        if vessel.load:
            telling.tell(CardsDiscarded(seat, vessel.load, "table"))
        telling.tell(CardsDiscarded(seat, (vessel.card,), "table"))
