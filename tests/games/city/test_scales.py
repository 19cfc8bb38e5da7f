"""Scale scoring (C6)."""

import pytest

from games.city.scales import scale_scores
from schemas.city.actions import Contribute
from schemas.city.events import (
    BuildingFinished,
    RewardGained,
    ScaleScore,
    ScalesGained,
    ScalesScored,
    StonePlaced,
)
from schemas.city.options import Reward, TileNumbers
from tests.games.city.given import Given, given


def at_the_library(*scales: int) -> Given:
    """Seat 0 stands in the library and can pay one of its 3s."""
    return given(len(scales)).scales(*scales).figure(0, "library").hand(0, "hoax-3")


PAY_A_THREE = Contribute(1, ("hoax-3",))


def test_example_5_4_2_with_one_scale_in_the_supply() -> None:
    """Two dragons owe 2 scales to the first: it counts 7 and gets 6 crystals; the second gets 3."""
    city = at_the_library(5, 4, 2).dragon("red", "library").dragon("blue", "library")

    outcome = city.when(PAY_A_THREE)

    outcome.then(
        StonePlaced(0, "library", 1, ("hoax-3",), "white"),
        ScalesGained(0, "library", 2),
        ScalesScored((ScaleScore(0, 7, 6), ScaleScore(1, 4, 3), ScaleScore(2, 2, 0))),
    )
    assert [seat.crystals for seat in outcome.state.seats] == [6, 3, 0]
    assert [seat.scales for seat in outcome.state.seats] == [0, 0, 2]
    assert outcome.state.supply == 10


def test_c6_1_scales_are_scored_when_an_action_takes_the_last() -> None:
    outcome = at_the_library(5, 4, 2).dragon("red", "library").when(PAY_A_THREE)

    assert outcome.events_of(ScalesScored) == [
        ScalesScored((ScaleScore(0, 6, 6), ScaleScore(1, 4, 3), ScaleScore(2, 2, 0)))
    ]


def test_c6_1_as_long_as_a_scale_is_left_nothing_is_scored() -> None:
    outcome = at_the_library(5, 4, 1).dragon("red", "library").when(PAY_A_THREE)

    assert outcome.events_of(ScalesScored) == []
    assert [seat.scales for seat in outcome.state.seats] == [6, 4, 1]
    assert outcome.state.supply == 1


def test_c6_1_a_building_is_scored_completely_before_scales_are() -> None:
    """The star takes the last scale; what both participants are owed after it still counts."""
    city = (
        given(2)
        .scales(4, 4)
        .place("monastery_tower", 0, 1)
        .beside("monastery_tower", "water_temple", "mill")
        .finished("water_temple")
        .figure(0, "monastery_tower")
        .stones_on("monastery_tower", 0, 1, None)
        .hand(0, "flit-2")
    )

    outcome = city.when(Contribute(2, ("flit-2",)))

    kinds = [type(event) for event in outcome.events]
    assert kinds == [StonePlaced, *[RewardGained] * 5, ScalesScored, BuildingFinished]
    assert outcome.events_of(ScalesScored)[0].scores == (ScaleScore(0, 7, 6), ScaleScore(1, 6, 3))


@pytest.mark.parametrize(
    ("scales", "crystals"),
    [
        ((5, 4), (6, 3)),
        ((6, 3), (6, 3)),
        ((7, 2), (6, 0)),
        ((9, 0), (6, 0)),
        ((4, 4, 4), (3, 3, 3)),
        ((5, 5, 2), (3, 3, 0)),
        ((1, 6, 5), (0, 6, 3)),
        ((3, 6, 3), (3, 6, 3)),
        ((0, 0, 12), (0, 0, 6)),
        ((5, 5, 5, 0), (3, 3, 3, 0)),
        ((4, 4, 4, 3), (3, 3, 3, 3)),
        ((1, 3, 5, 6), (0, 3, 3, 6)),
        ((7, 7, 1, 0), (3, 3, 0, 0)),
    ],
)
def test_c6_2_the_most_scales_get_6_or_3_if_tied_and_others_3_from_three_scales_on(
    scales: tuple[int, ...], crystals: tuple[int, ...]
) -> None:
    scores = scale_scores(given(len(scales)).scales(*scales).state)

    assert [score.scales for score in scores] == list(scales)
    assert tuple(score.crystals for score in scores) == crystals


def test_c6_3_seats_that_got_crystals_return_all_scales_and_others_keep_theirs() -> None:
    outcome = at_the_library(2, 6, 1, 5).dragon("red", "library").when(PAY_A_THREE)

    assert [seat.crystals for seat in outcome.state.seats] == [3, 6, 0, 3]
    assert [seat.scales for seat in outcome.state.seats] == [0, 0, 1, 0]
    assert outcome.state.supply == 14


def test_c6_3_owed_scales_that_did_not_exist_vanish() -> None:
    city = at_the_library(0, 7, 4).dragon("red", "library").dragon("green", "library")

    outcome = city.when(PAY_A_THREE)

    assert outcome.events_of(ScalesScored)[0].scores[0] == ScaleScore(0, 2, 0)
    assert outcome.seat(0).scales == 1, (
        "one scale existed, and a seat that got no crystals keeps it"
    )
    assert [seat.owed for seat in outcome.state.seats] == [0, 0, 0]
    assert outcome.state.supply == 11


def test_c6_4_dragons_and_a_building_may_cause_two_separate_scorings() -> None:
    city = (
        given(2)
        .scales(6, 2)
        .place("university", 1, 1)
        .beside("university", "water_temple", "palace", "monastery_tower")
        .finished("water_temple", "palace", "monastery_tower")
        .figure(0, "university")
        .stones_on("university", None, 1)
        .hand(0, "hoax-3", "hoax-3")
        .dragon("red", "university")
    )

    outcome = city.when(Contribute(0, ("hoax-3", "hoax-3")))

    # First the dragon's scale: 7 against 2, and seat 1 keeps its 2. Then the building: the star's
    # scale and 4 from neighbours for seat 0; two of the 4 for seat 1 do not exist.
    assert [event.scores for event in outcome.events_of(ScalesScored)] == [
        (ScaleScore(0, 7, 6), ScaleScore(1, 2, 0)),
        (ScaleScore(0, 5, 3), ScaleScore(1, 6, 6)),
    ]
    assert outcome.state.supply == 9


def test_c6_4_two_scorings_may_come_from_two_actions_of_a_turn() -> None:
    """A star of 7 scales empties the supply a second time."""
    city = (
        given(2, tiles=(TileNumbers("university", star=Reward(scales=7)),))
        .scales(6, 2)
        .figure(0, "university")
        .hand(0, "hoax-3", "hoax-3", "hoax-2")
        .dragon("red", "university")
    )

    first = city.when(Contribute(1, ("hoax-2",)))
    assert first.events_of(ScalesScored)[0].scores == (ScaleScore(0, 7, 6), ScaleScore(1, 2, 0))

    second = first.when(Contribute(0, ("hoax-3", "hoax-3")))
    assert second.events_of(ScalesGained) == [], "the dragon gives its scale once in a turn (C4.9)"
    assert second.events_of(ScalesScored)[0].scores == (ScaleScore(0, 7, 6), ScaleScore(1, 2, 0))
