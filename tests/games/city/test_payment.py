"""What cards count for a box (C4.2 to C4.8), compared with a naive oracle."""

from collections import Counter
from itertools import combinations, combinations_with_replacement
from random import Random

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st

from games.city.components import CARDS, COLOURS, VALUE_OF
from games.city.exact_payment import exact_points
from games.city.options import whole_deck
from games.city.payment import payments, payments_in_any_colour, suffices, waste
from games.city.rulebook import CITY_1
from schemas.city.actions import Contribute
from schemas.city.options import CardSplit
from schemas.city.terms import Card, Cards, Colour
from tests.games.city.given import Given, given
from tests.games.city.payment_oracle import exact_oracle, oracle

BOX_VALUE_MAX = 9
EXAMPLES_AGAINST_THE_ORACLE = 500


def oracle_pays(cards: Cards, colour: Colour, value: int) -> bool:
    return oracle(tuple(sorted(cards)), colour) >= value


def oracle_payments(hand: Cards, colour: Colour, value: int) -> set[Cards]:
    """Return every minimal part of a hand that pays."""
    parts = {
        part for size in range(len(hand) + 1) for part in combinations(tuple(sorted(hand)), size)
    }
    return {
        part
        for part in parts
        if oracle_pays(part, colour, value)
        and not any(oracle_pays(less, colour, value) for less in combinations(part, len(part) - 1))
    }


# Comparison with the oracle

POWERFUL: Cards = ("khind-1", "mimix-1", "mimix-2", "mimix-3", "hoax-1", "hoax-2", "hoax-3")
VARIED: Cards = tuple(sorted({*POWERFUL, "aqua-1", "aqua-3", "flit-2", "vulca-1"}))
colours = st.sampled_from(COLOURS)
values = st.integers(1, BOX_VALUE_MAX)
any_card = st.sampled_from(CARDS) | st.sampled_from(POWERFUL)
deals = st.permutations(whole_deck(CardSplit()))


def bunches(size_max: int) -> st.SearchStrategy[Cards]:
    return st.lists(any_card, max_size=size_max).map(tuple)


@settings(max_examples=EXAMPLES_AGAINST_THE_ORACLE)
@for_all(bunches(7), colours, values)
def test_suffices_agrees_with_the_oracle(cards: Cards, colour: Colour, value: int) -> None:
    assert suffices(cards, colour, value) == oracle_pays(cards, colour, value)


@for_all(bunches(7), colours)
def test_cards_suffice_up_to_what_they_count_and_no_further(cards: Cards, colour: Colour) -> None:
    worth = oracle(tuple(sorted(cards)), colour)
    assert worth == 0 or suffices(cards, colour, worth)
    assert not suffices(cards, colour, worth + 1)


@pytest.mark.parametrize("colour", COLOURS)
def test_every_bunch_of_up_to_three_cards_counts_what_the_rules_say(colour: Colour) -> None:
    for size in (1, 2, 3):
        for cards in combinations_with_replacement(sorted(CARDS), size):
            worth = oracle(cards, colour)
            assert worth == 0 or suffices(cards, colour, worth), cards
            assert not suffices(cards, colour, worth + 1), cards


@pytest.mark.parametrize("colour", ["blue", "white", "brown", "green"])
def test_every_bunch_of_five_powerful_and_plain_cards_counts_what_the_rules_say(
    colour: Colour,
) -> None:
    for cards in combinations_with_replacement(VARIED, 5):
        worth = oracle(cards, colour)
        assert worth == 0 or suffices(cards, colour, worth), cards
        assert not suffices(cards, colour, worth + 1), cards


@pytest.mark.parametrize("colour", ["blue", "white", "brown", "green"])
def test_every_hand_of_four_powerful_and_plain_cards_pays_as_the_rules_say(colour: Colour) -> None:
    for hand in combinations_with_replacement(VARIED, 4):
        for value in range(1, 7):
            listed = payments(hand, colour, value)
            assert {tuple(sorted(cards)) for cards in listed} == oracle_payments(
                hand, colour, value
            ), (hand, value)
            assert sorted(listed, key=waste) == list(listed)


