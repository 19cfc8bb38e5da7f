"""Carrying out a text: each kind by its own chapter (R29)."""

from games.duel.achievements import answer_play_achievement, carry_out_play_achievement
from games.duel.cards import CARDS
from games.duel.discarding import (
    answer_discard_hand,
    answer_discard_in_play,
    answer_type,
    carry_out_discard_deck,
    carry_out_discard_hand,
    carry_out_discard_in_play,
)
from games.duel.drawing import answer_draw, carry_out_draw
from games.duel.effects import (
    DiscardDeck,
    DiscardHand,
    DiscardInPlay,
    DoubleNumbers,
    Draw,
    PayForDragon,
    PlayAchievement,
    Recycle,
    Retrieve,
    RevealHand,
    Search,
    Ship,
)
from games.duel.emitter import Emitter
from games.duel.paying import answer_pay_for_dragon, carry_out_pay_for_dragon
from games.duel.recycling import answer_recycle, carry_out_recycle
from games.duel.retrieving import answer_retrieve, carry_out_retrieve
from games.duel.searching import answer_search, carry_out_search
from games.duel.ships import answer_loading, carry_out_loading
from games.duel.targets import answer_caterpillar
from schemas.duel.events import HandRevealed
from schemas.duel.state import Decision, Step
from schemas.duel.terms import Cards


def carry_out(emitter: Emitter, step: Step, count: int | None = None) -> None:
    """Carry out a text for one of the players."""
    owner, card, seat = step.owner, step.card, step.seat
    assert card is not None, "only texts of cards are carried out"
    effect = CARDS[card].effect
    match effect:
        case Draw():
            carry_out_draw(emitter, owner, card, effect, seat, count)
        case Search():
            carry_out_search(emitter, owner, card, effect)
        case Retrieve():
            carry_out_retrieve(emitter, owner, card, effect)
        case Recycle():
            carry_out_recycle(emitter, owner, card, effect, seat)
        case DiscardInPlay():
            carry_out_discard_in_play(emitter, owner, card, effect, seat)
        case DiscardHand():
            carry_out_discard_hand(emitter, owner, card, effect, seat)
        case DiscardDeck():
            carry_out_discard_deck(emitter, effect, seat)
        case RevealHand():
            hand = emitter.side(seat).hand
            if hand:
                emitter.emit(HandRevealed(seat, hand))
        case PayForDragon():
            carry_out_pay_for_dragon(emitter, owner, card, seat)
        case PlayAchievement():
            carry_out_play_achievement(emitter, owner, card, effect, seat)
        case Ship():
            carry_out_loading(emitter, owner, card, effect)
        case _:
            raise AssertionError(f"{card} has no text that is carried out")


def answer_text(emitter: Emitter, decision: Decision, cards: Cards) -> None:
    """Apply the cards that were chosen for a text."""
    effect = CARDS[decision.reason].effect
    match effect:
        case Draw():
            answer_draw(emitter, decision, effect, cards)
        case Search():
            answer_search(emitter, decision, effect, cards)
        case Retrieve():
            answer_retrieve(emitter, decision, cards)
        case Recycle():
            answer_recycle(emitter, decision, effect, cards)
        case DiscardInPlay():
            answer_discard_in_play(emitter, decision, effect, cards)
        case DiscardHand():
            answer_discard_hand(emitter, decision, effect, cards)
        case PayForDragon():
            answer_pay_for_dragon(emitter, decision, effect, cards)
        case PlayAchievement():
            answer_play_achievement(emitter, decision, effect, cards)
        case Ship():
            answer_loading(emitter, decision, cards)
        case DoubleNumbers():
            answer_caterpillar(emitter, decision, cards[0])
        case _:
            raise AssertionError(f"{decision.reason} asks for no cards")


def answer_text_option(emitter: Emitter, decision: Decision, option: str) -> None:
    effect = CARDS[decision.reason].effect
    assert isinstance(effect, DiscardInPlay), "all other texts ask for cards"
    answer_type(emitter, decision, effect, option)
