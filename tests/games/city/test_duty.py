"""What a seat must do in the finished city (C9.1)."""

import pytest

from games.city.duty import duty_holds
from games.city.grid import distance
from games.city.rulebook import CITY, CITY_1, City
from schemas.city.actions import (
    Contribute,
    DeclareStalemate,
    Discard,
    Draw,
    Fly,
    Hasten,
    Leap,
    MoveDragon,
    Offer,
    Walk,
)
from schemas.city.events import OfferingMade, TurnBegan
from schemas.city.terms import Tile
from tests.games.city.given import Given, given


def finished_city(
    figure: Tile, rulebook: City = CITY, crystals: int = 24, **options: tuple[int, ...]
) -> Given:
    """A finished city. Seat 1 can pay, so the game goes on, but not for all that it still needs."""
    city = given(3, rulebook, **options).all_finished()
    return city.crystals(1, crystals).figure(0, figure)


def far(city: Given, steps: int) -> Tile:
    """A tile this many steps from the courtyard."""
    return next(t for t in city.layout if t and distance(city.layout, t, "courtyard") == steps)


FAR = far(given(3), 3)
NEARER = next(
    tile
    for tile in given(3).layout
    if tile
    and distance(given(3).layout, tile, "courtyard") == 2
    and distance(given(3).layout, tile, FAR) == 1
)


ENOUGH = 7 + 7 + 7 + 7 + 8
"""The crystals for five offerings, which win with three seats."""


@pytest.mark.parametrize("figure", [FAR, "courtyard"])
def test_c9_1_there_is_no_duty_while_a_seat_can_pay_all_its_missing_offerings(figure: Tile) -> None:
    city = finished_city(figure, crystals=ENOUGH).crystals(0, 7).hand(0, "flit-1")

    city.when(Draw()).accepted()
    city.when(Discard("flit-1")).accepted()
    city.when(Fly("mill")).accepted()
    first = finished_city(figure, CITY_1, crystals=ENOUGH).crystals(0, 7).hand(0, "flit-1")
    first.when(Draw()).refuses("must_offer" if figure == "courtyard" else "must_walk")
    first.when(Fly("mill")).refuses("not_towards_courtyard")


@pytest.mark.parametrize(
    ("offerings", "crystals", "duty"),
    [
        ((), ENOUGH, False),
        ((), ENOUGH - 1, True),
        ((1, 1, 1), 7 + 8, False),
        ((1, 1, 1), 7 + 8 - 1, True),
        ((2, 2, 1, 2), 8 + 8 + 9 + 9, False),
        ((2, 2, 1, 2), 8 + 8 + 9 + 8, True),
    ],
)
def test_c9_1_what_a_seat_needs_is_the_price_of_its_missing_offerings(
    offerings: tuple[int, ...], crystals: int, duty: bool
) -> None:
    city = finished_city(FAR, crystals=crystals).obelisk(*offerings)

    assert duty_holds(city.state) is duty
    assert (Draw() in city.legal()) is not duty


def test_c9_1_a_seat_that_can_complete_its_offerings_is_free_too() -> None:
    city = finished_city("courtyard").crystals(0, ENOUGH)

    city.when(Draw()).accepted()
    city.when(Walk("palace")).accepted()


def test_c9_1_a_seat_that_resigned_keeps_nobody_free() -> None:
    city = finished_city(FAR, crystals=ENOUGH).crystals(2, 10)

    assert not duty_holds(city.state)
    assert duty_holds(city.resigns(1).state)


def test_c9_1_the_game_goes_on_until_nobody_can_pay_the_lowest_space() -> None:
    city = given(2).all_finished().crystals(0, 7).obelisk(1, 1, 1, 1, 1)

    assert city.crystals(1, 9).when(Draw()).accepted().state.over is False
    assert city.crystals(1, 8).crystals(0, 9).when(Offer()).state.over


@pytest.mark.parametrize(("steps_away", "needed"), [(1, 1), (2, 2), (3, 2)])
def test_c9_1_a_figure_moves_towards_the_courtyard_as_far_as_its_free_steps_allow(
    steps_away: int, needed: int
) -> None:
    city = finished_city(far(given(3), steps_away)).hand(0, "hoax-1")

    city.when(Draw()).refuses("must_walk", needed=needed)
    city.when(Discard("hoax-1")).refuses("must_walk", needed=needed)
    assert {type(action) for action in city.legal()} == {Walk}


def test_c9_1_a_figure_may_walk_step_by_step() -> None:
    city = finished_city(FAR)

    city.when(Walk(NEARER), Draw()).refuses("must_walk", needed=1)
    city.when(Walk(NEARER), Walk("fire_temple"), Draw()).accepted()


def test_c9_1_a_figure_may_not_move_away_or_sideways() -> None:
    city = finished_city("fire_temple")
    beside = next(
        tile
        for tile in city.layout
        if tile
        and distance(city.layout, tile, "courtyard") == 1
        and distance(city.layout, tile, "fire_temple") == 2
    )

    city.when(Walk(beside)).refuses("not_towards_courtyard", before=1, after=1)
    city.hand(0, "flit-1").when(Fly(FAR)).refuses("not_towards_courtyard", before=1, after=3)
    city.figure(0, "courtyard").when(Walk("palace")).refuses(
        "not_towards_courtyard", before=0, after=1
    )


