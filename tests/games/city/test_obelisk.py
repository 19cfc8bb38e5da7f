"""Offerings (C7), and the Golden Temple (C10.5)."""

import msgspec
import pytest
from msgspec import UNSET

from games.city.rulebook import CITY, CITY_1, City
from schemas.city.actions import CityAction, Contribute, Draw, Offer, Walk
from schemas.city.events import OfferingMade, ScalesGained
from schemas.table import GameEnded
from tests.games.city.given import Given, given


def test_c7_1_an_offering_pays_the_lowest_free_space_and_puts_a_stone_there() -> None:
    outcome = given(3).crystals(0, 9).when(Offer())

    outcome.then(OfferingMade(0, space=0, crystals=7))
    assert outcome.state.obelisk == (0,)
    assert (outcome.seat(0).crystals, outcome.seat(0).stones, outcome.seat(0).offerings) == (
        2,
        9,
        1,
    )


@pytest.mark.parametrize(
    ("players", "costs"),
    [
        (2, (7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12)),
        (3, (7, 7, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12)),
        (4, (7, 7, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12)),
    ],
)
def test_c7_1_each_space_has_its_cost(players: int, costs: tuple[int, ...]) -> None:
    for taken, cost in enumerate(costs):
        # The other seats offered first, so the acting seat never has the most offerings.
        owners = tuple((1 + number) % players for number in range(taken))
        city = given(players).obelisk(*owners)

        assert city.crystals(0, cost).when(Offer()).events_of(OfferingMade) == [
            OfferingMade(0, taken, cost)
        ]
        city.crystals(0, cost - 1).when(Offer()).refuses(
            "too_few_crystals", needed=cost, given=cost - 1
        )


def test_c7_1_a_seat_may_make_one_offering() -> None:
    given(3).crystals(0, 30).when(Offer(), Offer()).refuses("pillar_needed", made=1)


def test_c7_1_offerings_are_made_on_the_courtyard() -> None:
    city = given(3).crystals(0, 30).figure(0, "library")

    city.when(Offer()).refuses("not_on_courtyard", at="library")
    assert Offer() not in city.legal()


def test_c7_1_an_offering_is_made_after_the_movement() -> None:
    city = given(3).crystals(0, 7).figure(0, "fire_temple")

    city.when(Walk("courtyard"), Offer()).accepted()
    city.when(Walk("courtyard"), Offer(), Walk("fire_temple")).refuses(
        "wrong_phase", expected="movement", phase="contribution"
    )


def test_c7_1_no_offering_is_made_in_the_draw_phase() -> None:
    given(3).crystals(0, 7).turn(0, phase="draw").when(Offer()).refuses(
        "wrong_phase", expected="contribution", phase="draw"
    )


def test_c7_2_a_pillar_card_allows_one_more_offering_for_its_value_in_crystals() -> None:
    city = given(3).hand(0, "pillar-1", "pillar-2").crystals(0, 30)

    outcome = city.when(Offer(), Offer("pillar-1"))
    outcome.then(OfferingMade(0, 0, 7), OfferingMade(0, 1, 8, "pillar-1"))
    assert outcome.seat(0).hand == ("pillar-2",)
    assert outcome.state.discard == ("pillar-1",)

    two = city.when(Offer(), Offer("pillar-2"))
    two.then(OfferingMade(0, 0, 7), OfferingMade(0, 1, 9, "pillar-2"))


def test_example_pillar_1_and_pillar_2_give_three_offerings_for_3_crystals_extra() -> None:
    city = given(3).hand(0, "pillar-1", "pillar-2").crystals(0, 24)

    outcome = city.when(Offer(), Offer("pillar-1"), Offer("pillar-2"))

    outcome.then(
        OfferingMade(0, 0, 7),
        OfferingMade(0, 1, 7 + 1, "pillar-1"),
        OfferingMade(0, 2, 7 + 2, "pillar-2"),
    )
    assert outcome.seat(0).crystals == 0
    assert outcome.state.obelisk == (0, 0, 0)


def test_c7_2_each_offering_pays_for_the_lowest_free_space() -> None:
    city = given(3).obelisk(1, 2, 1).hand(0, "pillar-2").crystals(0, 17)

    city.when(Offer(), Offer("pillar-2")).then(
        OfferingMade(0, 3, 7), OfferingMade(0, 4, 8 + 2, "pillar-2")
    )


