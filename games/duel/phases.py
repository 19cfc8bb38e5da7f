"""The phases of a turn in order, and what prevents finishing one (R3)."""

from games.duel.cards import CARDS
from games.duel.demands import unmet
from games.duel.effects import KeepCombatActive
from games.duel.prohibitions import too_many_characters
from games.duel.reading import Reading
from games.duel.refusals import DuelCode
from games.duel.values import announceable
from schemas.duel.terms import Phase

ORDER: tuple[Phase, ...] = (
    "turn_start",
    "action",
    "retreat_or_decline",
    "character",
    "booster_support",
    "after_booster_support",
    "announce",
    "refill",
    "end_of_turn",
)
_AT = {phase: at for at, phase in enumerate(ORDER)}


def is_past(phase: Phase, other: Phase) -> bool:
    return _AT[phase] > _AT[other]


def why_not_reach(reading: Reading, phase: Phase) -> DuelCode | None:
    """Why the turn can't reach a phase: it is past, or an earlier one can't be finished (R3.5)."""
    now, target = _AT[reading.state.turn.phase], _AT[phase]
    if now > target:
        return "wrong_phase"
    if now < _AT["character"] == target and (reason := _why_not_enter_character(reading)):
        return reason
    if now <= _AT["character"] < target and (reason := why_not_finish_character(reading)):
        return reason
    if now <= _AT["booster_support"] < target:
        return why_not_finish_booster_support(reading)
    return None


def _why_not_enter_character(reading: Reading) -> DuelCode | None:
    """R6.8. Under duel/1 a seat without a character could go on, but only to rewind the turn."""
    if not reading.state.follows("fight-needs-character"):
        return None
    seat = reading.state.turn.seat
    side = reading.side(seat)
    available = (*side.hand, *(card for vessel in side.landed for card in vessel.load))
    if any(CARDS[card].type == "character" for card in available):
        return None
    return None if needs_no_character(reading, seat) else "character_required"


def why_not_finish_character(reading: Reading) -> DuelCode | None:
    """R7.9."""
    return reading.once("finish character", lambda: _why_not_finish_character(reading))


def _why_not_finish_character(reading: Reading) -> DuelCode | None:
    seat = reading.state.turn.seat
    if reading.state.turn.characters == 0 and not needs_no_character(reading, seat):
        return "character_required"
    if too_many_characters(reading, seat):
        return "too_many_active_characters"
    return None


def needs_no_character(reading: Reading, seat: int) -> bool:
    """R7.8."""
    keeping = reading.texts_of_kind(seat, KeepCombatActive)
    return bool(keeping) and any(effect.replaces_character for _, effect in keeping)


def why_not_finish_booster_support(reading: Reading) -> DuelCode | None:
    """R8.9."""
    return reading.once("finish booster", lambda: _why_not_finish_booster_support(reading))


def _why_not_finish_booster_support(reading: Reading) -> DuelCode | None:
    seat = reading.state.turn.seat
    if unmet(reading, seat, "retreat"):
        return "demand_unpaid"
    return None if announceable(reading, seat) else "power_too_low"
