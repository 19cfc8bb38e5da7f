"""The nine preset decks."""

from collections import Counter
from typing import get_args

import pytest

from games.duel.cards import CARDS
from games.duel.deck_building import foreign_moons, leader_of, violations
from games.duel.decks import DECKS
from schemas.duel.deck import DeckList
from schemas.duel.terms import People

FOREIGN_MOONS = {
    "hoax": 6,
    "vulca": 5,
    "mimix": 4,
    "flit": 5,
    "khind": 7,
    "terrah": 6,
    "pillar": 7,
    "aqua": 4,
    "buka": 0,
}


def test_every_people_has_a_deck_led_by_its_leader() -> None:
    assert list(DECKS) == list(get_args(People))
    assert {people: leader_of(deck) for people, deck in DECKS.items()} == {
        card.people: card for card in CARDS.values() if card.type == "leader"
    }


@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_every_deck_is_legal(deck: DeckList) -> None:
    assert violations(deck) == ()
    assert len(set(deck.cards)) == 30


def test_every_card_of_the_box_is_in_exactly_one_deck() -> None:
    """Together the nine decks hold every card except those of later sets."""
    dealt = Counter(card for deck in DECKS.values() for card in (deck.leader, *deck.cards))
    assert dealt == Counter(card.id for card in CARDS.values() if card.set is None)


def test_moons_on_cards_of_other_peoples() -> None:
    assert {people: foreign_moons(deck) for people, deck in DECKS.items()} == FOREIGN_MOONS


def test_each_deck_except_buka_has_three_foreign_cards_and_a_mutant() -> None:
    for people, deck in DECKS.items():
        guests = [CARDS[card] for card in deck.cards if CARDS[card].people != people]
        mutants = [card for card in guests if card.people == "mutant"]
        assert (len(guests), len(mutants)) == ((0, 0) if people == "buka" else (4, 1))
