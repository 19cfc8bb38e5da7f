"""How a game ends when nobody has won at the obelisk (C9.1, C9.3, C9.4)."""

import pytest
from msgspec.structs import replace

from games.city.ending import can_offer, city_is_finished
from games.city.rulebook import CITY, CITY_1, City
from schemas.city.actions import Contribute, DeclareStalemate, Offer
from schemas.city.events import BuildingFinished
from schemas.city.terms import Building
from schemas.table import GameEnded, Result
from tests.games.city.given import Given, given

FIVE_RED = Contribute(0, ("terrah-3", "terrah-2"))


def before_the_last_building(*also_missing: Building) -> Given:
    """Only the hospice is unfinished. Seat 0 can finish it and gets 3 crystals and no card."""
    return (
        given(3)
        .place("hospice", 0, 1)
        .beside("hospice", "aqueduct", "citadel")
        .all_finished(but=("hospice", *also_missing))
        .figure(0, "hospice")
        .hand(0, "terrah-2", "terrah-3")
    )


def test_c9_1_the_game_ends_when_the_city_is_finished_and_no_seat_can_pay() -> None:
    outcome = before_the_last_building().crystals(0, 3).crystals(1, 6).when(FIVE_RED)

    assert [type(event) for event in outcome.events][-2:] == [BuildingFinished, GameEnded]
    assert outcome.events_of(GameEnded)[0].reason == "city_finished"
    assert outcome.seat(0).crystals == 6
    assert outcome.state.over


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_c9_1_as_long_as_one_seat_can_pay_the_game_goes_on(seat: int) -> None:
    outcome = before_the_last_building().crystals(seat, 7).when(FIVE_RED)

    assert city_is_finished(outcome.state)
    assert not outcome.state.over


def test_c9_1_rewards_of_the_last_building_count() -> None:
    """4 crystals and 3 from the hospice and its neighbours pay the lowest space."""
    assert not before_the_last_building().crystals(0, 4).when(FIVE_RED).state.over


def test_c9_1_an_unfinished_city_goes_on_even_if_no_seat_can_pay() -> None:
    assert not before_the_last_building("palace").when(FIVE_RED).state.over


def test_c9_1_an_extra_tile_belongs_to_the_city() -> None:
    city = given(3, expansions=(2,)).all_finished(but=("theatre",))

    assert not city_is_finished(city.state)
    assert city_is_finished(city.finished("theatre").state)


def test_c9_1_the_game_ends_when_nobody_can_pay_after_an_offering() -> None:
    city = given(3).all_finished().obelisk(1, 1, 2).crystals(0, 7).crystals(1, 7)

    outcome = city.when(Offer())

    assert outcome.events_of(GameEnded)[0].reason == "city_finished", "the next space costs 8"


def test_c9_1_an_offering_needs_crystals() -> None:
    state = given(3).all_finished().crystals(0, 7).state
    seat = state.seats[0]

    assert can_offer(state, seat)
    assert can_offer(state, replace(seat, stones=0)), "C7.3"
    first = given(3, CITY_1).all_finished().crystals(0, 7).state
    assert not can_offer(first, replace(seat, stones=0))
    assert not can_offer(state, replace(seat, crystals=6))
    assert not can_offer(state, replace(seat, out=True))


def ended(city: Given) -> tuple[Result, ...]:
    """All others have declared a stalemate; seat 0 ends the game."""
    others = range(1, city.options.players)
    outcome = city.quiet(99).declared(*others).when(DeclareStalemate())
    return outcome.events_of(GameEnded)[0].results


def places(city: Given) -> list[int]:
    return [result.place for result in ended(city)]


def test_c9_3_most_offerings_win() -> None:
    city = given(3).obelisk(1, 1, 2).crystals(0, 40).crystals(2, 30)

    assert places(city) == [3, 1, 2]


def test_c9_3_crystals_break_ties() -> None:
    city = given(3).obelisk(0, 1, 2).crystals(0, 5).crystals(1, 7).crystals(2, 6)

    assert places(city) == [3, 1, 2]


def test_c9_3_equal_seats_share_the_victory() -> None:
    results = ended(given(4).obelisk(0, 1, 2).crystals(0, 5).crystals(1, 4).crystals(2, 5))

    assert [(result.place, result.won) for result in results] == [
        (1, True),
        (3, False),
        (1, True),
        (4, False),
    ]


def test_c9_3_all_seats_may_share_the_victory() -> None:
    assert [result.won for result in ended(given(4))] == [True] * 4


def test_c9_3_the_result_contains_offerings_and_crystals() -> None:
    results = ended(given(2).obelisk(0, 1, 0).crystals(1, 6))

    assert results == (
        Result(0, 1, True, {"offerings": 2, "crystals": 0}),
        Result(1, 2, False, {"offerings": 1, "crystals": 6}),
    )


def test_c9_3_scales_and_cards_do_not_count() -> None:
    city = given(3).scales(9, 0, 0).hand(0, "hoax-3", "hoax-3").crystals(2, 1)

    assert places(city) == [2, 2, 1]


def last_stone(others: int = 0, rulebook: City = CITY, players: int = 3) -> Given:
    """Seat 0 has one stone and can put it on the 5 of the university."""
    return (
        given(players, rulebook)
        .figure(0, "university")
        .hand(0, "hoax-3", "hoax-3")
        .stones_left(0, 1)
        .stones_left(1, others)
        .stones_left(2, 0)
    )


def test_c9_4_the_game_is_drawn_when_no_seat_has_a_stone() -> None:
    outcome = last_stone().crystals(1, 2).when(Contribute(0, ("hoax-3", "hoax-3")))

    end = outcome.events_of(GameEnded)[0]
    assert end.reason == "no_stones"
    assert end.results == (
        Result(0, 1, True, {"offerings": 0, "crystals": 0}),
        Result(1, 1, True, {"offerings": 0, "crystals": 2}),
        Result(2, 1, True, {"offerings": 0, "crystals": 0}),
    )


def test_c9_4_a_seat_that_resigned_has_no_part_in_the_draw() -> None:
    city = last_stone(players=4).out(3)

    end = city.when(Contribute(0, ("hoax-3", "hoax-3"))).events_of(GameEnded)[0]

    places = [(result.place, result.won) for result in end.results]
    assert places == [(1, True), (1, True), (1, True), (4, False)]


def test_c9_4_under_city_1_offerings_and_crystals_decide() -> None:
    city = last_stone(rulebook=CITY_1).crystals(1, 2)

    end = city.when(Contribute(0, ("hoax-3", "hoax-3"))).events_of(GameEnded)[0]

    assert end.reason == "no_stones"
    assert [result.won for result in end.results] == [False, True, False]


def test_c9_4_an_offering_may_take_the_last_stone() -> None:
    city = last_stone().figure(0, "courtyard").crystals(0, 7)

    assert city.when(Offer()).events_of(GameEnded)[0].reason == "no_stones"


def test_c9_4_one_stone_keeps_the_game_alive() -> None:
    assert not last_stone(others=1).when(Contribute(0, ("hoax-3", "hoax-3"))).state.over


def test_c9_4_a_building_that_is_finished_returns_stones() -> None:
    city = last_stone().stones_on("university", None, 1)

    outcome = city.when(Contribute(0, ("hoax-3", "hoax-3")))

    assert not outcome.state.over
    assert [seat.stones for seat in outcome.state.seats] == [1, 1, 0]
