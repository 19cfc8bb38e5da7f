"""Demands (R28): what the opponent's texts ask of the player whose turn it is."""

from typing import NamedTuple

from games.duel.cards import CARDS
from games.duel.costs import doubled, is_met, payments
from games.duel.effect_terms import Cost
from games.duel.effects import Demand, DoubleNumbers
from games.duel.reading import Reading
from schemas.duel.terms import CardId, Cards


class ActiveDemand(NamedTuple):
    """A demand in force, with its numbers as they are now."""

    card: CardId
    effect: Demand
    cost: Cost | None


def demands_on(reading: Reading, seat: int) -> list[ActiveDemand]:
    """What the seat has to meet by the end of its booster_support phase (R28.1, R28.8)."""
    texts = reading.texts_of_kind(1 - seat, Demand)
    if not texts:
        return []
    twice = doubled_caterpillar(reading, 1 - seat)
    return [
        ActiveDemand(
            card,
            effect,
            doubled(effect.cost) if effect.cost and card == twice else effect.cost,
        )
        for card, effect in texts
    ]


def paid_for(reading: Reading, demand: CardId) -> Cards:
    for payment in reading.state.turn.payments:
        if payment.demand == demand:
            return payment.cards
    return ()


def is_demand_met(reading: Reading, seat: int, demand: ActiveDemand) -> bool:
    turn = reading.state.turn
    # R28.18: only the seat whose turn it is had the chance to meet demands. Under duel/1 what it
    # paid for a card counted for the same card of the other seat too.
    if reading.state.follows("mirrored-payments") and seat != turn.seat:
        return False
    if demand.effect.play == "support":
        return turn.support_played
    if demand.effect.play == "booster":
        return turn.booster_played
    assert demand.cost is not None, "a demand asks for a cost or for a play"
    return is_met(reading, seat, demand.cost, paid_for(reading, demand.card))


def unmet(reading: Reading, seat: int, or_else: str) -> list[ActiveDemand]:
    """Demands with this alternative that the seat has not met in its turn."""
    return [
        demand
        for demand in demands_on(reading, seat)
        if demand.effect.or_else == or_else and not is_demand_met(reading, seat, demand)
    ]


def possible_payments(reading: Reading, seat: int) -> list[tuple[CardId, Cards]]:
    return [
        (demand.card, cards)
        for demand in demands_on(reading, seat)
        if demand.cost is not None and not is_demand_met(reading, seat, demand)
        for cards in payments(reading, seat, demand.cost, paid_for(reading, demand.card))
    ]


# The doubled Caterpillar


def caterpillars(reading: Reading, seat: int) -> list[CardId]:
    """Active ones, in force or not: the possible targets of Crysalus Frendus (R21.1)."""
    return [
        card
        for card in reading.active_cards(seat)
        if isinstance(effect := CARDS[card].effect, Demand) and effect.caterpillar
    ]


def doubling_texts(reading: Reading, seat: int) -> list[CardId]:
    return [card for card, _ in reading.texts_of_kind(seat, DoubleNumbers)]


def doubled_caterpillar(reading: Reading, seat: int) -> CardId | None:
    """The Caterpillar whose numbers count twice: the chosen one, or the only one."""
    texts = doubling_texts(reading, seat)
    if not texts:
        return None
    for choice in reading.side(seat).choices:
        if choice.text in texts:
            return choice.card
    candidates = caterpillars(reading, seat)
    return candidates[0] if len(candidates) == 1 else None