@settings(max_examples=EXAMPLES_AGAINST_THE_ORACLE)
@for_all(bunches(7), colours, values)
def test_payments_are_exactly_those_without_a_superfluous_card(
    hand: Cards, colour: Colour, value: int
) -> None:
    listed = payments(hand, colour, value)
    sorted_payments = [tuple(sorted(cards)) for cards in listed]
    assert len(sorted_payments) == len(set(sorted_payments))
    assert set(sorted_payments) == oracle_payments(hand, colour, value)
    assert [waste(cards) for cards in listed] == sorted(waste(cards) for cards in listed)


@for_all(deals, st.integers(1, 14), colours, values)
def test_payments_of_a_dealt_hand_are_minimal_parts_of_it(
    deal: list[Card], size: int, colour: Colour, value: int
) -> None:
    hand = tuple(deal[:size])
    listed = payments(hand, colour, value)
    assert (listed != ()) == suffices(hand, colour, value)
    for cards in listed:
        assert Counter(cards) <= Counter(hand)
        assert suffices(cards, colour, value)
        for left_out in range(len(cards)):
            assert not suffices(cards[:left_out] + cards[left_out + 1 :], colour, value)


@for_all(bunches(7), colours, values, st.randoms(use_true_random=False))
def test_the_order_of_the_hand_does_not_matter(
    hand: Cards, colour: Colour, value: int, random: Random
) -> None:
    mixed = list(hand)
    random.shuffle(mixed)
    assert suffices(tuple(mixed), colour, value) == suffices(hand, colour, value)
    assert payments(tuple(mixed), colour, value) == payments(hand, colour, value)


@for_all(bunches(6), colours, values, any_card)
def test_one_more_card_never_makes_a_payment_insufficient(
    cards: Cards, colour: Colour, value: int, more: Card
) -> None:
    assert suffices((*cards, more), colour, value) >= suffices(cards, colour, value)


def test_waste_is_the_face_values_then_the_number_of_cards() -> None:
    assert waste(("flit-3", "khind-1", "hoax-2")) == (6, 3)
    assert waste(()) == (0, 0)


def test_payments_come_by_least_face_value_then_by_fewest_cards() -> None:
    hand: Cards = ("aqua-1", "aqua-2", "aqua-3", "khind-1")
    assert [set(cards) for cards in payments(hand, "blue", 3)] == [
        {"aqua-3"},
        {"aqua-1", "aqua-2"},
        {"aqua-2", "khind-1"},
    ]


# The rules one by one


def counts(colour: Colour, *cards: Card) -> int:
    """Return what cards count, checked with the oracle."""
    worth = max((value for value in range(1, 30) if suffices(cards, colour, value)), default=0)
    assert worth == oracle(tuple(sorted(cards)), colour)
    return worth


def at(tile: str, *hand: Card) -> Given:
    return given(players=2).figure(0, tile).hand(0, *hand)  # type: ignore[arg-type]


def test_c4_2_a_box_is_paid_with_cards_that_count_its_value_together() -> None:
    paid = at("mill", "terrah-1", "terrah-2", "aqua-1").when(
        Contribute(0, ("terrah-1", "terrah-2"))
    )
    assert paid.seat(0).hand == ("aqua-1",)
    assert paid.state.discard == ("terrah-1", "terrah-2")
    assert paid.site("mill").stones == (0, None, None)


def test_c4_2_too_little_is_refused_with_the_needed_and_given_values() -> None:
    at("hospice", "terrah-1", "terrah-3").when(Contribute(0, ("terrah-1", "terrah-3"))).refuses(
        "too_little", needed=5, given=4, colour="red"
    )