def test_c9_1_flit_is_optional() -> None:
    city = finished_city(FAR).hand(0, "flit-1", "flit-2")

    city.when(Walk("fire_temple"), Draw()).accepted()
    city.when(Fly("courtyard"), Draw()).accepted()
    city.when(Hasten(), Walk("courtyard"), Draw()).accepted()


def test_c9_1_dragons_may_still_move() -> None:
    finished_city("courtyard").hand(0, "vulca-1").when(MoveDragon("vulca-1", "palace")).accepted()


def test_c9_1_on_the_courtyard_a_seat_must_offer_if_it_can_pay() -> None:
    city = finished_city("courtyard").obelisk(2, 2, 0, 2).crystals(0, 8).hand(0, "hoax-1")

    city.when(Draw()).refuses("must_offer", needed=8)
    city.when(Discard("hoax-1")).refuses("must_offer", needed=8)
    assert city.legal() == (Offer(),)
    city.when(Offer(), Draw()).accepted()


def test_c9_1_a_seat_that_arrives_on_the_courtyard_must_offer_too() -> None:
    city = finished_city("fire_temple").crystals(0, 7)

    city.when(Walk("courtyard"), Draw()).refuses("must_offer", needed=7)


def test_c9_1_a_seat_that_cannot_pay_need_not_offer() -> None:
    finished_city("courtyard").crystals(0, 6).when(Draw()).accepted()


def test_c9_1_pillar_is_optional() -> None:
    city = finished_city("courtyard").crystals(0, 30).hand(0, "pillar-1")

    city.when(Offer(), Draw()).accepted()
    city.when(Offer(), Offer("pillar-1"), Draw()).accepted()


def test_c9_1_a_declaration_does_not_replace_the_duty() -> None:
    finished_city(FAR).quiet(9).when(DeclareStalemate()).refuses("must_walk", needed=2)
    finished_city("courtyard").quiet(9).crystals(0, 7).when(DeclareStalemate()).refuses(
        "must_offer", needed=7
    )


def test_c9_1_the_golden_temple_does_not_replace_the_duty() -> None:
    """Its offering is for a figure that ends its turn there, and this one has to walk (C10.2)."""
    city = finished_city("golden_temple", expansions=(2,)).crystals(0, 30)

    city.when(Offer()).refuses("must_walk", needed=2)
    assert {type(action) for action in city.legal()} == {Walk}


def test_c9_1_a_figure_without_steps_may_offer_in_the_golden_temple() -> None:
    city = (
        finished_city("golden_temple", expansions=(2,))
        .place("golden_temple", 1, 1)
        .turn(0, steps=0)
        .crystals(0, 8)
    )

    city.when(Offer()).then(OfferingMade(0, 0, 8))
    city.when(Draw()).accepted()


def test_c9_1_the_assembly_hall_does_not_replace_the_duty() -> None:
    city = finished_city("assembly", expansions=(1,)).place("assembly", 1, 1)

    city.when(Leap("palace")).refuses("must_walk", needed=2)


def test_c9_1_no_offering_follows_a_leap_onto_the_courtyard() -> None:
    """No action follows a leap (C10.4), so none is mandatory and the turn can end."""
    city = (
        finished_city("assembly", expansions=(1,))
        .place("assembly", 1, 1)
        .turn(0, steps=0)
        .crystals(0, 30)
    )

    outcome = city.when(Leap("courtyard"))

    outcome.when(Offer()).refuses("wrong_phase", expected="contribution", phase="draw")
    assert Draw() in outcome.legal()
    assert outcome.when(Draw()).events[-1] == TurnBegan(1, 2)


def test_c9_1_no_leap_leads_away_from_the_courtyard() -> None:
    """Otherwise a figure could use the Assembly Hall to postpone its offering forever."""
    city = finished_city("assembly", expansions=(1,)).place("assembly", 1, 1).turn(0, steps=0)
    farther = far(city, 3)

    city.when(Leap("palace")).accepted()
    city.when(Leap(farther)).refuses("not_towards_courtyard", before=2, after=3)
    assert Leap(farther) not in city.legal()


def test_c9_1_an_unfinished_city_has_no_duties() -> None:
    city = given(3).all_finished(but=("hospice",)).crystals(0, 30)

    city.when(Draw()).accepted()
    city.figure(0, FAR).when(Draw()).accepted()
    city.figure(0, "fire_temple").when(Walk(FAR)).accepted()


def test_c9_1_the_seat_that_finishes_the_city_need_not_walk_in_that_turn() -> None:
    city = (
        given(3)
        .all_finished(but=("hospice",))
        .figure(0, "hospice")
        .hand(0, "terrah-2", "terrah-3")
        .crystals(1, 7)
    )

    city.when(Contribute(0, ("terrah-2", "terrah-3")), Draw()).accepted()