def test_c7_2_the_crystals_must_cover_the_value_of_the_card_too() -> None:
    city = given(3).hand(0, "pillar-2").crystals(0, 7 + 8)

    city.when(Offer(), Offer("pillar-2")).refuses("too_few_crystals", needed=9, given=8)


def test_c7_2_a_pillar_card_works_only_after_a_first_offering() -> None:
    given(3).hand(0, "pillar-1").crystals(0, 30).when(Offer("pillar-1")).refuses("pillar_too_early")


def test_c7_2_each_further_offering_needs_its_own_card() -> None:
    city = given(3).hand(0, "pillar-1").crystals(0, 30)

    city.when(Offer(), Offer("pillar-1"), Offer("pillar-1")).refuses(
        "not_in_hand", card="pillar-1", needed=1, held=0
    )


def test_c7_2_a_pillar_3_has_no_power() -> None:
    with pytest.raises(msgspec.ValidationError, match=r"'pillar-3' - at `\$.pillar`"):
        msgspec.convert({"type": "offer", "pillar": "pillar-3"}, CityAction)

    city = given(3).hand(0, "pillar-3").crystals(0, 30)
    assert not [action for action in city.when(Offer()).legal() if isinstance(action, Offer)]


def test_c7_3_dragons_on_the_courtyard_have_no_effect() -> None:
    city = given(3).crystals(0, 7)

    outcome = city.dragon("red", "courtyard").dragon("blue", "courtyard").when(Offer())

    outcome.then(OfferingMade(0, 0, 7))
    assert outcome.events_of(ScalesGained) == []
    assert outcome.seat(0).scales == 0


def test_c7_3_a_seat_without_stones_may_offer_and_marks_the_space() -> None:
    city = given(3).crystals(0, 30).stones_left(0, 0).obelisk(1)

    outcome = city.when(Offer())

    outcome.then(OfferingMade(0, 1, 7, marked=True))
    assert outcome.state.obelisk == (1, 0)
    mine = outcome.seat(0)
    assert (mine.stones, mine.offerings, mine.marks, mine.crystals) == (0, 1, 1, 23)


def test_c7_3_a_seat_without_stones_may_use_pillar_cards() -> None:
    city = given(3).crystals(0, 30).stones_left(0, 0).hand(0, "pillar-1")

    assert city.when(Offer(), Offer("pillar-1")).seat(0).marks == 2


def test_c7_3_a_stone_is_placed_as_long_as_there_is_one() -> None:
    city = given(3).crystals(0, 30).stones_left(0, 1).hand(0, "pillar-1")

    outcome = city.when(Offer(), Offer("pillar-1"))

    assert [event.marked for event in outcome.events_of(OfferingMade)] == [UNSET, True]
    assert (outcome.seat(0).stones, outcome.seat(0).marks) == (0, 1)


def test_c7_3_a_marked_space_counts_for_victory() -> None:
    city = given(4).crystals(0, 30).stones_left(0, 0).obelisk(0, 0, 0)

    assert city.when(Offer()).events_of(GameEnded)[0].reason == "obelisk"


def test_c7_3_a_mark_stays_when_a_stone_returns() -> None:
    city = given(3).crystals(0, 30).stones_on("university", 0, None).stones_left(0, 0)
    marked = city.figure(1, "university").hand(1, "hoax-2").when(Offer(), Draw())

    outcome = marked.when(Contribute(1, ("hoax-2",)))

    assert (outcome.seat(0).stones, outcome.seat(0).marks) == (1, 1)


@pytest.mark.parametrize(
    "city", [given(3, offer_without_stones=False), given(3, CITY_1)], ids=["option", "city/1"]
)
def test_c7_3_a_table_may_require_a_stone_for_each_offering(city: Given) -> None:
    """As under city/1."""
    city = city.crystals(0, 30).stones_left(0, 0)

    city.when(Offer()).refuses("no_stones", left=0)
    assert not any(isinstance(action, Offer) for action in city.legal())


