"""Targets of texts that work on one own card (R21): chosen, kept and lost."""

from games.duel.demands import caterpillars, doubling_texts
from games.duel.effects import BoostValue, DoubleNumbers
from games.duel.emitter import Emitter
from games.duel.reading import Reading
from games.duel.refusals import DuelCode
from games.duel.values import (
    best_targets,
    boosts,
    characters,
    power_with,
    targeted,
    zeroing_texts,
)
from schemas.duel.actions import Target
from schemas.duel.events import ChoiceLost, ChoiceMade
from schemas.duel.state import Choice, Decision
from schemas.duel.terms import CardId, Element


def chosen_targets(
    reading: Reading, seat: int, element: Element, named: tuple[Target, ...]
) -> dict[CardId, CardId] | DuelCode:
    """The targets of an announcement, or why the named ones are refused (R21.2 to R21.4)."""
    candidates = {text: characters(reading, seat) for text, _ in targeted(reading, seat)}
    candidates |= {text: caterpillars(reading, seat) for text in doubling_texts(reading, seat)}
    fixed: dict[CardId, CardId] = {}
    for target in named:
        if target.text in fixed or target.card not in candidates.get(target.text, ()):
            return "bad_target"
        fixed[target.text] = target.card
    best = best_targets(reading, seat, element, fixed)
    if several_texts(reading, seat):
        free = best_targets(reading, seat, element, {})
        highest = power_with(reading, seat, element, free)
        if power_with(reading, seat, element, best) < highest:
            return "power_not_maximal"
    for text in doubling_texts(reading, seat):
        if text not in best and candidates[text]:
            best[text] = candidates[text][0]
    return best


def several_texts(reading: Reading, seat: int) -> bool:
    """Two or more texts influence the values of the seat's cards (R21.4)."""
    return len(boosts(reading, seat)) + len(zeroing_texts(reading, 1 - seat)) > 1


def as_choices(reading: Reading, seat: int, targets: dict[CardId, CardId]) -> tuple[Choice, ...]:
    return tuple(
        Choice(text, card, reading.standing(seat, card, active=True).ignored)
        for text, card in targets.items()
    )


def settle_choices(emitter: Emitter) -> bool:
    """Drop choices that are no longer valid; a lost Caterpillar is chosen again (R21.5, R21.6).

    True if its owner has to be asked.
    """
    for side in emitter.state.sides:
        for choice in side.choices:
            if not _stands(emitter.reading, side.seat, choice):
                emitter.emit(ChoiceLost(side.seat, choice.text))
    if not emitter.state.fight:
        return False
    waiting = 1 - emitter.turn.seat
    texts = doubling_texts(emitter.reading, waiting)
    if not texts:
        return False
    stored = {choice.text for choice in emitter.side(waiting).choices}
    for text in texts:
        cards = tuple(caterpillars(emitter.reading, waiting))
        if text not in stored and len(cards) > 1:
            emitter.ask(
                Decision(
                    waiting, "choose_cards", text, waiting, waiting, cards=cards, least=1, most=1
                )
            )
            return True
    return False


def _stands(reading: Reading, seat: int, choice: Choice) -> bool:
    if choice.card not in reading.side(seat).active:
        return False
    if reading.standing(seat, choice.card, active=True).ignored != choice.ignored:
        return False
    return any(
        text == choice.text and isinstance(effect, BoostValue | DoubleNumbers)
        for text, effect in reading.texts(seat)
    )


def answer_caterpillar(emitter: Emitter, decision: Decision, card: CardId) -> None:
    ignored = emitter.reading.standing(decision.by, card, active=True).ignored
    emitter.emit(ChoiceMade(decision.by, Choice(decision.reason, card, ignored)))
