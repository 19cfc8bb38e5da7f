"""Answering a decision (R3.3)."""

from itertools import combinations
from math import comb

from games.duel.bluffs import CALL_BLUFF, answer_call
from games.duel.cards import CARDS
from games.duel.carrying_out import answer_text, answer_text_option
from games.duel.costs import payments, require_payment
from games.duel.effects import PayForDragon
from games.duel.emitter import Emitter
from games.duel.interventions import INTERVENE, answer_window
from games.duel.reading import Reading
from games.duel.refusals import refusal
from schemas.duel.actions import ChooseCards, ChooseOption, PlayAction
from schemas.duel.events import CardsDiscarded, DecisionMade
from schemas.duel.state import Decision
from schemas.duel.terms import Cards

CHOICES_LISTED_MAX = 128
"""If there are more choices, only those of the smallest and largest sizes are listed."""


def choose_cards(emitter: Emitter, seat: int, action: ChooseCards) -> None:
    decision = _pending(emitter, seat, "choose_cards")
    cards = action.cards
    candidates = decision.cards + decision.hidden.cards
    if len(set(cards)) != len(cards) or any(card not in candidates for card in cards):
        raise refusal("bad_choice", cards=list(cards), reason=decision.reason)
    if not decision.least <= len(cards) <= decision.most:
        raise refusal("bad_choice", given=len(cards), least=decision.least, most=decision.most)
    effect = CARDS[decision.reason].effect if decision.reason in CARDS else None
    if isinstance(effect, PayForDragon) and cards:
        require_payment(emitter.reading, seat, effect.cost, (), cards)
    _made(emitter, decision)
    if decision.reason == INTERVENE:
        answer_window(emitter, decision, cards)
    elif decision.reason == "achievements_clash":
        emitter.emit(CardsDiscarded(seat, cards, "table"))
    else:
        answer_text(emitter, decision, cards)


def choose_option(emitter: Emitter, seat: int, action: ChooseOption) -> None:
    decision = _pending(emitter, seat, "choose_option")
    if action.option not in decision.options:
        raise refusal("bad_choice", given=action.option, expected=list(decision.options))
    _made(emitter, decision)
    if decision.reason == CALL_BLUFF:
        answer_call(emitter, decision, action.option)
    else:
        answer_text_option(emitter, decision, action.option)


def _pending(emitter: Emitter, seat: int, kind: str) -> Decision:
    decision = emitter.state.decision
    if decision is None or decision.by != seat:
        raise refusal("no_decision_pending")
    if decision.kind != kind:
        raise refusal("bad_choice", expected=decision.kind)
    return decision


def _made(emitter: Emitter, decision: Decision) -> None:
    emitter.agenda = list(decision.rest)
    emitter.emit(DecisionMade(decision.by))


def answers(reading: Reading, decision: Decision) -> list[PlayAction]:
    """The possible answers. Of very many sets of cards only the smallest and largest are listed."""
    if decision.kind == "choose_option":
        return [ChooseOption(option) for option in decision.options]
    effect = CARDS[decision.reason].effect if decision.reason in CARDS else None
    if isinstance(effect, PayForDragon):
        paid = payments(reading, decision.by, effect.cost, ())
        return [ChooseCards(), *(ChooseCards(cards) for cards in paid)]
    candidates = decision.cards + decision.hidden.cards
    most = min(decision.most, len(candidates))
    sizes = range(decision.least, most + 1)
    if sum(comb(len(candidates), size) for size in sizes) > CHOICES_LISTED_MAX:
        sizes_listed = {decision.least, min(decision.least + 1, most), most}
        sizes_short = sorted(sizes_listed)
    else:
        sizes_short = list(sizes)
    return [ChooseCards(cards) for size in sizes_short for cards in combinations(candidates, size)]


def least_answer(decision: Decision) -> PlayAction:
    """The smallest possible answer."""
    if decision.kind == "choose_option":
        return ChooseOption(decision.options[0])
    candidates: Cards = decision.cards + decision.hidden.cards
    return ChooseCards(candidates[: decision.least])
