"""The draw (C8), and the Hospital (C10.3)."""

from collections import Counter

import pytest

from games.city.options import whole_deck
from schemas.city.actions import Contribute, Discard, Draw, Offer, Walk
from schemas.city.events import (
    AsideTaken,
    CardDiscarded,
    CardsDrawn,
    CardsSetAside,
    DeckShuffled,
    TurnBegan,
    TurnEnded,
)
from schemas.city.options import CardSplit
from schemas.city.state import Turn
from schemas.city.terms import Card, Cards
from tests.games.city.given import DICE, given

TOP: Cards = ("aqua-1", "aqua-2", "aqua-3", "flit-1", "flit-2", "flit-3")
HAND: Cards = ("hoax-1", "hoax-2", "hoax-3")


def all_but(*cards: Card) -> Cards:
    """Every card of the game except these."""
    return tuple((Counter(whole_deck(CardSplit())) - Counter(cards)).elements())


@pytest.mark.parametrize("discarded", [0, 1, 2])
def test_c8_1_discard_up_to_2_cards_then_draw_2_plus_that_number(discarded: int) -> None:
    city = given(3).hand(0, *HAND).deck(*TOP)

    outcome = city.when(*map(Discard, HAND[:discarded]), Draw())

    drawn = TOP[: 2 + discarded]
    outcome.then(
        *(CardDiscarded(0, card) for card in HAND[:discarded]),
        CardsDrawn(0, drawn),
        TurnEnded(0),
        TurnBegan(1, 2),
    )
    assert outcome.seat(0).hand == tuple(sorted((*HAND[discarded:], *drawn)))
    assert outcome.state.discard == HAND[:discarded]


def test_c8_1_a_third_discard_is_refused() -> None:
    city = given(3).hand(0, *HAND)

    outcome = city.when(*map(Discard, HAND))

    outcome.refuses("discard_limit", allowed=2, given=3)
    assert outcome.legal() == (Draw(),)


def test_c8_1_only_cards_in_hand_can_be_discarded() -> None:
    city = given(3).hand(0, "hoax-1")

    city.when(Discard("hoax-2")).refuses("not_in_hand", card="hoax-2", needed=1, held=0)
    city.when(Discard("hoax-1"), Discard("hoax-1")).refuses(
        "not_in_hand", card="hoax-1", needed=1, held=0
    )


def test_c8_1_a_discard_ends_the_earlier_phases() -> None:
    city = given(3).hand(0, "hoax-1").crystals(0, 30)

    city.when(Discard("hoax-1"), Walk("palace")).refuses("wrong_phase", phase="draw")
    city.when(Discard("hoax-1"), Offer()).refuses("wrong_phase", phase="draw")


def test_c8_1_a_turn_may_consist_of_the_draw_alone() -> None:
    given(3).deck(*TOP).when(Draw()).then(
        CardsDrawn(0, ("aqua-1", "aqua-2")), TurnEnded(0), TurnBegan(1, 2)
    )


def test_c8_1_there_is_no_hand_limit() -> None:
    held = all_but()[:40]

    assert len(given(3).hand(0, *held).when(Draw()).seat(0).hand) == 42


def test_c8_2_the_discard_pile_is_shuffled_when_a_card_is_needed() -> None:
    pile = all_but("aqua-1")
    city = given(3).deck_of("aqua-1")

    outcome = city.when(Draw())

    order = DICE.shuffled("city/deck/2", sorted(pile))
    outcome.then(
        CardsDrawn(0, ("aqua-1",)),
        DeckShuffled(order),
        CardsDrawn(0, order[:1]),
        TurnEnded(0),
        TurnBegan(1, 2),
    )
    assert (outcome.state.deck, outcome.state.discard) == (order[1:], ())


def test_c8_2_a_deck_with_just_enough_cards_is_not_shuffled() -> None:
    first = given(3).deck_of("aqua-1", "aqua-2").when(Draw())
    assert first.events_of(DeckShuffled) == []
    assert first.state.deck == ()

    second = first.when(Draw())
    assert len(second.events_of(DeckShuffled)) == 1, "the next seat needs a card"


def test_c8_2_cards_just_discarded_are_shuffled_in() -> None:
    others = all_but("hoax-1", "hoax-2", "aqua-3")
    city = given(3).hand(0, "hoax-1", "hoax-2").hand(1, *others).deck_of("aqua-3")

    outcome = city.when(Discard("hoax-1"), Discard("hoax-2"), Draw())

    assert sorted(outcome.events_of(DeckShuffled)[0].order) == ["hoax-1", "hoax-2"]
    assert outcome.seat(0).hand == ("aqua-3", "hoax-1", "hoax-2")


def test_c8_2_cards_just_paid_are_shuffled_in() -> None:
    """The mill's star gives 2 cards, and only the card just paid is on the discard pile."""
    city = (
        given(3)
        .figure(0, "mill")
        .stones_on("mill", None, 0, 0)
        .hand(0, "terrah-3")
        .hand(1, *all_but("terrah-3"))
    )

    outcome = city.when(Contribute(0, ("terrah-3",)))

    assert outcome.events_of(DeckShuffled) == [DeckShuffled(("terrah-3",))]
    assert outcome.events_of(CardsSetAside) == [CardsSetAside(0, ("terrah-3",))]


