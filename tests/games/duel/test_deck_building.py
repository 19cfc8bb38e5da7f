"""Deck building: legal decks, and the violations of illegal ones."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from games.dice import Dice
from games.duel.deck_building import USUAL_LIMITS, foreign_moons, limits_of, violations
from games.duel.decks import DECKS
from games.duel.effects import DeckLimits
from games.duel.rulebook import DUEL_1, DUEL_2
from schemas.duel.actions import AnnouncePower, FinishPhase, UseText
from schemas.duel.deck import LISTED_CARDS_MAX, Deck, DeckList
from schemas.duel.options import DuelOptions
from schemas.strict import StrictDecoder
from tests.games.duel.scenarios import DICE, position

HOAX = DECKS["hoax"]
OWN, GUESTS = HOAX.cards[:26], HOAX.cards[26:]


def deck(*cards: str, leader: str | None = "hoax-00", inquisitor: str | None = None) -> DeckList:
    """The 26 Hoax cards of the Hoax deck, and these."""
    return DeckList(leader=leader, inquisitor=inquisitor, cards=OWN + cards)


def codes(chosen: DeckList) -> list[str]:
    return [violation.code for violation in violations(chosen)]


def messages(chosen: DeckList) -> list[str]:
    return [violation.message for violation in violations(chosen)]


SCENARIOS: dict[str, tuple[DeckList, list[str]]] = {
    "deck-1 a prepared deck is valid": (deck(*GUESTS), []),
    "deck-2 twenty-nine cards": (deck(*GUESTS[:3]), ["wrong_size"]),
    "deck-3 the same card twice": (deck(*GUESTS[:3], "hoax-01"), ["duplicate_card"]),
    "deck-4 exactly ten foreign moons are allowed": (
        deck("vulca-01", "vulca-26", "vulca-29", "mutant-101"),
        [],
    ),
    "deck-5 eleven foreign moons are not": (
        deck("vulca-01", "vulca-29", "khind-23", "mutant-101"),
        ["too_many_foreign_moons"],
    ),
    "deck-6 no leader, and a leader among the thirty": (
        deck(*GUESTS[:3], "vulca-00", leader="hoax-01"),
        ["leader_missing", "not_a_deck_card"],
    ),
    "deck-7 unknown and unreleased cards, all at once": (
        deck("hoax-99", "tutu-pampam", "hoax-01"),
        ["unknown_card", "card_not_released", "duplicate_card", "wrong_size"],
    ),
}


@pytest.mark.parametrize(("chosen", "expected"), SCENARIOS.values(), ids=SCENARIOS)
def test_scenario(chosen: DeckList, expected: list[str]) -> None:
    assert codes(chosen) == expected


def test_r33_1_a_deck_names_a_leader() -> None:
    assert messages(deck(*GUESTS, leader=None)) == ["Choose a leader."]


def test_r33_1_an_unknown_leader_is_reported_as_missing_and_as_unknown() -> None:
    assert messages(deck(*GUESTS, leader="hoax-77")) == [
        "Choose a leader.",
        "There is no card hoax-77.",
    ]


@pytest.mark.parametrize(("cards", "size"), [(GUESTS[:3], 29), ((*GUESTS, "hoax-15"), 31)])
def test_r33_2_a_deck_has_exactly_30_other_cards(cards: tuple[str, ...], size: int) -> None:
    (violation,) = violations(deck(*cards))
    assert violation.message == f"A deck has exactly 30 cards, this one has {size}."
    assert violation.detail == {"expected": 30, "given": size}


def test_r33_3_all_cards_are_different() -> None:
    (violation,) = violations(deck("hoax-02", "hoax-01", "hoax-01", "hoax-01"))
    assert violation.message == "Wogarathoras the Gloomy is in the deck more than once."
    assert violation.detail == {"cards": ["hoax-01", "hoax-02"]}


def test_r33_4_moons_of_the_leaders_people_do_not_count() -> None:
    everything = tuple(f"hoax-{number:02}" for number in range(1, 31))
    assert foreign_moons(replace(HOAX, cards=everything)) == 0
    assert codes(replace(HOAX, cards=everything)) == []


def test_r33_4_cards_of_other_peoples_show_at_most_10_moons() -> None:
    (violation,) = violations(deck("vulca-01", "vulca-29", "khind-23", "mutant-101"))
    assert violation.message == "Cards of other peoples show 11 moons, at most 10 are allowed."
    assert violation.detail == {"max": 10, "given": 11}


def test_r33_5_any_number_of_mutants_is_allowed() -> None:
    mutants = [f"mutant-{number}" for number in range(101, 111)]
    assert codes(replace(HOAX, cards=(*OWN[:20], *mutants))) == []


@pytest.mark.parametrize(
    ("card", "name"), [("vulca-00", "Inferno"), ("inq-412", "Argus Eye")], ids=["leader", "inq"]
)
def test_r33_6_leaders_and_inquisitors_are_not_among_the_30(card: str, name: str) -> None:
    assert messages(deck(*GUESTS[:3], card)) == [f"{name} cannot be one of the 30 cards."]


def test_r33_7_unknown_card_ids_are_reported() -> None:
    (violation,) = violations(deck(*GUESTS[:2], "hoax-99", "moon-1"))
    assert violation.message == "There is no card hoax-99."
    assert violation.detail == {"cards": ["hoax-99", "moon-1"]}


def test_r33_8_a_card_that_is_only_partly_known_is_not_available() -> None:
    assert messages(deck(*GUESTS[:3], "hyla-piplox")) == ["Piplox is not available yet."]


def test_r33_9_all_violations_are_reported_together_and_each_code_once() -> None:
    worst = DeckList(
        leader="vulca-00",
        inquisitor="vulca-01",
        cards=(*DECKS["flit"].cards, "x", "y", "tutu-pampam", "tutu-hukhuk", "inq-412", "flit-01"),
    )
    assert codes(worst) == [
        "unknown_card",
        "card_not_released",
        "not_a_deck_card",
        "not_an_inquisitor",
        "duplicate_card",
        "wrong_size",
        "too_many_foreign_moons",
    ]


def test_r33_11_the_known_inquisitor_changes_no_limit() -> None:
    chosen = deck(*GUESTS, inquisitor="inq-412")
    assert limits_of(chosen) == DeckLimits(cards=30, foreign_moons=10)
    assert codes(chosen) == []


def test_r33_12_only_an_inquisitor_lies_beside_the_leader() -> None:
    assert messages(deck(*GUESTS, inquisitor="hoax-15")) == [
        "Ketharkopas the Astronomer is not an inquisitor."
    ]
    assert messages(deck(*GUESTS, inquisitor="inq-999")) == ["There is no card inq-999."]


def test_a_deck_list_is_plain_json() -> None:
    text = msgspec.json.encode(HOAX)
    assert msgspec.json.decode(text)["leader"] == "hoax-00"
    assert msgspec.json.decode(text, type=DeckList) == HOAX


@pytest.mark.parametrize(
    ("listed", "error"),
    [
        ({"leader": "hoax-00"}, "missing required field `cards`"),
        ({"cards": [], "leeder": "hoax-00"}, "unknown field `leeder`"),
        ({"cards": [1]}, "Expected `str`, got `int` - at `$.cards[0]`"),
        ({"cards": [""]}, "length >= 1 - at `$.cards[0]`"),
        ({"cards": ["x"] * (LISTED_CARDS_MAX + 1)}, "length <= 120 - at `$.cards`"),
        ({"cards": "hoax-01"}, "Expected `array`, got `str` - at `$.cards`"),
    ],
)
def test_an_invalid_deck_list_is_refused_with_its_path(listed: dict[str, Any], error: str) -> None:
    with pytest.raises(msgspec.ValidationError) as refusal:
        StrictDecoder(DeckList).decode(msgspec.json.encode(listed))
    assert error in str(refusal.value)


LARGE_DECK = DeckList(
    leader="vulca-00",
    inquisitor="inq-serpent-tongue",
    cards=(
        *(f"vulca-{number:02}" for number in range(1, 33)),
        *(f"mutant-{number}" for number in range(101, 111)),
        "pillar-01",
        "pillar-02",
        "pillar-03",
    ),
)


def test_r33_11_serpent_tongue_adds_cards_and_moons() -> None:
    assert violations(LARGE_DECK) == ()
    assert limits_of(LARGE_DECK) == replace(USUAL_LIMITS, cards=45, foreign_moons=20)
    smaller = replace(LARGE_DECK, cards=LARGE_DECK.cards[:30])
    assert [violation.code for violation in violations(smaller)] == ["wrong_size"]
    assert limits_of(replace(LARGE_DECK, inquisitor="inq-thunder-fist")) == USUAL_LIMITS


def test_r33_11_the_first_rules_do_not_know_the_new_inquisitors() -> None:
    for deck in (LARGE_DECK, replace(DECKS["vulca"], inquisitor="inq-thunder-fist")):
        options = DuelOptions((deck, "hoax"))
        assert DUEL_2.problems(options) == ()
        assert [problem.code for problem in DUEL_1.problems(options)] == ["card_not_released"]


def test_r27_7_thunder_fist_begins_with_a_dragon() -> None:
    fist = replace(DECKS["vulca"], inquisitor="inq-thunder-fist")
    decks: list[tuple[tuple[Deck, Deck], int]] = [
        ((fist, "hoax"), 1),
        (("hoax", fist), -1),
        ((fist, fist), 0),
    ]
    for pair, dragons in decks:
        _, state = DUEL_2.setup(DUEL_2.initial(DuelOptions(pair)), Dice.of_text("fist"))
        assert state.dragons == dragons


@pytest.mark.parametrize(("opposing", "drawn"), [([], 1), (["flit-28"], 0)])
def test_r27_6_serpent_tongue_draws_one_more_card_at_the_end_of_the_turn(
    opposing: list[str], drawn: int
) -> None:
    sides = {
        "A": {"inquisitor": "inq-serpent-tongue", "combat_active": ["vulca-05"]},
        "B": {"combat_active": ["hoax-09"], "support": opposing, "hand": ["hoax-01"]},
    }
    given = {"turn": "A", "phase": "booster_support", "fight_started": True, "element": "fire"}
    _, state = DUEL_2.decide(position(given | sides), 0, AnnouncePower(), DICE)
    if drawn:
        _, state = DUEL_2.decide(state, 0, FinishPhase(), DICE)
        _, state = DUEL_2.decide(state, 0, UseText("inq-serpent-tongue"), DICE)
    assert len(state.sides[0].hand) == 6 + drawn
    assert state.turn.seat == 1
