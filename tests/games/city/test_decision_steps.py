"""No decision of City takes long, whatever a seat holds and sends (C4.2 to C4.8)."""

import gc
from contextlib import suppress
from functools import _lru_cache_wrapper

import pytest

from games.city.components import COLOURS
from games.city.options import whole_deck
from games.city.rulebook import CITY
from games.illegal_action import IllegalActionError
from schemas.city.actions import Contribute, Discard, Draw
from schemas.city.options import CardSplit
from schemas.city.state import CityState
from schemas.city.terms import Cards, Colour
from tests.games.city.given import DICE, given
from tests.games.steps import STEPS_MAX, steps_of

ALL_CARDS: Cards = tuple(sorted(whole_deck(CardSplit())))
"""A seat that only draws can hold nearly the whole deck."""


@pytest.fixture(autouse=True)
def empty_caches() -> None:
    """Count what a decision costs that nobody made before."""
    for cached in gc.get_objects():
        if isinstance(cached, _lru_cache_wrapper) and cached.__module__.startswith("games.city"):
            cached.cache_clear()


def holding(cards: Cards) -> CityState:
    return given(players=2).figure(0, "palace").hand(0, *cards).state


def steps_to_decide(state: CityState, action: Contribute | Discard | Draw) -> int:
    def decide() -> None:
        # A refusal is a decision too.
        with suppress(IllegalActionError):
            CITY.decide(state, 0, action, DICE)

    return steps_of(decide)


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("share", [1, 2, 3])
def test_a_payment_with_very_many_cards_is_decided_in_few_steps(colour: Colour, share: int) -> None:
    cards = ALL_CARDS[::share]

    assert steps_to_decide(holding(cards), Contribute(0, cards, colour)) < STEPS_MAX


def test_drawing_and_exchanging_with_very_many_cards_takes_few_steps() -> None:
    cards = ALL_CARDS[: len(ALL_CARDS) - 8]

    assert steps_to_decide(holding(cards), Draw()) < STEPS_MAX
    assert steps_to_decide(holding(cards), Discard(cards[0])) < STEPS_MAX
