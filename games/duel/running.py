"""What happens by itself after an action: what is on the agenda, lost choices, the turn's end."""

from games.duel.bluffs import offer_call
from games.duel.carrying_out import carry_out
from games.duel.closing import close_by_itself
from games.duel.interventions import open_window
from games.duel.putting_down import activate
from games.duel.targets import settle_choices
from games.duel.telling import Telling
from schemas.duel import PhaseEntered, Step


def run_on(telling: Telling) -> None:
    """Until somebody has to act."""
    while telling.state.decision is None:
        if telling.agenda:
            _do(telling, telling.agenda.pop(0))
            continue
        if telling.state.stage != "turn":
            return
        if settle_choices(telling) or not close_by_itself(telling):
            return


def _do(telling: Telling, step: Step) -> None:
    match step.do:
        case "carry_out":
            carry_out(telling, step)
        case "activate":
            # A cancelled card is no longer there.
            if any(laid.card == step.card for laid in telling.state.laid):
                activate(telling)
        case "announced":
            open_window(telling, step.seat, "opponent_announced_power")
        case "call_bluffs":
            offer_call(telling, step.seat)
        case "refill":
            telling.tell(PhaseEntered("refill"))
