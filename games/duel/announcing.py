"""Announcing power (R10, R21)."""

from games.duel.emitter import Emitter
from games.duel.phases import why_not_reach
from games.duel.reading import Reading
from games.duel.refusals import DuelCode, refusal
from games.duel.targets import as_choices, chosen_targets
from games.duel.turns import reach
from games.duel.values import is_shielded, power_with, present_power
from schemas.duel.actions import AnnouncePower
from schemas.duel.events import PowerAnnounced
from schemas.duel.state import Step
from schemas.duel.terms import Element


def announce_power(emitter: Emitter, seat: int, action: AnnouncePower) -> None:
    reason = why_not_announce(emitter.reading, seat, action)
    if reason:
        raise refusal(reason)
    reach(emitter, "announce")
    reading = emitter.reading
    element = _element(reading, action)
    assert element is not None, "checked above"
    targets = chosen_targets(reading, seat, element, action.targets)
    assert not isinstance(targets, str), "checked above"
    emitter.emit(
        PowerAnnounced(
            seat,
            element,
            power_with(reading, seat, element, targets),
            present_power(reading, 1 - seat, element),
            is_shielded(reading, seat, element),
            as_choices(reading, seat, targets),
            starts_fight=not emitter.state.fight,
        )
    )
    emitter.agenda += [
        Step("announced", 1 - seat),
        Step("call_bluffs", 1 - seat),
        Step("refill", seat),
    ]


def _element(reading: Reading, action: AnnouncePower) -> Element | None:
    return reading.state.element if reading.state.fight else action.element


def why_not_announce(reading: Reading, seat: int, action: AnnouncePower) -> DuelCode | None:
    state = reading.state
    if reason := why_not_reach(reading, "announce"):
        return reason
    if state.fight and action.element is not None:
        return "element_fixed"
    element = _element(reading, action)
    if element is None:
        return "element_required"
    targets = chosen_targets(reading, seat, element, action.targets)
    if isinstance(targets, str):
        return targets
    power = power_with(reading, seat, element, targets)
    reached = power >= present_power(reading, 1 - seat, element)
    return None if reached or is_shielded(reading, seat, element) else "power_too_low"
