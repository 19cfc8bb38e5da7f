"""Texts that wait for their owner to use them (R3.8, R9.1, R11.3, R12.1)."""

from games.duel.achievements import playable_achievements
from games.duel.cards import CARDS
from games.duel.carrying_out import carry_out
from games.duel.discarding import discardable
from games.duel.drawing import why_not_draw
from games.duel.effects import (
    DiscardDeck,
    DiscardHand,
    DiscardInPlay,
    Draw,
    Effect,
    PlayAchievement,
    Search,
)
from games.duel.emitter import Emitter
from games.duel.phases import why_not_reach
from games.duel.putting_down import steps_of
from games.duel.reading import Reading
from games.duel.refusals import DuelCode, refusal
from games.duel.searching import why_not_search
from games.duel.turns import reach
from schemas.duel.actions import UseText
from schemas.duel.events import TextUsed
from schemas.duel.terms import CardId

MOMENTS = ("my_turn", "after_booster_support", "end_of_turn")


def use_text(emitter: Emitter, seat: int, action: UseText) -> None:
    reason = why_not_use(emitter.reading, seat, action.card) or why_not_count(
        action.card, action.count
    )
    if reason:
        raise refusal(reason, card=action.card)
    effect = CARDS[action.card].effect
    assert effect is not None, "checked above"
    if effect.when == "after_booster_support":
        reach(emitter, "after_booster_support")
    elif isinstance(effect, PlayAchievement):
        reach(emitter, "action")
    emitter.emit(TextUsed(seat, action.card))
    for step in steps_of(effect, seat, action.card):
        carry_out(emitter, step, action.count)


def why_not_count(card: CardId, count: int | None) -> DuelCode | None:
    """A number only where the text says "up to"."""
    effect = CARDS[card].effect
    if isinstance(effect, Draw) and effect.up_to:
        return None if count is not None and count <= (effect.count or 0) else "bad_count"
    return None if count is None else "bad_count"


def counts_of(card: CardId) -> list[int | None]:
    """The numbers that may be named with a text."""
    effect = CARDS[card].effect
    if isinstance(effect, Draw) and effect.up_to:
        return list(range(1, (effect.count or 0) + 1))
    return [None]


def why_not_use(reading: Reading, seat: int, card: CardId) -> DuelCode | None:
    turn = reading.state.turn
    if card not in reading.active_cards(seat):
        return "not_active"
    effect = CARDS[card].effect
    if effect is None or effect.when not in MOMENTS:
        return "no_such_effect"
    if not reading.standing(seat, card, active=True).text:
        return "text_ignored"
    if card in turn.used:
        return "already_used"
    if effect.when == "after_booster_support":
        if reason := why_not_reach(reading, "after_booster_support"):
            return reason
    elif effect.when == "end_of_turn" and turn.phase not in ("refill", "end_of_turn"):
        return "wrong_phase"
    return _why_no_effect(reading, seat, effect)


def _why_no_effect(reading: Reading, seat: int, effect: Effect) -> DuelCode | None:
    """A text that would do nothing is not used."""
    other = reading.side(1 - seat)
    match effect:
        case Draw():
            return why_not_draw(reading, seat, effect)
        case Search():
            return why_not_search(reading, seat, effect)
        case DiscardInPlay():
            works = bool(discardable(reading, seat, effect, 1 - seat))
        case DiscardHand():
            works = bool(other.hand)
        case DiscardDeck():
            works = bool(other.deck)
        case PlayAchievement():
            if reason := why_not_reach(reading, "action"):
                return reason
            if reading.state.turn.acted:
                return "action_limit"
            works = bool(playable_achievements(reading, seat))
        case _:
            raise AssertionError(f"{type(effect).__name__} is not used by its owner")
    return None if works else "no_effect_now"


def usable_at_end_of_turn(reading: Reading, seat: int) -> bool:
    """Whether the turn waits for a text of its end (R3.1)."""
    return any(
        effect.when == "end_of_turn" and not why_not_use(reading, seat, card)
        for card, effect in reading.texts(seat)
    )
