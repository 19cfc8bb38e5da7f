"""Resignation (C9.5)."""

import pytest

from games.city.scoring import master_builder
from schemas.city.actions import Contribute, Draw, Offer
from schemas.city.events import (
    BuildingFinished,
    CardsDrawn,
    CardsSetAside,
    OfferingMade,
    RewardGained,
    ScaleScore,
    ScalesGained,
    ScalesScored,
    SeatWithdrawn,
    StonePlaced,
    TurnBegan,
    TurnEnded,
)
from schemas.city.options import Reward
from schemas.table import GameEnded
from tests.games.city.given import given


@pytest.mark.parametrize("leaver", [0, 1])
def test_c9_5_with_two_seats_the_other_wins(leaver: int) -> None:
    """This holds although the leaving seat has more of everything."""
    city = given(2).hand(leaver, "hoax-1").crystals(leaver, 30).obelisk(leaver, leaver)

    outcome = city.resigns(leaver)

    assert outcome.events[0] == SeatWithdrawn(leaver, ("hoax-1",))
    ended = outcome.events_of(GameEnded)[0]
    assert ended.reason == "resignation"
    assert ended.results[1 - leaver].won
    assert not ended.results[leaver].won
    assert outcome.state.over


def test_c9_5_with_more_seats_the_seat_is_out() -> None:
    city = (
        given(3)
        .hand(1, "hoax-1", "aqua-3")
        .crystals(1, 12)
        .scales(2, 5, 1)
        .figure(1, "library")
        .stones_on("library", 1, None, 1)
        .obelisk(1)
        .discard("flit-1")
    )

    outcome = city.resigns(1)

    outcome.then(SeatWithdrawn(1, ("aqua-3", "hoax-1")))
    gone = outcome.seat(1)
    assert gone.out
    assert (gone.hand, gone.aside, gone.crystals, gone.scales, gone.figure) == ((), (), 0, 0, None)
    assert outcome.state.discard == ("flit-1", "aqua-3", "hoax-1")
    assert outcome.state.supply == 12 - 2 - 1
    assert outcome.site("library").stones == (1, None, 1), "its stones stay on buildings"
    assert outcome.state.obelisk == (1,), "and on the obelisk"


def test_c9_5_cards_set_aside_go_to_the_discard_pile_too() -> None:
    outcome = given(3).hand(0, "hoax-1").aside(0, "vulca-3", "aqua-1").resigns(0)

    assert outcome.events[0] == SeatWithdrawn(0, ("hoax-1", "aqua-1", "vulca-3"))
    assert outcome.state.discard == ("hoax-1", "aqua-1", "vulca-3")


def test_c9_5_resigning_in_turn_ends_the_turn_without_a_draw() -> None:
    outcome = given(3).hand(0, "hoax-1").resigns(0)

    outcome.then(SeatWithdrawn(0, ("hoax-1",)), TurnEnded(0), TurnBegan(1, 2))


def test_c9_5_the_turn_of_another_seat_goes_on() -> None:
    city = given(3).turn(0, phase="contribution", contributed=True)

    assert city.resigns(2).state.turn == city.state.turn


def test_c9_5_its_turns_are_skipped() -> None:
    outcome = given(4).resigns(1).resigns(2)

    turns = outcome.when(Draw(), Draw(), Draw()).events_of(TurnBegan)
    assert [turn.seat for turn in turns] == [3, 0, 3]


def test_c9_5_its_stones_count_for_majority_and_the_star_is_lost() -> None:
    city = (
        given(3)
        .figure(0, "library")
        .stones_on("library", None, 1, 1)
        .hand(0, "hoax-3", "hoax-1", "hoax-2")
        .out(1)
    )

    outcome = city.when(Contribute(0, ("hoax-3", "hoax-1")))

    outcome.then(
        StonePlaced(0, "library", 0, ("hoax-3", "hoax-1"), "white"),
        RewardGained(0, "participant", "library", "library", Reward(crystals=2)),
        BuildingFinished("library", master_builder=1),
    )
    assert [seat.crystals for seat in outcome.state.seats] == [2, 0, 0]


