"""Paying from hand: all ways are found, in few steps, however many cards there are (R28)."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.duel.cards import CARDS
from games.duel.costs import PAYMENTS_LISTED_MAX, is_met, payments
from games.duel.effect_terms import Cost
from games.duel.effects import Demand, DoubleNumbers
from games.duel.reading import Reading
from games.duel.rulebook import DUEL
from schemas.duel.actions import PayDemand
from schemas.duel.state import DuelState
from schemas.duel.terms import CardId, Cards
from tests.games.duel.scenarios import DICE, position
from tests.games.duel.steps import STEPS_MAX, steps_of

FIGHT = {"turn": "A", "phase": "booster_support", "fight_started": True, "element": "fire"}
HELD = [card.id for card in CARDS.values() if card.known and card.type == "character"]
WEAKEST = sorted(
    (card for card in HELD if (CARDS[card].fire or 0) + (CARDS[card].earth or 0)),
    key=lambda card: max(CARDS[card].fire or 0, CARDS[card].earth or 0),
)
COSTS = [
    Cost(fire=3),
    Cost(fire=4, earth=4, distinct_cards=True),
    Cost(fire=2, earth=3),
    Cost(either=5),
    Cost(moons=4),
    Cost(characters=2),
    Cost(any_of=(Cost(characters=2), Cost(leadership=1))),
]


def holding(hand: list[CardId], opposing: tuple[CardId, ...] = ("hoax-09",)) -> DuelState:
    sides = {"A": {"hand": hand, "combat_active": ["vulca-05"]}, "B": {}}
    return position(FIGHT | sides | {"B": {"combat_active": list(opposing)}})


def every_payment(reading: Reading, cost: Cost, paid: Cards) -> Iterator[Cards]:
    """The definition: sets that reach the cost, and would not without any one card."""
    hand = reading.side(0).hand
    for size in range(1, len(hand) + 1):
        for cards in combinations(hand, size):
            if is_met(reading, 0, cost, paid + cards) and not any(
                is_met(reading, 0, cost, paid + cards[:at] + cards[at + 1 :]) for at in range(size)
            ):
                yield cards


@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    hand=st.lists(st.sampled_from(HELD), unique=True, max_size=7),
    cost=st.sampled_from(COSTS),
)
def test_r28_4_every_payment_without_a_superfluous_card_is_found(
    hand: list[CardId], cost: Cost
) -> None:
    held = [card for card in hand if card != "vulca-05"]
    paid, held = tuple(held[:1]), held[1:]
    reading = Reading(holding(held))
    if is_met(reading, 0, cost, paid):
        return
    assert sorted(payments(reading, 0, cost, paid)) == sorted(every_payment(reading, cost, paid))


def split_by_trying(numbers: list[tuple[int, int]], fire: int, earth: int) -> bool:
    if fire <= 0 and earth <= 0:
        return True
    if not numbers:
        return False
    (first_fire, first_earth), rest = numbers[0], numbers[1:]
    return split_by_trying(rest, fire - first_fire, earth) or split_by_trying(
        rest, fire, earth - first_earth
    )


@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    hand=st.lists(st.sampled_from(HELD), unique=True, max_size=6),
    fire=st.integers(0, 8),
    earth=st.integers(0, 8),
)
def test_r28_7_no_card_counts_for_both_sums(hand: list[CardId], fire: int, earth: int) -> None:
    held = [card for card in hand if card != "vulca-05"]
    reading = Reading(holding(held))
    cost = Cost(fire=fire, earth=earth, distinct_cards=True)
    numbers = [(CARDS[card].fire or 0, CARDS[card].earth or 0) for card in held]
    assert is_met(reading, 0, cost, tuple(held)) == split_by_trying(numbers, fire, earth)


DEMANDS = [
    card.id
    for card in CARDS.values()
    if isinstance(card.effect, Demand) and card.effect.cost and card.type == "booster"
]
TWICE = next(card.id for card in CARDS.values() if isinstance(card.effect, DoubleNumbers))


@pytest.mark.parametrize("held", [9, 14, 20])
@pytest.mark.parametrize("demand", DEMANDS)
def test_r28_4_a_large_hand_takes_few_steps(demand: CardId, held: int) -> None:
    hand = [card for card in WEAKEST if card != "vulca-05"][:held]
    state = holding(hand, ("hoax-09", TWICE, demand))
    listed: list[Any] = []

    steps = steps_of(lambda: listed.extend(DUEL.legal(state, 0)))

    assert steps < STEPS_MAX
    ways = [action for action in listed if isinstance(action, PayDemand)]
    assert len(ways) <= PAYMENTS_LISTED_MAX
    if ways:
        assert steps_of(lambda: DUEL.decide(state, 0, ways[-1], DICE)) < STEPS_MAX