def test_c4_2_overpaying_is_allowed_and_nothing_is_given_back() -> None:
    hand: Cards = ("terrah-3", "terrah-3", "terrah-2")
    paid = at("mill", *hand).when(Contribute(1, hand))
    assert paid.seat(0).hand == ()
    assert paid.site("mill").stones == (None, 0, None)


def test_c4_2_the_legal_list_leaves_out_payments_with_a_superfluous_card() -> None:
    listed = at("hospice", "terrah-3", "terrah-2", "terrah-1").legal()
    assert [action for action in listed if isinstance(action, Contribute)] == [
        Contribute(0, ("terrah-2", "terrah-3"))
    ]


def test_c4_2_cards_that_the_seat_does_not_hold_are_refused() -> None:
    at("mill", "terrah-1").when(Contribute(1, ("terrah-1", "terrah-1"))).refuses(
        "not_in_hand", card="terrah-1", needed=2, held=1
    )


def test_c4_2_boxes_4_and_2_cannot_be_filled_with_two_3s() -> None:
    """Each box is paid separately: the excess of the 3 on the box of 2 is lost."""
    first = at("monastery_tower", "flit-3", "flit-3").when(Contribute(1, ("flit-3",)))
    first.when(Contribute(0, ("flit-3",))).refuses("too_little", needed=4, given=3)
    assert not any(isinstance(a, Contribute) and a.box == 0 for a in first.legal())


@pytest.mark.parametrize("value", [1, 2, 3])
def test_c4_3_a_card_of_the_colour_counts_its_value(value: int) -> None:
    for people, colour in (("vulca", "black"), ("terrah", "red"), ("aqua", "blue")):
        assert counts(colour, f"{people}-{value}") == value  # type: ignore[arg-type]
    for people, colour in (("flit", "grey"), ("mimix", "brown"), ("hoax", "white")):
        assert counts(colour, f"{people}-{value}") == value  # type: ignore[arg-type]
    assert counts("yellow", f"pillar-{value}") == value  # type: ignore[arg-type]


def test_c4_3_a_card_of_another_colour_counts_nothing() -> None:
    assert counts("red", "aqua-3", "vulca-3", "flit-2", "pillar-1", "mimix-2", "hoax-3") == 0


def test_c4_4_a_khind_card_counts_1_in_any_colour() -> None:
    for colour in COLOURS:
        assert counts(colour, "khind-1") == 1


def test_c4_4_khind_alone_may_pay_any_box() -> None:
    cards: Cards = ("khind-1",) * 5
    paid = at("citadel", *cards).when(Contribute(0, cards))
    assert paid.site("citadel").finished


def test_c4_4_blue_4_with_a_blue_2_and_two_khind() -> None:
    cards: Cards = ("aqua-2", "khind-1", "khind-1")
    assert counts("blue", *cards) == 4
    paid = at("water_temple", *cards).when(Contribute(1, cards))
    assert paid.site("water_temple").stones == (None, 0, None)


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(
    "pair", [("mimix-1", "mimix-1"), ("mimix-1", "mimix-2"), ("mimix-2", "mimix-2")]
)
def test_c4_5_two_mimix_of_value_1_or_2_count_three_in_any_colour(
    colour: Colour, pair: Cards
) -> None:
    as_plain_brown = VALUE_OF[pair[0]] + VALUE_OF[pair[1]] if colour == "brown" else 0
    assert counts(colour, *pair) == max(3, as_plain_brown)


def test_c4_5_two_brown_1s_pay_a_brown_3() -> None:
    paid = at("city_residence", "mimix-1", "mimix-1").when(Contribute(1, ("mimix-1", "mimix-1")))
    assert paid.site("city_residence").stones == (None, 0, None)


def test_c4_5_any_number_of_pairs() -> None:
    assert counts("grey", "mimix-1", "mimix-2", "mimix-2", "mimix-1") == 6
    pairs: Cards = ("mimix-1", "mimix-2") * 3
    assert counts("grey", *pairs) == 9


def test_c4_5_a_brown_3_never_pairs() -> None:
    assert counts("red", "mimix-3", "mimix-1") == 0
    assert counts("red", "mimix-3", "mimix-3") == 0


