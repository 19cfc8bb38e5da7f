"""Positions are judged by what each seat has and may soon gain."""

from games.city.judgement import VICTORY, judge
from schemas.city.actions import Offer
from tests.games.city.given import given


def test_equal_seats_are_even() -> None:
    assert judge(given(2).state, 0) == judge(given(2).state, 1) == 0


def test_crystals_scales_cards_stones_and_offerings_count_for_their_owner() -> None:
    even = given(2)
    for ahead in (
        even.crystals(0, 1),
        even.scales(1, 0),
        even.hand(0, "khind-1"),
        even.stones_on("mill", 0, None, None),
        even.obelisk(0),
    ):
        assert judge(ahead.state, 0) > 0 > judge(ahead.state, 1)


def test_an_offering_counts_more_than_what_it_costs() -> None:
    before = given(2).crystals(0, 12)
    assert judge(before.crystals(0, 5).obelisk(0).state, 0) > judge(before.state, 0)


def test_the_strongest_rival_counts_more_than_the_others() -> None:
    spread, uneven = given(3).crystals(1, 4).crystals(2, 4), given(3).crystals(1, 8)
    assert judge(uneven.state, 0) < judge(spread.state, 0)


def test_a_resigned_rival_does_not_count() -> None:
    assert judge(given(3).crystals(0, 1).out(2).state, 0) == judge(given(2).crystals(0, 1).state, 0)


def test_a_lead_is_worth_less_than_a_win() -> None:
    winning = given(2).crystals(0, 99).obelisk(0, 0, 0, 0, 0)
    assert judge(winning.state, 0) < VICTORY


def test_a_finished_game_is_judged_by_its_winner() -> None:
    end = given(2).crystals(0, 12).crystals(1, 50).obelisk(0, 0, 0, 0, 0).when(Offer()).state
    assert end.over
    assert (judge(end, 0), judge(end, 1)) == (VICTORY, -VICTORY)
