"""Interventions (R26): answers to a card that was put down, settled last first."""

from games.duel.cards import CARDS
from games.duel.effects import Cancel
from games.duel.emitter import Emitter
from games.duel.prohibitions import forbidding_text
from games.duel.reading import Reading
from schemas.duel.events import CardCancelled, CardPutDown, CardsDiscarded
from schemas.duel.state import Decision
from schemas.duel.terms import Cards, HiddenCards

INTERVENE = "intervene"


def open_window(emitter: Emitter, seat: int, trigger: str) -> None:
    """Ask at every trigger, whether or not the seat holds a fitting card (R26.8)."""
    if not emitter.state.options.interventions:
        return
    # Under duel/1 seats were asked although no deck could contain an intervention.
    if emitter.state.follows("known-interventions") and not _exist():
        return
    emitter.ask(
        Decision(
            seat,
            "choose_cards",
            INTERVENE,
            seat,
            seat,
            hidden=HiddenCards(_fitting(emitter.reading, seat, trigger)),
            subject=trigger,
            most=1,
        )
    )


def _exist() -> bool:
    """Whether a deck can contain an intervention (R33.8). It does not depend on secret decks."""
    return any(card.type == "intervention" and card.known for card in CARDS.values())


def _fitting(reading: Reading, seat: int, trigger: str) -> Cards:
    """Interventions in hand whose text works: only the text allows them (R26.6)."""
    return tuple(
        card
        for card in reading.side(seat).hand
        if isinstance(effect := CARDS[card].effect, Cancel)
        and effect.trigger == trigger
        and effect.void_card
        and reading.text_works(seat, card)
        and not forbidding_text(reading, seat, card, "intervention")
    )


def answer_window(emitter: Emitter, decision: Decision, cards: Cards) -> None:
    if cards:
        emitter.emit(CardPutDown(decision.by, cards[0], "hand", "intervention"))
        open_window(emitter, 1 - decision.by, "opponent_plays_intervention")
    else:
        _settle(emitter)


def _settle(emitter: Emitter) -> None:
    """The last answer works first; what it voids does nothing (R26.5)."""
    while emitter.state.laid and emitter.state.laid[-1].way == "intervention":
        working = emitter.state.laid[-1]
        emitter.emit(CardsDiscarded(working.seat, (working.card,), "laid"))
        voided = emitter.state.laid[-1]
        emitter.emit(CardCancelled(voided.seat, voided.card, working.card))