def test_c8_2_each_shuffle_has_its_own_dice_label() -> None:
    outcome = given(2).deck_of("aqua-1").when(Draw(), Draw())
    assert outcome.events_of(DeckShuffled)[0].order == DICE.shuffled(
        "city/deck/2", sorted(all_but("aqua-1"))
    )

    outcome = outcome.when()
    pile: Cards = ()
    while not outcome.events_of(DeckShuffled):
        discarding = outcome.when(Discard(outcome.seat(outcome.state.turn.seat).hand[0]))
        pile = discarding.state.discard
        outcome = discarding.when(Draw())

    assert outcome.events_of(DeckShuffled)[0].order == DICE.shuffled("city/deck/3", sorted(pile))


def test_c8_2_missing_cards_are_forfeited_when_deck_and_pile_are_empty() -> None:
    city = given(3).hand(0, "hoax-1").hand(1, *all_but("hoax-1"))

    city.when(Draw()).then(TurnEnded(0), TurnBegan(1, 2))
    outcome = city.when(Discard("hoax-1"), Draw())
    outcome.then(
        CardDiscarded(0, "hoax-1"),
        DeckShuffled(("hoax-1",)),
        CardsDrawn(0, ("hoax-1",)),
        TurnEnded(0),
        TurnBegan(1, 2),
    )


def test_c8_3_cards_set_aside_are_taken_after_the_draw() -> None:
    city = given(3).hand(0, "hoax-1").aside(0, "pillar-3", "mimix-1").deck(*TOP)

    outcome = city.when(Draw())

    outcome.then(
        CardsDrawn(0, ("aqua-1", "aqua-2")),
        AsideTaken(0, ("pillar-3", "mimix-1")),
        TurnEnded(0),
        TurnBegan(1, 2),
    )
    assert outcome.seat(0).hand == ("aqua-1", "aqua-2", "hoax-1", "mimix-1", "pillar-3")
    assert outcome.seat(0).aside == ()


def test_c8_3_cards_set_aside_cannot_be_discarded_before_the_draw() -> None:
    city = given(3).hand(0, "hoax-1").aside(0, "pillar-3")

    city.when(Discard("pillar-3")).refuses("not_in_hand", card="pillar-3", needed=1, held=0)


def test_c8_3_cards_set_aside_are_not_shuffled_into_the_deck() -> None:
    city = given(3).hand(1, *all_but("hoax-1", "pillar-3")).aside(0, "pillar-3").discard("hoax-1")

    assert city.when(Draw()).events_of(DeckShuffled) == [DeckShuffled(("hoax-1",))]


def test_c8_3_the_next_seats_turn_begins_after_the_draw() -> None:
    city = given(3).turn(2, number=7, phase="contribution", steps=0, contributed=True)

    outcome = city.when(Draw())

    assert outcome.events[-1] == TurnBegan(0, 8)
    assert outcome.state.turn == Turn(8, 0, "movement", 2)


@pytest.mark.parametrize("finished", [False, True])
@pytest.mark.parametrize("discarded", [0, 1, 2])
def test_c10_3_the_hospital_adds_2_cards_to_the_draw(discarded: int, finished: bool) -> None:
    city = given(3, expansions=(1,)).figure(0, "hospital").hand(0, *HAND).deck(*TOP)
    city = city.finished("hospital") if finished else city

    outcome = city.when(*map(Discard, HAND[:discarded]), Draw())

    assert outcome.events_of(CardsDrawn) == [CardsDrawn(0, TOP[: 4 + discarded])]


def test_c10_3_the_figure_must_end_its_turn_there() -> None:
    city = given(3, expansions=(1,)).place("hospital", 1, 1).figure(0, "hospital").deck(*TOP)

    left = city.when(Walk("fire_temple"), Draw())
    assert left.events_of(CardsDrawn) == [CardsDrawn(0, TOP[:2])]

    came = city.figure(0, "fire_temple").when(Walk("hospital"), Draw())
    assert came.events_of(CardsDrawn) == [CardsDrawn(0, TOP[:4])]


def test_c10_3_the_hospital_does_not_help_other_seats() -> None:
    city = given(3, expansions=(1,)).figure(1, "hospital").deck(*TOP)

    assert city.when(Draw()).events_of(CardsDrawn) == [CardsDrawn(0, TOP[:2])]


def test_c10_3_cards_set_aside_are_taken_in_addition() -> None:
    city = given(3, expansions=(1,)).figure(0, "hospital").aside(0, "hoax-3").deck(*TOP)

    outcome = city.when(Draw())

    assert outcome.events_of(CardsDrawn) == [CardsDrawn(0, TOP[:4])]
    assert outcome.events_of(AsideTaken) == [AsideTaken(0, ("hoax-3",))]