def test_c4_5_an_unpaired_brown_card_counts_as_plain_brown() -> None:
    assert counts("brown", "mimix-1", "mimix-1", "mimix-2") == 5
    assert counts("brown", "mimix-1", "mimix-1", "mimix-3") == 6
    assert counts("red", "mimix-1", "mimix-1", "mimix-2") == 3


def test_c4_5_yellow_5_with_two_brown_1s_and_two_yellow_1s() -> None:
    cards: Cards = ("mimix-1", "mimix-1", "pillar-1", "pillar-1")
    assert counts("yellow", *cards) == 5
    paid = at("trading_house", *cards).when(Contribute(0, cards))
    assert paid.site("trading_house").stones == (0, None)


def test_c4_6_hoax_1_makes_up_to_four_cards_of_one_other_colour_count() -> None:
    assert counts("red", "hoax-1", "flit-3", "flit-3", "flit-2", "flit-1") == 9
    assert counts("red", "hoax-1", "flit-3", "flit-3", "flit-3", "flit-2", "flit-2") == 11


def test_c4_6_hoax_1_recolours_one_single_colour() -> None:
    assert counts("red", "hoax-1", "flit-3", "aqua-2") == 3


def test_c4_6_hoax_2_makes_one_card_of_another_colour_count() -> None:
    assert counts("red", "hoax-2", "flit-2", "flit-3") == 3


def test_c4_6_red_3_with_hoax_2_and_a_grey_3() -> None:
    cards: Cards = ("hoax-2", "flit-3")
    assert counts("red", *cards) == 3
    paid = at("mill", *cards).when(Contribute(0, cards))
    assert paid.site("mill").stones == (0, None, None)


def test_c4_6_a_recolouring_hoax_counts_0_in_white_too() -> None:
    assert counts("white", "hoax-2", "flit-1") == 2
    assert counts("white", "hoax-2", "flit-3") == 3
    assert counts("white", "hoax-1", "flit-1") == 1


def test_c4_6_hoax_3_recolours_nothing() -> None:
    assert counts("red", "hoax-3", "flit-3") == 0


def test_c4_6_several_hoax_cards_each_with_its_own_cards() -> None:
    assert counts("red", "hoax-2", "hoax-2", "flit-3", "aqua-2") == 5
    assert counts("red", "hoax-1", "hoax-2", "flit-3", "flit-1", "aqua-2") == 6
    assert counts("red", "hoax-1", "hoax-1", "flit-3", "flit-1", "aqua-2", "aqua-2") == 8


def test_c4_6_white_cards_may_be_recoloured_too() -> None:
    assert counts("red", "hoax-2", "hoax-3") == 3
    assert counts("red", "hoax-1", "hoax-2", "hoax-3") == 5
    assert counts("red", "hoax-1", "hoax-2") == 2


def test_c4_7_a_recoloured_brown_card_is_never_half_of_a_pair() -> None:
    assert counts("red", "hoax-2", "mimix-1", "mimix-1") == 3
    assert counts("red", "hoax-1", "mimix-1", "mimix-1", "mimix-2") == 5
    assert counts("red", "hoax-2", "mimix-1", "mimix-3") == 3


def test_c4_7_a_card_recoloured_to_brown_pairs_with_nothing() -> None:
    assert counts("brown", "hoax-2", "flit-1", "mimix-1") == 2
    assert counts("brown", "hoax-1", "flit-1", "flit-1") == 2


def test_c4_7_a_card_recoloured_to_green_is_not_a_joker() -> None:
    """It counts only in the box's colour, at face value."""
    assert counts("green", "hoax-2", "flit-3") == 3


def test_c4_7_a_recoloured_hoax_recolours_nothing_itself() -> None:
    """One Hoax 2 makes the grey 3 count, or the other Hoax 2: never both."""
    assert counts("red", "hoax-2", "hoax-2", "flit-3") == 3


