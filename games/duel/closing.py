"""The end of a turn: refill, end-of-turn texts, Floods (R11, R12)."""

from games.duel.conditions import holds
from games.duel.drawing import draw_up_to
from games.duel.effects import ForceRetreat
from games.duel.emitter import Emitter
from games.duel.phases import ORDER, is_past
from games.duel.refusals import refusal
from games.duel.retreat import end_fight
from games.duel.turns import begin_turn, reach
from games.duel.using import usable_at_end_of_turn
from schemas.duel.events import PhaseEntered, TurnEnded


def finish_phase(emitter: Emitter) -> None:
    phase = emitter.turn.phase
    if phase == "announce":
        raise refusal("must_announce")
    if phase == "refill":
        refill(emitter)
    elif phase == "end_of_turn":
        end_turn(emitter)
    else:
        reach(emitter, ORDER[ORDER.index(phase) + 1])


def refill(emitter: Emitter) -> None:
    draw_up_to(emitter, emitter.turn.seat)
    emitter.emit(PhaseEntered("end_of_turn"))


def end_turn(emitter: Emitter) -> None:
    seat = emitter.turn.seat
    emitter.emit(TurnEnded(seat))
    reading = emitter.reading
    floods = reading.texts_of_kind(seat, ForceRetreat)
    if any(holds(reading, seat, effect.condition) for _, effect in floods):
        # Before the opponent's turn begins, so there was no chance to pay anything (R28.18).
        end_fight(emitter, 1 - seat, "forced")
    else:
        begin_turn(emitter, 1 - seat)


def close_by_itself(emitter: Emitter) -> bool:
    """Finish the phases of the turn's end in which nothing can be done."""
    if not is_past(emitter.turn.phase, "announce"):
        return False
    if usable_at_end_of_turn(emitter.reading, emitter.turn.seat):
        return False
    finish_phase(emitter)
    return True
