"""The 317 cards: counts by kind, and a comparison with the collected facts."""

from collections import Counter
from typing import get_args

import msgspec

from games.duel.card import Card
from games.duel.cards import CARDS
from games.duel.effects import Effect
from schemas.duel.terms import CardType, Icon, Kin, People
from tests.games.duel.facts import FACTS, card_facts

UNKNOWN = {
    "tutu-hukhuk",
    "tutu-pampam",
    "hyla-piplox",
    "inter-403",
    "inter-how-dare-you",
    "inter-i-expected-that",
    "inter-shame-on-you",
    "inter-who-do-you-think-you-are",
}


def test_there_are_317_cards_and_each_is_listed_under_its_own_id() -> None:
    assert len(CARDS) == 317
    assert [card_id for card_id, card in CARDS.items() if card.id != card_id] == []


def test_eight_peoples_have_33_cards_and_buka_has_32() -> None:
    counts = Counter(card.people for card in CARDS.values())
    assert {people: counts[people] for people in get_args(People)} == {
        **dict.fromkeys(get_args(People), 33),
        "buka": 32,
    }


def test_ten_mutants_and_eleven_other_cards_have_no_people() -> None:
    counts = Counter(card.people for card in CARDS.values() if card.people not in get_args(People))
    assert counts == {"mutant": 10, "intervention": 5, "tutu": 2, "hyla": 1, "inquisitor": 3}


def test_cards_by_type() -> None:
    assert Counter(card.type for card in CARDS.values()) == {
        "character": 177,
        "booster": 43,
        "support": 41,
        "leadership": 34,
        "leader": 9,
        "intervention": 5,
        "ship": 4,
        "hyla": 1,
        "inquisitor": 3,
    }


def test_the_cards_of_a_people_are_numbered_from_its_leader() -> None:
    for people in get_args(People):
        cards = [card for card in CARDS.values() if card.people == people]
        assert [card.number for card in cards] == list(range(len(cards)))
        assert [card.id for card in cards] == [f"{people}-{card.number:02}" for card in cards]
        assert [card.type for card in cards].index("leader") == 0


def test_every_card_matches_the_collected_facts() -> None:
    """Compares every field, to find typing errors in the card tables."""
    assert [facts["id"] for facts in FACTS] == list(CARDS)
    different = {facts["id"]: facts for facts in FACTS if card_facts(CARDS[facts["id"]]) != facts}
    assert different == {}


def test_every_card_matches_its_declared_types() -> None:
    for card in CARDS.values():
        assert msgspec.convert(msgspec.to_builtins(card), Card) == card


def test_every_kind_of_effect_is_on_some_card() -> None:
    kinds = set(get_args(Effect))
    assert len(kinds) == 32
    assert {type(card.effect) for card in CARDS.values() if card.effect} == kinds


def test_every_kin_type_and_icon_is_on_some_card() -> None:
    assert {card.people for card in CARDS.values()} == set(get_args(Kin))
    assert {card.type for card in CARDS.values()} == set(get_args(CardType)) - {"achievement"}
    shown = {icon for card in CARDS.values() for icon in card.icons}
    assert shown == set(get_args(Icon)) - {"replace"}


def test_r33_8_exactly_the_partly_known_cards_are_marked() -> None:
    assert {card.id for card in CARDS.values() if not card.known} == UNKNOWN


def test_r33_8_every_known_deck_card_has_moons() -> None:
    outside = ("leader", "inquisitor")
    known = [card for card in CARDS.values() if card.known and card.type not in outside]
    assert [card.id for card in known if card.moons is None] == []


def test_r33_5_mutants_show_no_moons() -> None:
    assert {card.moons for card in CARDS.values() if card.people == "mutant"} == {0}


def test_only_ships_have_a_capacity_and_all_of_them_do() -> None:
    assert {card.id for card in CARDS.values() if card.capacity is not None} == {
        card.id for card in CARDS.values() if card.type == "ship"
    }


def test_a_card_has_both_numbers_or_none() -> None:
    assert [card.id for card in CARDS.values() if (card.fire is None) != (card.earth is None)] == []


def test_r1_5_the_line_of_a_leader_and_the_capacity_of_a_ship_are_not_texts() -> None:
    assert not CARDS["vulca-00"].has_text
    assert CARDS["buka-30"].capacity
    assert not CARDS["buka-30"].has_text
    assert CARDS["buka-28"].has_text


def test_known_cards_have_a_text_if_and_only_if_they_have_an_effect() -> None:
    known = [card for card in CARDS.values() if card.known]
    assert [card.id for card in known if (card.text is None) != (card.effect is None)] == []