@pytest.mark.parametrize(("players", "needed"), [(2, 6), (3, 5), (4, 4)])
def test_c7_4_a_seat_with_enough_offerings_wins_at_once(players: int, needed: int) -> None:
    city = given(players).crystals(0, 12).crystals(1, 99)

    outcome = city.obelisk(1, *[0] * (needed - 1)).when(Offer())
    assert [type(event) for event in outcome.events] == [OfferingMade, GameEnded]
    ended = outcome.events_of(GameEnded)[0]
    assert ended.reason == "obelisk"
    assert [result.won for result in ended.results] == [True] + [False] * (players - 1)
    assert ended.results[0].score["offerings"] == needed
    assert outcome.state.over
    assert outcome.legal() == ()

    assert not city.obelisk(1, *[0] * (needed - 2)).when(Offer()).state.over


def test_c7_4_the_winning_offering_may_use_a_pillar_card() -> None:
    city = given(4).obelisk(0, 0).hand(0, "pillar-1", "pillar-2").crystals(0, 30)

    outcome = city.when(Offer(), Offer("pillar-1"))

    assert [result.won for result in outcome.events_of(GameEnded)[0].results] == [
        True,
        False,
        False,
        False,
    ]


def in_the_golden_temple(rulebook: City = CITY, players: int = 3) -> Given:
    return given(players, rulebook, expansions=(2,)).figure(0, "golden_temple")


def test_c10_5_one_offering_costs_1_crystal_more() -> None:
    outcome = in_the_golden_temple().obelisk(1, 1, 1, 2).crystals(0, 9).when(Offer())

    outcome.then(OfferingMade(0, space=4, crystals=8 + 1))
    assert outcome.state.obelisk == (1, 1, 1, 2, 0)
    assert (outcome.seat(0).crystals, outcome.seat(0).stones) == (0, 9)


def test_c10_5_the_additional_crystal_is_required() -> None:
    in_the_golden_temple().crystals(0, 7).when(Offer()).refuses(
        "too_few_crystals", needed=8, given=7
    )


def test_c10_5_pillar_cards_cannot_be_used() -> None:
    city = in_the_golden_temple().hand(0, "pillar-1").crystals(0, 30)

    city.when(Offer("pillar-1")).refuses("no_pillar_here")
    city.when(Offer(), Offer("pillar-1")).refuses("wrong_phase", phase="draw")
    assert not [action for action in city.when(Offer()).legal() if isinstance(action, Offer)]


def test_c10_5_one_offering_only() -> None:
    in_the_golden_temple().crystals(0, 30).when(Offer(), Offer()).refuses(
        "wrong_phase", expected="contribution", phase="draw"
    )


def test_c10_5_a_seat_without_stones_offers_as_on_the_courtyard() -> None:
    stoneless = in_the_golden_temple().crystals(0, 30).stones_left(0, 0)
    assert stoneless.when(Offer()).seat(0).marks == 1
    in_the_golden_temple(CITY_1).crystals(0, 30).stones_left(0, 0).when(Offer()).refuses(
        "no_stones", left=0
    )


@pytest.mark.parametrize(("players", "needed"), [(2, 6), (3, 5), (4, 4)])
def test_c10_5_the_offering_may_win(players: int, needed: int) -> None:
    city = in_the_golden_temple(players=players).obelisk(*[0] * (needed - 1)).crystals(0, 30)

    ended = city.when(Offer()).events_of(GameEnded)[0]

    assert ended.reason == "obelisk"
    assert ended.results[0].won


def test_c10_5_the_offering_follows_all_contributions() -> None:
    """C10.2: a power works after all contributions and before the draw."""
    city = in_the_golden_temple().hand(0, "vulca-3", "terrah-3", "aqua-1").crystals(0, 8)
    contributed = city.when(Contribute(0, ("vulca-3",)))

    contributed.when(Offer()).then(OfferingMade(0, 0, 8))
    contributed.when(Offer(), Contribute(2, ("terrah-3",))).refuses(
        "wrong_phase", expected="contribution", phase="draw"
    )
    contributed.when(Offer(), Draw()).accepted()


@pytest.mark.parametrize("finished", [False, True])
def test_c10_5_the_temple_may_be_finished_or_not(finished: bool) -> None:
    city = in_the_golden_temple().crystals(0, 8)

    (city.finished("golden_temple") if finished else city).when(Offer()).accepted()


def test_c10_5_the_figure_must_be_in_the_temple() -> None:
    city = given(3, expansions=(2,)).crystals(0, 30).figure(1, "golden_temple")

    city.figure(0, "theatre").when(Offer()).refuses("not_on_courtyard", at="theatre")
