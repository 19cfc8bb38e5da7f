"""How a duelist answers what texts ask: take the best, give the least."""

from collections.abc import Sequence
from typing import Any

from games.bots import Pick
from games.duel.bluffs import CALL_BLUFF, YES
from games.duel.card_worth import dearness, worth
from games.duel.cards import CARDS
from games.duel.effects import (
    DiscardHand,
    DiscardInPlay,
    Effect,
    PayForDragon,
    Recycle,
    Retrieve,
    Search,
    Ship,
)
from games.duel.fight_plans import DRAGON_WORTH
from schemas.duel import Cards, ChooseCards, ChooseOption, Decision, DuelState, Side

WEAK = 2
"""A card that is worth no more is exchanged when that is free."""


def answered(state: DuelState, seat: int, legal: tuple[Any, ...], pick: Pick) -> Any:
    decision = state.decision
    assert decision is not None
    if decision.kind == "choose_option":
        return _option(decision, state.sides[decision.whose], legal, pick)
    effect = CARDS[decision.reason].effect if decision.reason in CARDS else None
    return _cards(decision, effect, state.sides[seat], legal)


def _option(
    decision: Decision, side: Side, legal: Sequence[ChooseOption], pick: Pick
) -> ChooseOption:
    if decision.reason == CALL_BLUFF:
        # Few bluffs of a deck are honest in the element of the fight, and a lie costs the liar
        # the fight besides the dragon. So doubt pays.
        return next(action for action in legal if action.option == YES)
    if isinstance(CARDS[decision.reason].effect, DiscardInPlay):
        lying = {
            "support": (*side.support, *(bluff.handle for bluff in side.bluffs)),
            "booster": tuple(card for card in side.active if CARDS[card].type == "booster"),
        }
        return max(legal, key=lambda action: dearness(lying.get(action.option, ())))
    return legal[pick(len(legal))]


def _cards(
    decision: Decision, effect: Effect | None, own: Side, legal: Sequence[ChooseCards]
) -> ChooseCards:
    match effect:
        case Retrieve():
            return max(legal, key=lambda action: _taken_back(action.cards, own))
        case Search():
            return max(legal, key=_much)
        case PayForDragon():
            paying = [action for action in legal if action.cards]
            cheapest = min(paying, key=_much, default=legal[0])
            return cheapest if dearness(cheapest.cards) <= DRAGON_WORTH else legal[0]
        case DiscardHand(count="any") | Recycle(source="hand"):
            return max((action for action in legal if _is_weak(action.cards)), key=_much)
        case DiscardInPlay(exempt=exempt) if "one_active_character" in exempt:
            # The card that is chosen stays.
            return min(legal, key=_much)
        case Ship():
            # What is loaded can't be played before the ship lands: it stays in hand.
            return min(legal, key=_much)
        case _:
            own_cards = decision.whose == own.seat
            return min(legal, key=_much) if own_cards else max(legal, key=_much)


def _much(action: ChooseCards) -> tuple[int, int]:
    return len(action.cards), dearness(action.cards)


def _taken_back(cards: Cards, own: Side) -> tuple[int, int, int]:
    """Combat cards first: they will be covered anyway, supports stay."""
    combat = sum(card in own.active or card in own.covered for card in cards)
    return len(cards), combat, dearness(cards)


def _is_weak(cards: Cards) -> bool:
    return all(worth(card) <= WEAK for card in cards)