@pytest.mark.parametrize(
    ("tile", "box", "cards", "colour"),
    [
        ("palace", 3, ("pillar-3", "aqua-1"), "yellow"),
        ("thermae", 0, ("aqua-3", "terrah-1", "flit-2", "vulca-3"), None),
        ("mill", 0, ("terrah-3", "hoax-2"), None),
        ("mill", 0, ("terrah-3", "hoax-2", "khind-1"), None),
        ("mill", 0, ("terrah-3", "mimix-1"), None),
        ("mill", 0, ("mimix-1", "mimix-1", "hoax-1"), None),
        ("mill", 0, ("hoax-2", "flit-3", "flit-1"), None),
        ("mill", 0, ("hoax-1", "flit-3", "aqua-1"), None),
    ],
)
def test_c4_8_a_card_that_pays_for_nothing_is_refused(
    tile: str, box: int, cards: Cards, colour: Colour | None
) -> None:
    """Under city/1 it was enough that some of the cards paid."""
    contribution = Contribute(box, cards, colour)
    at(tile, *cards).when(contribution).refuses("superfluous_card", cards=list(cards))

    first = given(2, CITY_1).figure(0, tile).hand(0, *cards)  # type: ignore[arg-type]
    assert first.when(contribution).accepted().seat(0).hand == ()


@pytest.mark.parametrize(
    ("tile", "box", "cards"),
    [
        ("mill", 0, ("terrah-3", "terrah-3")),
        ("mill", 0, ("terrah-3", "khind-1")),
        ("mill", 0, ("terrah-3", "mimix-1", "mimix-2")),
        ("mill", 0, ("terrah-3", "hoax-2", "flit-1")),
        ("mill", 0, ("terrah-3", "hoax-1", "hoax-2", "hoax-3")),
        ("library", 0, ("hoax-1", "hoax-2", "hoax-3")),
    ],
)
def test_c4_8_overpaying_means_more_of_the_same_colour(tile: str, box: int, cards: Cards) -> None:
    assert at(tile, *cards).when(Contribute(box, cards)).accepted().seat(0).hand == ()


@settings(max_examples=EXAMPLES_AGAINST_THE_ORACLE)
@for_all(bunches(7), colours)
def test_c4_8_what_cards_count_when_all_pay_agrees_with_the_oracle(
    cards: Cards, colour: Colour
) -> None:
    assert exact_points(cards, colour) == exact_oracle(tuple(sorted(cards)), colour)


@pytest.mark.parametrize("colour", COLOURS)
def test_c4_8_every_bunch_of_up_to_three_cards_pays_as_the_oracle_says(colour: Colour) -> None:
    for size in (1, 2, 3):
        for cards in combinations_with_replacement(sorted(CARDS), size):
            assert exact_points(cards, colour) == exact_oracle(cards, colour), cards


@pytest.mark.parametrize("colour", ["blue", "white", "brown", "green"])
def test_c4_8_every_bunch_of_five_varied_cards_pays_as_the_oracle_says(colour: Colour) -> None:
    for cards in combinations_with_replacement(VARIED, 5):
        assert exact_points(cards, colour) == exact_oracle(cards, colour), cards


@for_all(bunches(7), colours, values)
def test_c4_8_in_a_payment_without_a_superfluous_card_every_card_pays(
    hand: Cards, colour: Colour, value: int
) -> None:
    for cards in payments(hand, colour, value):
        points = exact_points(cards, colour)
        assert points is not None
        assert points >= value


def test_c4_8_a_palace_box_is_paid_in_one_colour_that_the_seat_names() -> None:
    paid = at("palace", "pillar-3", "pillar-1").when(
        Contribute(1, ("pillar-3", "pillar-1"), "yellow")
    )
    assert paid.site("palace").stones == (None, 0, None, None)


