"""Interventions (R26): answers to a card that was put down, settled last first."""

from games.duel.cards import CARDS
from games.duel.effects import Cancel
from games.duel.prohibitions import forbidding_text
from games.duel.reading import Reading
from games.duel.telling import Telling
from schemas.duel import (
    CardCancelled,
    CardPutDown,
    Cards,
    CardsDiscarded,
    Decision,
    HiddenCards,
)

INTERVENE = "intervene"


def open_window(telling: Telling, seat: int, trigger: str) -> None:
    """Ask at every trigger, whether or not the seat holds a fitting card (R26.8)."""
    if not telling.state.options.interventions:
        return
    telling.ask(
        Decision(
            seat,
            "choose_cards",
            INTERVENE,
            seat,
            seat,
            hidden=HiddenCards(_fitting(telling.reading, seat, trigger)),
            subject=trigger,
            most=1,
        )
    )


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


def answer_window(telling: Telling, decision: Decision, cards: Cards) -> None:
    if cards:
        telling.tell(CardPutDown(decision.by, cards[0], "hand", "intervention"))
        open_window(telling, 1 - decision.by, "opponent_plays_intervention")
    else:
        _settle(telling)


def _settle(telling: Telling) -> None:
    """The last answer works first; what it voids does nothing (R26.5)."""
    while telling.state.laid and telling.state.laid[-1].way == "intervention":
        working = telling.state.laid[-1]
        telling.tell(CardsDiscarded(working.seat, (working.card,), "laid"))
        voided = telling.state.laid[-1]
        telling.tell(CardCancelled(voided.seat, voided.card, working.card))
