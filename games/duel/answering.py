"""How a duelist answers decisions: it takes the best cards and gives away the worst."""

from collections.abc import Sequence
from typing import Any

from games.bots import Pick
from games.duel.bluffs import CALL_BLUFF, YES
from games.duel.card_worth import total_worth, worth
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
from schemas.duel.actions import ChooseCards, ChooseOption
from schemas.duel.state import Decision, DuelState, Side
from schemas.duel.terms import Cards

WEAK = 2
"""A card that is worth no more than this is exchanged when it costs nothing."""


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
        # Few bluffs of a deck are honest in the element of the fight, and a false bluff costs the
        # fight as well as a dragon. So calling pays.
        return next(action for action in legal if action.option == YES)
    if isinstance(CARDS[decision.reason].effect, DiscardInPlay):
        cards_of_type = {
            "support": (*side.support, *(bluff.handle for bluff in side.bluffs)),
            "booster": tuple(card for card in side.active if CARDS[card].type == "booster"),
        }
        return max(legal, key=lambda action: total_worth(cards_of_type.get(action.option, ())))
    return legal[pick(len(legal))]


def _cards(
    decision: Decision, effect: Effect | None, own: Side, legal: Sequence[ChooseCards]
) -> ChooseCards:
    match effect:
        case Retrieve():
            return max(legal, key=lambda action: _taken_back(action.cards, own))
        case Search():
            return max(legal, key=_number_and_worth)
        case PayForDragon():
            paying = [action for action in legal if action.cards]
            cheapest = min(paying, key=_number_and_worth, default=legal[0])
            return cheapest if total_worth(cheapest.cards) <= DRAGON_WORTH else legal[0]
        case DiscardHand(count="any") | Recycle(source="hand"):
            return max(
                (action for action in legal if _is_weak(action.cards)), key=_number_and_worth
            )
        case DiscardInPlay(exempt=exempt) if "one_active_character" in exempt:
            # The chosen card stays.
            return min(legal, key=_number_and_worth)
        case Ship():
            # Loaded cards can't be played before the ship lands, so the cards stay in hand.
            return min(legal, key=_number_and_worth)
        case _:
            own_cards = decision.whose == own.seat
            return (
                min(legal, key=_number_and_worth)
                if own_cards
                else max(legal, key=_number_and_worth)
            )


def _number_and_worth(action: ChooseCards) -> tuple[int, int]:
    return len(action.cards), total_worth(action.cards)


def _taken_back(cards: Cards, own: Side) -> tuple[int, int, int]:
    """Combat cards first: they will be covered anyway, supports stay."""
    combat = sum(card in own.active or card in own.covered for card in cards)
    return len(cards), combat, total_worth(cards)


def _is_weak(cards: Cards) -> bool:
    return all(worth(card) <= WEAK for card in cards)
