"""Paying with hand cards: demands in the own turn, and dragons (R28.2 to R28.5, R29.15)."""

from games.duel.costs import require_payment
from games.duel.demands import demands_on, is_demand_met, paid_for
from games.duel.dragons import gain_dragon
from games.duel.effects import PayForDragon
from games.duel.phases import is_past
from games.duel.refusals import refusal
from games.duel.telling import Telling
from schemas.duel import (
    Cards,
    CardsDiscarded,
    Decision,
    DemandPaid,
    HiddenCards,
    PayDemand,
)
from schemas.duel_terms import CardId


def pay_demand(telling: Telling, seat: int, action: PayDemand) -> None:
    reading = telling.reading
    if is_past(telling.turn.phase, "booster_support"):
        raise refusal("wrong_phase", phase=telling.turn.phase)
    hand = reading.side(seat).hand
    if len(set(action.cards)) != len(action.cards) or any(c not in hand for c in action.cards):
        raise refusal("not_in_hand", cards=list(action.cards))
    demand = next((d for d in demands_on(reading, seat) if d.card == action.demand), None)
    if demand is None or demand.cost is None:
        raise refusal("no_such_demand", demand=action.demand)
    if is_demand_met(reading, seat, demand):
        raise refusal("already_paid", demand=action.demand)
    require_payment(reading, seat, demand.cost, paid_for(reading, demand.card), action.cards)
    telling.tell(DemandPaid(seat, action.demand, action.cards))
    telling.tell(CardsDiscarded(seat, action.cards, "hand"))


def carry_out_pay_for_dragon(telling: Telling, owner: int, card: CardId, seat: int) -> None:
    """Who has hand cards is asked, whether or not they reach: what they are is secret."""
    hand = telling.side(seat).hand
    if hand:
        telling.ask(
            Decision(
                seat,
                "choose_cards",
                card,
                owner,
                seat,
                hidden=HiddenCards(hand),
                most=len(hand),
            )
        )


def answer_pay_for_dragon(
    telling: Telling, decision: Decision, effect: PayForDragon, cards: Cards
) -> None:
    if not cards:
        return
    telling.tell(CardsDiscarded(decision.by, cards, "hand"))
    for _ in range(effect.dragons):
        gain_dragon(telling, decision.by, decision.reason)