def test_c9_5_its_leftmost_stone_decides_a_tie() -> None:
    city = given(3).figure(0, "university").stones_on("university", 1, None).hand(0, "hoax-2")

    outcome = city.out(1).when(Contribute(1, ("hoax-2",)))

    assert master_builder((1, 0)) == 1
    assert not [gain for gain in outcome.events_of(RewardGained) if gain.kind == "star"]
    assert outcome.state.supply == 12, "the star's scale stays in the supply"


def test_c9_5_a_resigned_seat_receives_no_rewards() -> None:
    city = (
        given(3)
        .place("university", 0, 1)
        .beside("university", "market_hall", "fire_temple")
        .finished("market_hall", "fire_temple")
        .figure(0, "university")
        .stones_on("university", None, 1)
        .hand(0, "hoax-3", "hoax-2")
    )

    outcome = city.out(1).when(Contribute(0, ("hoax-3", "hoax-2")))

    assert {gain.seat for gain in outcome.events_of(RewardGained)} == {0}
    assert outcome.events_of(CardsDrawn) == []
    assert [aside.seat for aside in outcome.events_of(CardsSetAside)] == [0]
    assert (outcome.seat(1).hand, outcome.seat(1).crystals) == ((), 0)


def test_c9_5_its_stones_are_removed_by_the_scoring() -> None:
    city = given(3).figure(0, "university").stones_on("university", 1, None).hand(0, "hoax-2")

    outcome = city.out(1).when(Contribute(1, ("hoax-2",)))

    assert outcome.site("university").finished
    assert outcome.site("university").stones == (None, None)


def test_c9_5_a_resigned_seat_takes_no_part_in_scale_scoring() -> None:
    city = given(3).scales(6, 0, 5).figure(0, "library").hand(0, "hoax-3").out(1)

    outcome = city.dragon("red", "library").when(Contribute(1, ("hoax-3",)))

    assert outcome.events_of(ScalesGained) == [ScalesGained(0, "library", 1)]
    assert outcome.events_of(ScalesScored) == [
        ScalesScored((ScaleScore(0, 7, 6), ScaleScore(2, 5, 3)))
    ]


def test_c9_5_the_number_of_scales_does_not_change() -> None:
    outcome = given(3).scales(1, 4, 2).resigns(1)

    assert outcome.state.supply + sum(seat.scales for seat in outcome.state.seats) == 12


def test_c9_5_the_number_of_offerings_to_win_does_not_change() -> None:
    """Three seats sat down: five offerings, on the obelisk of three."""
    city = given(3).out(2).crystals(0, 30)

    fourth = city.obelisk(0, 0, 0).when(Offer())
    fourth.then(OfferingMade(0, 3, 7))
    fifth = city.obelisk(0, 0, 0, 0).when(Offer())
    assert fifth.events_of(GameEnded)[0].reason == "obelisk"


def test_c9_5_the_last_seat_wins() -> None:
    outcome = given(4).obelisk(0, 0, 1).resigns(0).resigns(1)
    assert not outcome.state.over

    ended = outcome.resigns(2).events_of(GameEnded)[0]
    assert ended.reason == "resignation"
    assert [result.won for result in ended.results] == [False, False, False, True]


def test_c9_5_a_resigned_seat_does_not_win_by_offerings() -> None:
    city = given(3).obelisk(0, 0, 0).crystals(1, 7).all_finished().turn(1)

    ended = city.resigns(0).when(Offer()).events_of(GameEnded)[0]

    assert ended.reason == "city_finished"
    assert [result.place for result in ended.results] == [3, 1, 2]


def test_c9_5_a_finished_city_ends_when_the_only_seat_that_can_pay_resigns() -> None:
    outcome = given(3).all_finished().crystals(0, 20).crystals(1, 3).resigns(0)

    assert outcome.events_of(GameEnded)[0].reason == "city_finished"
    assert [result.won for result in outcome.events_of(GameEnded)[0].results] == [
        False,
        True,
        False,
    ]


def test_c9_5_the_game_ends_when_the_only_seat_with_stones_resigns() -> None:
    """C9.4: no seat in play can place a stone any more."""
    city = given(3).stones_left(1, 0).stones_left(2, 0).figure(0, "library")

    assert city.resigns(0).events_of(GameEnded)[0].reason == "no_stones"