def test_c4_8_palace_4_with_a_yellow_3_and_a_blue_1_is_refused() -> None:
    hand: Cards = ("pillar-3", "aqua-1")
    palace = at("palace", *hand)
    palace.when(Contribute(1, hand, "yellow")).refuses("too_little", needed=4, given=3)
    palace.when(Contribute(1, hand, "blue")).refuses("too_little", needed=4, given=1)
    for colour in COLOURS:
        palace.when(Contribute(1, hand, colour)).refuses("too_little", needed=4)
    assert not any(isinstance(a, Contribute) and a.box == 1 for a in palace.legal())


@pytest.mark.parametrize(
    "cards",
    [
        ("pillar-3", "khind-1"),
        ("pillar-1", "mimix-1", "mimix-2"),
        ("pillar-1", "hoax-2", "aqua-3"),
        ("hoax-1", "aqua-3", "aqua-1"),
    ],
)
def test_c4_8_jokers_pairs_and_hoax_count_as_the_palace_colour(cards: Cards) -> None:
    paid = at("palace", *cards).when(Contribute(2, cards, "yellow"))
    assert paid.site("palace").stones == (None, None, 0, None)


def test_c4_8_each_palace_box_may_have_its_own_colour() -> None:
    paid = at("palace", "pillar-3", "aqua-3", "aqua-1").when(
        Contribute(3, ("pillar-3",), "yellow"), Contribute(1, ("aqua-3", "aqua-1"), "blue")
    )
    assert paid.site("palace").stones == (None, 0, None, 0)


def test_c4_8_a_palace_box_without_a_colour_is_refused() -> None:
    at("palace", "pillar-3").when(Contribute(3, ("pillar-3",))).refuses(
        "colour_needed", expected=list(COLOURS)
    )


def test_c4_8_only_the_palace_leaves_the_colour_open() -> None:
    at("mill", "terrah-2").when(Contribute(1, ("terrah-2",), "red")).refuses(
        "colour_fixed", expected="red", given="red"
    )


def palace_payments(*hand: Card) -> list[tuple[Cards, Colour | None]]:
    """What the legal list offers for the palace's box of value 3."""
    listed = [action for action in at("palace", *hand).legal() if isinstance(action, Contribute)]
    return [(action.cards, action.colour) for action in listed if action.box == 3]


def test_c4_8_the_legal_list_has_a_palace_payment_once_with_the_first_colour_it_pays_in() -> None:
    assert palace_payments("khind-1", "khind-1", "khind-1") == [(("khind-1",) * 3, "black")]


def test_c4_8_the_legal_list_has_palace_payments_in_every_colour_by_least_waste() -> None:
    listed = palace_payments("khind-1", "khind-1", "aqua-1", "aqua-2", "pillar-3")
    assert [(set(cards), colour) for cards, colour in listed] == [
        ({"pillar-3"}, "yellow"),
        ({"aqua-1", "aqua-2"}, "blue"),
        ({"aqua-2", "khind-1"}, "blue"),
        ({"aqua-1", "khind-1"}, "blue"),
    ]


def test_c4_8_a_hoax_is_superfluous_where_the_colour_is_free() -> None:
    """A grey 3 pays in grey, so payments that recolour it with a Hoax are not listed."""
    assert palace_payments("flit-3", "hoax-1", "hoax-2") == [
        (("flit-3",), "grey"),
        (("hoax-1", "hoax-2"), "white"),
    ]


@for_all(bunches(6), values)
def test_c4_8_palace_payments_are_exactly_those_without_a_superfluous_card(
    hand: Cards, value: int
) -> None:
    listed = payments_in_any_colour(hand, value)
    paying = {cards for colour in COLOURS for cards in oracle_payments(hand, colour, value)}
    assert sorted(tuple(sorted(cards)) for cards, _ in listed) == sorted(
        cards for cards in paying if not any(Counter(less) < Counter(cards) for less in paying)
    )
    for cards, named in listed:
        assert named == next(c for c in COLOURS if oracle_pays(cards, c, value))
    assert [waste(cards) for cards, _ in listed] == sorted(waste(cards) for cards, _ in listed)
