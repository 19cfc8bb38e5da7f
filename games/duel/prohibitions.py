"""Prohibitions and limits (R30): they beat every permission."""

from games.duel.cards import CARDS
from games.duel.effects import ForbidPlay, ForbidTake, LimitPlay
from games.duel.reading import Reading
from games.duel.values import printed
from schemas.duel.terms import CardId, CardType

NO_LIMIT = 1000


def forbidding_text(reading: Reading, seat: int, card: CardId, kind: CardType) -> CardId | None:
    """The opponent's text that forbids putting the card down, if there is one (R30.1, R30.2).

    `kind` is the card's type, except that a bluff is a support with all other properties of the
    real card (R25.2).
    """
    facts = CARDS[card]
    for text, effect in reading.texts_of_kind(1 - seat, ForbidPlay):
        if effect.cards != "any" and kind not in effect.cards:
            continue
        having = effect.having
        if having is not None:
            if having.text is not None and facts.has_text != having.text:
                continue
            over = having.printed_value_over
            if over is not None and max(printed(reading, seat, card, active=False)) <= over:
                continue
        return text
    return None


def forbids_loading(reading: Reading, seat: int) -> CardId | None:
    """A prohibition to play supports; the loaded card itself is not looked at (R24.4)."""
    for text, effect in reading.texts_of_kind(1 - seat, ForbidPlay):
        if effect.having is None and (effect.cards == "any" or "support" in effect.cards):
            return text
    return None


def limit_reached(reading: Reading, seat: int, kind: CardType) -> CardId | None:
    """The opponent's text whose limit is reached in this turn (R30.4, R30.5)."""
    turn = reading.state.turn
    if turn.seat != seat:
        return None
    for text, effect in reading.texts_of_kind(1 - seat, LimitPlay):
        if effect.scope == "any_card" and turn.played >= effect.max:
            return text
        combat = kind in ("character", "booster")
        if effect.scope == "combat_area" and combat and turn.into_combat >= effect.max:
            return text
    return None


def too_many_characters(reading: Reading, seat: int) -> CardId | None:
    """Judged at the end of the character phase, older cards included (R30.6)."""
    active = sum(CARDS[card].type == "character" for card in reading.side(seat).active)
    for text, effect in reading.texts_of_kind(1 - seat, LimitPlay):
        if effect.scope == "active_characters" and active > effect.max:
            return text
    return None


def room_in_hand(reading: Reading, seat: int) -> int:
    """How many cards may be added to the hand, from wherever (R30.11)."""
    held = len(reading.side(seat).hand)
    room = NO_LIMIT
    for _, effect in reading.texts_of_kind(1 - seat, ForbidTake):
        if effect.hand_at_least is not None:
            room = min(room, max(0, effect.hand_at_least - held))
    return room


def room_from_deck(reading: Reading, seat: int) -> int:
    """How many cards may leave the draw deck for the hand (R30.9 to R30.11, R30.13)."""
    return min(room_in_hand(reading, seat), room_to_leave_deck(reading, seat))


def room_to_leave_deck(reading: Reading, seat: int) -> int:
    """How many cards may leave the draw deck, wherever they go (R30.9, R30.10)."""
    turn = reading.state.turn
    room = NO_LIMIT
    for _, effect in reading.texts_of_kind(1 - seat, ForbidTake):
        if effect.source != "draw_deck" or effect.max_per_turn is None:
            continue
        if effect.max_per_turn == 0:
            return 0
        if turn.seat == seat:
            room = min(room, max(0, effect.max_per_turn - turn.taken))
    return room


def bars_additional_draws(reading: Reading, seat: int) -> CardId | None:
    """R30.12."""
    for text, effect in reading.texts_of_kind(1 - seat, ForbidTake):
        if effect.source == "additional_draws_at_end_of_turn":
            return text
    return None
