"""REPLACE: a hand card for another, instead of an action card (R22.27, R22.28)."""

from games.duel.cards import CARDS
from games.duel.drawing import draw_cards
from games.duel.effects import GrantIcon
from games.duel.emitter import Emitter
from games.duel.phases import why_not_reach
from games.duel.prohibitions import room_from_deck
from games.duel.reading import NO_ICONS, Reading
from games.duel.refusals import DuelCode, refusal
from games.duel.turns import reach
from schemas.duel.actions import ReplaceCard
from schemas.duel.events import CardReplaced, CardsDiscarded
from schemas.duel.terms import CardId, Icon

_REPLACE: frozenset[Icon] = frozenset(("replace",))


def replace_card(emitter: Emitter, seat: int, action: ReplaceCard) -> None:
    reason = why_not_replace(emitter.reading, seat, action.card)
    if not reason and action.draw and not may_draw(emitter.reading, seat):
        reason = "taking_forbidden"
    if reason:
        raise refusal(reason, card=action.card)
    reach(emitter, "action")
    emitter.emit(CardReplaced(seat, action.card))
    emitter.emit(CardsDiscarded(seat, (action.card,), "hand"))
    if action.draw:
        draw_cards(emitter, seat, 1)


def why_not_replace(reading: Reading, seat: int, card: CardId) -> DuelCode | None:
    if card not in reading.side(seat).hand:
        return "not_in_hand"
    if reason := why_not_reach(reading, "action"):
        return reason
    if reading.state.turn.acted:
        return "action_limit"
    granted = _REPLACE if is_granted(reading, seat) else NO_ICONS
    icons = reading.standing_with(seat, card, granted).icons
    return None if "replace" in icons else "no_replace_icon"


def is_granted(reading: Reading, seat: int) -> bool:
    """Whether a text gives all cards of the seat the icon (R32.15)."""
    return any(
        effect.icon == "replace" and effect.to == "all_own_cards"
        for _, effect in reading.texts_of_kind(seat, GrantIcon)
    )


def replaceable(reading: Reading, seat: int) -> list[CardId]:
    """The hand cards that may be replaced now: none, unless they show the icon or are given it."""
    granted = is_granted(reading, seat)
    return [
        card
        for card in reading.side(seat).hand
        if (granted or "replace" in CARDS[card].icons) and not why_not_replace(reading, seat, card)
    ]


def may_draw(reading: Reading, seat: int) -> bool:
    return bool(reading.side(seat).deck) and room_from_deck(reading, seat) > 0
