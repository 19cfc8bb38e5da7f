"""The end of a turn: refill, end-of-turn texts, Floods (R11, R12)."""

from games.duel.conditions import holds
from games.duel.drawing import draw_up_to
from games.duel.effects import ForceRetreat
from games.duel.phases import ORDER, is_past
from games.duel.refusals import refusal
from games.duel.retreat import end_fight
from games.duel.telling import Telling
from games.duel.turns import begin_turn, reach
from games.duel.using import usable_at_end_of_turn
from schemas.duel import PhaseEntered, TurnEnded


def finish_phase(telling: Telling) -> None:
    phase = telling.turn.phase
    if phase == "announce":
        raise refusal("must_announce")
    if phase == "refill":
        refill(telling)
    elif phase == "end_of_turn":
        end_turn(telling)
    else:
        reach(telling, ORDER[ORDER.index(phase) + 1])


def refill(telling: Telling) -> None:
    draw_up_to(telling, telling.turn.seat)
    telling.tell(PhaseEntered("end_of_turn"))


def end_turn(telling: Telling) -> None:
    seat = telling.turn.seat
    telling.tell(TurnEnded(seat))
    reading = telling.reading
    floods = reading.texts_of_kind(seat, ForceRetreat)
    if any(holds(reading, seat, effect.condition) for _, effect in floods):
        # Before the own turn begins: there was no chance to pay anything (R28.18).
        end_fight(telling, 1 - seat, "forced")
    else:
        begin_turn(telling, 1 - seat)


def close_by_itself(telling: Telling) -> bool:
    """A phase of the turn's end that nobody waits for is finished at once."""
    if not is_past(telling.turn.phase, "announce"):
        return False
    if usable_at_end_of_turn(telling.reading, telling.turn.seat):
        return False
    finish_phase(telling)
    return True
