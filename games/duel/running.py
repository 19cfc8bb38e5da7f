"""What happens automatically after an action: the agenda, lost choices, the end of the turn."""

from games.duel.bluffs import offer_call
from games.duel.carrying_out import carry_out
from games.duel.closing import close_by_itself
from games.duel.emitter import Emitter
from games.duel.interventions import open_window
from games.duel.putting_down import activate
from games.duel.targets import settle_choices
from schemas.duel.events import PhaseEntered
from schemas.duel.state import Step


def run_on(emitter: Emitter) -> None:
    """Run until a seat has to act."""
    while emitter.state.decision is None:
        if emitter.agenda:
            _do(emitter, emitter.agenda.pop(0))
            continue
        if emitter.state.stage != "turn":
            return
        if settle_choices(emitter) or not close_by_itself(emitter):
            return


def _do(emitter: Emitter, step: Step) -> None:
    match step.do:
        case "carry_out":
            carry_out(emitter, step)
        case "activate":
            # A cancelled card is no longer there.
            if any(laid.card == step.card for laid in emitter.state.laid):
                activate(emitter)
        case "announced":
            open_window(emitter, step.seat, "opponent_announced_power")
        case "call_bluffs":
            offer_call(emitter, step.seat)
        case "refill":
            emitter.emit(PhaseEntered("refill"))
