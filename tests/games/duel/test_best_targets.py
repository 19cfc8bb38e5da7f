"""The search for the best targets finds what trying every combination finds (R21.7)."""

from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.duel.cards import CARDS
from games.duel.effects import BoostValue, RaisePower, ZeroPrinted
from games.duel.reading import Reading
from games.duel.rulebook import DUEL
from games.duel.values import best_targets, characters, power_with, targeted
from schemas.duel.actions import AnnouncePower
from schemas.duel.state import DuelState
from schemas.duel.terms import CardId, Element
from tests.games.duel.scenarios import DICE, position
from tests.games.duel.steps import STEPS_MAX, steps_of

BOOSTS = [card.id for card in CARDS.values() if isinstance(card.effect, BoostValue)]
FLOORS = [card.id for card in CARDS.values() if isinstance(card.effect, RaisePower)]
ZEROING = [card.id for card in CARDS.values() if isinstance(card.effect, ZeroPrinted)]
FIGHTERS = [card.id for card in CARDS.values() if card.type == "character" and card.known]
IGNORING = ["hoax-09", "flit-09", "khind-27", "mutant-110"]
TARGETED = [
    card.id
    for card in CARDS.values()
    if isinstance(card.effect, BoostValue) and card.effect.target == "one_own_character"
]


def side(active: list[CardId]) -> dict[str, Any]:
    return {
        "combat_active": [card for card in active if CARDS[card].type != "support"],
        "support": [card for card in active if CARDS[card].type == "support"],
    }


def board(active: list[CardId], opposing: list[CardId]) -> DuelState:
    sides = {"A": side(active), "B": side(opposing)}
    return position(
        {"turn": "A", "phase": "booster_support", "fight_started": True, "element": "fire"} | sides
    )


def every_combination(
    reading: Reading, seat: int, element: Element, fixed: Mapping[CardId, CardId]
) -> dict[CardId, CardId]:
    """The definition: of all combinations with the most power the first one."""
    free = [
        (text, effect.element in ("both", element))
        for text, effect in targeted(reading, seat)
        if text not in fixed
    ]
    candidates = characters(reading, seat) if free else []
    if not candidates:
        return dict(fixed)
    best = chosen = dict(fixed) | {text: candidates[0] for text, _ in free}
    relevant = [text for text, matters in free if matters]
    highest = -1
    for cards in product(candidates, repeat=len(relevant)):
        targets = chosen | dict(zip(relevant, cards, strict=True))
        power = power_with(reading, seat, element, targets)
        if power > highest:
            highest, best = power, targets
    return best


def some(cards: list[str], most: int) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(cards), unique=True, max_size=most)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(
    fighters=some(FIGHTERS, 4),
    boosts=some(BOOSTS, 5),
    floors=some(FLOORS, 1),
    opposing=some([*ZEROING, *IGNORING], 2),
    element=st.sampled_from(["fire", "earth"]),
    pick=st.randoms(use_true_random=False),
)
def test_r21_7_the_search_finds_the_first_of_the_best_combinations(  # noqa: PLR0917 - one of each
    fighters: list[CardId],
    boosts: list[CardId],
    floors: list[CardId],
    opposing: list[CardId],
    element: Element,
    pick: Any,
) -> None:
    cards = list(dict.fromkeys((*fighters, *boosts, *floors)))
    pick.shuffle(cards)
    reading = Reading(board(cards, opposing))
    fixed: dict[CardId, CardId] = {}
    possible = characters(reading, 0)
    for text, _ in targeted(reading, 0):
        if possible and pick.random() < 0.2:
            fixed[text] = pick.choice(possible)

    found = best_targets(reading, 0, element, fixed)

    assert found == every_combination(reading, 0, element, fixed)


def test_r21_7_every_multiplier_multiplies() -> None:
    """The search relies on it: a multiplier of one could be anywhere."""
    effects = [CARDS[card].effect for card in BOOSTS]
    assert len(effects) == 15
    for effect in effects:
        assert isinstance(effect, BoostValue)
        assert effect.op != "multiply" or (effect.amount or 0) > 1
    raises = [e for e in effects if isinstance(e, BoostValue) and e.op != "multiply"]
    for element in ("fire", "earth"):
        count = sum(
            e.element in ("both", element) and e.target == "one_own_character" for e in raises
        )
        assert count == 4


@pytest.mark.parametrize("active", [5, 6, 12])
@pytest.mark.parametrize("element", ["fire", "earth"])
def test_r21_7_many_texts_and_characters_take_few_steps(active: int, element: Element) -> None:
    fighters = [card for card in FIGHTERS if CARDS[card].effect is None][:active]
    state = replace(board([*fighters, *TARGETED], ["hoax-09"]), element=element)
    assert len(targeted(Reading(state), 0)) == len(TARGETED)
    assert AnnouncePower() in DUEL.legal(state, 0)

    assert steps_of(lambda: DUEL.legal(replace(state), 0)) < STEPS_MAX
    assert steps_of(lambda: DUEL.decide(replace(state), 0, AnnouncePower(), DICE)) < STEPS_MAX
    assert steps_of(lambda: DUEL.figures(replace(state))) < STEPS_MAX
