"""Paying with hand cards: for demands in one's turn, and for dragons (R28.2 to R28.5, R29.15)."""

from games.duel.costs import require_payment
from games.duel.demands import demands_on, is_demand_met, paid_for
from games.duel.dragons import gain_dragon
from games.duel.effects import PayForDragon
from games.duel.emitter import Emitter
from games.duel.phases import is_past
from games.duel.refusals import refusal
from schemas.duel.actions import PayDemand
from schemas.duel.events import CardsDiscarded, DemandPaid
from schemas.duel.state import Decision
from schemas.duel.terms import CardId, Cards, HiddenCards


def pay_demand(emitter: Emitter, seat: int, action: PayDemand) -> None:
    reading = emitter.reading
    if is_past(emitter.turn.phase, "booster_support"):
        raise refusal("wrong_phase", phase=emitter.turn.phase)
    hand = reading.side(seat).hand
    if len(set(action.cards)) != len(action.cards) or any(c not in hand for c in action.cards):
        raise refusal("not_in_hand", cards=list(action.cards))
    demand = next((d for d in demands_on(reading, seat) if d.card == action.demand), None)
    if demand is None or demand.cost is None:
        raise refusal("no_such_demand", demand=action.demand)
    if is_demand_met(reading, seat, demand):
        raise refusal("already_paid", demand=action.demand)
    require_payment(reading, seat, demand.cost, paid_for(reading, demand.card), action.cards)
    emitter.emit(DemandPaid(seat, action.demand, action.cards))
    emitter.emit(CardsDiscarded(seat, action.cards, "hand"))


def carry_out_pay_for_dragon(emitter: Emitter, owner: int, card: CardId, seat: int) -> None:
    """Ask every seat that has hand cards, even if they do not suffice: the hand is secret."""
    hand = emitter.side(seat).hand
    if hand:
        emitter.ask(
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
    emitter: Emitter, decision: Decision, effect: PayForDragon, cards: Cards
) -> None:
    if not cards:
        return
    emitter.emit(CardsDiscarded(decision.by, cards, "hand"))
    for _ in range(effect.dragons):
        gain_dragon(emitter, decision.by, decision.reason)
