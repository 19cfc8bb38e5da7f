"""Contribution (C4.1, C4.9 to C4.11): boxes, stones, scales for dragons."""

import pytest

from schemas.city.actions import Contribute, Draw, Walk
from schemas.city.events import (
    BuildingFinished,
    RewardGained,
    ScaleScore,
    ScalesGained,
    ScalesScored,
    StonePlaced,
)
from schemas.city.terms import Cards
from tests.games.city.given import Given, given


def contributions(city: Given) -> list[Contribute]:
    return [action for action in city.legal() if isinstance(action, Contribute)]


def test_c4_1_a_contribution_places_a_stone_on_a_free_box() -> None:
    placed = given().figure(0, "mill").hand(0, "terrah-2").when(Contribute(1, ("terrah-2",)))
    placed.then(StonePlaced(0, "mill", 1, ("terrah-2",), "red"))
    assert placed.site("mill").stones == (None, 0, None)
    assert placed.seat(0).stones == 9
    assert placed.state.discard == ("terrah-2",)


def test_c4_1_any_number_of_contributions_in_any_order_of_boxes() -> None:
    hand: Cards = ("flit-2", "flit-3", "flit-3", "flit-1")
    built = (
        given()
        .figure(0, "flight_tower")
        .hand(0, *hand)
        .when(
            Contribute(2, ("flit-2",)),
            Contribute(0, ("flit-3", "flit-1")),
            Contribute(1, ("flit-3",)),
        )
    )
    assert [placed.box for placed in built.events_of(StonePlaced)] == [2, 0, 1]
    assert built.site("flight_tower").finished


def test_c4_1_each_contribution_is_paid_with_its_own_cards() -> None:
    once = given().figure(0, "mill").hand(0, "terrah-3").when(Contribute(1, ("terrah-3",)))
    once.when(Contribute(2, ("terrah-3",))).refuses(
        "not_in_hand", card="terrah-3", needed=1, held=0
    )


def test_c4_1_a_seat_may_join_others_on_a_building() -> None:
    shared = given().figure(0, "mill").stones_on("mill", 1, None, None).hand(0, "terrah-2")
    assert shared.when(Contribute(2, ("terrah-2",))).site("mill").stones == (1, None, 0)


@pytest.mark.parametrize("owner", [0, 1])
def test_c4_1_a_taken_box_is_refused(owner: int) -> None:
    city = given().figure(0, "mill").stones_on("mill", owner, None, None).hand(0, "terrah-3")
    city.when(Contribute(0, ("terrah-3",))).refuses("box_taken", box=0, seat=owner)
    assert {action.box for action in contributions(city)} == {1, 2}


def test_c4_1_a_box_that_does_not_exist_is_refused() -> None:
    city = given().figure(0, "hospice").hand(0, "terrah-3", "terrah-2")
    city.when(Contribute(1, ("terrah-3", "terrah-2"))).refuses("no_such_box", boxes=1, given=1)


def test_c4_1_the_figure_must_stand_on_a_building() -> None:
    given().hand(0, "terrah-3").when(Contribute(0, ("terrah-3",))).refuses(
        "not_a_building", at="courtyard"
    )


def test_c4_1_a_seat_without_stones_cannot_contribute() -> None:
    city = given().figure(0, "mill").hand(0, "terrah-3").stones_left(0, 0)
    city.when(Contribute(0, ("terrah-3",))).refuses("no_stones", left=0)
    assert contributions(city) == []


def test_c4_1_no_contribution_follows_the_last_stone() -> None:
    city = given().figure(0, "mill").hand(0, "terrah-2", "terrah-2").stones_left(0, 1)
    last = city.when(Contribute(1, ("terrah-2",)))
    assert last.seat(0).stones == 0
    last.when(Contribute(2, ("terrah-2",))).refuses("no_stones", left=0)


def test_c4_1_stones_of_a_finished_building_come_back() -> None:
    city = given().figure(0, "hospice").hand(0, "terrah-3", "terrah-2").stones_left(0, 1)
    assert city.when(Contribute(0, ("terrah-3", "terrah-2"))).seat(0).stones == 1


def test_c4_1_the_legal_list_has_each_free_box_with_its_payments() -> None:
    city = given().figure(0, "mill").stones_on("mill", None, 2, None)
    listed = contributions(city.hand(0, "terrah-1", "terrah-2", "terrah-3", "vulca-3"))
    assert [(action.box, sorted(action.cards)) for action in listed] == [
        (0, ["terrah-3"]),
        (0, ["terrah-1", "terrah-2"]),
        (2, ["terrah-2"]),
        (2, ["terrah-3"]),
    ]


# C4.9 Scales for dragons


@pytest.mark.parametrize("dragons", [("red",), ("green", "blue"), ("red", "green", "blue")])
def test_c4_9_the_first_contribution_gains_a_scale_for_each_dragon_on_the_tile(
    dragons: tuple[str, ...],
) -> None:
    city = given().figure(0, "mill").hand(0, "terrah-2")
    for dragon in dragons:
        city = city.dragon(dragon, "mill")  # type: ignore[arg-type]
    gained = city.when(Contribute(1, ("terrah-2",)))
    gained.then(
        StonePlaced(0, "mill", 1, ("terrah-2",), "red"), ScalesGained(0, "mill", len(dragons))
    )
    assert gained.seat(0).scales == len(dragons)
    assert gained.state.supply == 12 - len(dragons)


def test_c4_9_dragons_elsewhere_give_nothing() -> None:
    city = given().dragon("red", "iron_foundry").dragon("green", "courtyard")
    gained = city.figure(0, "mill").hand(0, "terrah-2").when(Contribute(1, ("terrah-2",)))
    assert gained.events_of(ScalesGained) == []
    assert gained.seat(0).scales == 0


def test_c4_9_dragons_give_scales_once_per_turn() -> None:
    city = given().dragon("red", "mill").figure(0, "mill").hand(0, "terrah-2", "terrah-2")
    first = city.when(Contribute(1, ("terrah-2",)))
    second = first.when(Contribute(2, ("terrah-2",)))
    assert second.events_of(ScalesGained) == []
    assert second.seat(0).scales == 1


def test_c4_9_dragons_give_scales_again_in_the_next_turn() -> None:
    city = (
        given(players=2)
        .dragon("red", "mill")
        .figure(0, "mill")
        .figure(1, "mill")
        .hand(0, "terrah-2", "terrah-3")
        .hand(1, "terrah-2")
    )
    theirs = city.when(Contribute(1, ("terrah-2",)), Draw()).when(Contribute(2, ("terrah-2",)))
    assert theirs.events_of(ScalesGained) == [ScalesGained(1, "mill", 1)]
    ours = theirs.when(Draw()).when(Contribute(0, ("terrah-3",)))
    assert ours.events_of(ScalesGained) == [ScalesGained(0, "mill", 1)]


def test_c4_9_only_the_contributing_seat_gains() -> None:
    city = given().dragon("red", "mill").figure(1, "mill").stones_on("mill", 2, None, None)
    gained = city.figure(0, "mill").hand(0, "terrah-2").when(Contribute(1, ("terrah-2",)))
    assert [seat.scales for seat in gained.state.seats] == [1, 0, 0]


def test_c4_9_scales_are_not_scored_while_the_supply_lasts() -> None:
    city = given().scales(5, 4, 1).dragon("red", "mill").figure(0, "mill").hand(0, "terrah-2")
    gained = city.when(Contribute(1, ("terrah-2",)))
    assert gained.events_of(ScalesScored) == []
    assert gained.state.supply == 1


def test_c4_9_scales_are_scored_when_the_last_one_is_taken() -> None:
    """5/4/2 scales, supply 1, two dragons: the first counts 7 and gets 6 crystals, the second 3,
    the third keeps its 2."""
    city = given().scales(5, 4, 2).dragon("red", "mill").dragon("blue", "mill")
    gained = city.figure(0, "mill").hand(0, "terrah-2").when(Contribute(1, ("terrah-2",)))
    gained.then(
        StonePlaced(0, "mill", 1, ("terrah-2",), "red"),
        ScalesGained(0, "mill", 2),
        ScalesScored((ScaleScore(0, 7, 6), ScaleScore(1, 4, 3), ScaleScore(2, 2, 0))),
    )
    assert [seat.crystals for seat in gained.state.seats] == [6, 3, 0]
    assert [seat.scales for seat in gained.state.seats] == [0, 0, 2]
    assert gained.state.supply == 10


def test_c4_9_scales_for_dragons_come_before_the_scoring_of_the_building() -> None:
    city = given().scales(5, 4, 2).dragon("red", "hospice").figure(0, "hospice")
    built = city.hand(0, "terrah-3", "terrah-2").when(Contribute(0, ("terrah-3", "terrah-2")))
    assert [type(event) for event in built.events] == [
        StonePlaced,
        ScalesGained,
        ScalesScored,
        RewardGained,
        RewardGained,
        BuildingFinished,
    ]


# C4.10, C4.11


def test_c4_10_a_building_with_a_free_box_is_not_scored() -> None:
    city = given().figure(0, "mill").stones_on("mill", 1, None, None).hand(0, "terrah-2")
    built = city.when(Contribute(1, ("terrah-2",)))
    assert [type(event) for event in built.events] == [StonePlaced]
    assert not built.site("mill").finished


@pytest.mark.parametrize("last", [0, 1, 2])
def test_c4_10_when_the_last_box_is_taken_the_building_is_scored_at_once(last: int) -> None:
    city = given().figure(0, "mill").hand(0, "terrah-3")
    city = city.stones_on("mill", *(None if box == last else 1 for box in range(3)))
    built = city.when(Contribute(last, ("terrah-3",)))
    assert built.events_of(BuildingFinished) == [BuildingFinished("mill", 1)]
    assert built.site("mill").finished
    assert built.state.turn.seat == 0


def test_c4_11_a_seat_may_contribute_without_moving() -> None:
    city = given().figure(0, "mill").hand(0, "terrah-2")
    assert city.when(Contribute(1, ("terrah-2",))).site("mill").stones == (None, 0, None)


def test_c4_11_a_seat_may_contribute_after_moving() -> None:
    city = given().figure(0, "iron_foundry").hand(0, "terrah-2")
    moved = city.when(Walk("mill"), Contribute(1, ("terrah-2",)))
    assert moved.site("mill").stones == (None, 0, None)


def test_c4_11_a_finished_building_takes_no_contribution() -> None:
    city = given().figure(0, "mill").finished("mill").dragon("red", "mill").hand(0, "terrah-3")
    city.when(Contribute(0, ("terrah-3",))).refuses("already_finished", at="mill")
    assert contributions(city) == []


def test_c4_11_a_building_finished_in_this_turn_takes_no_more_stones() -> None:
    once: Cards = ("terrah-3", "terrah-2")
    hand: Cards = ("khind-1",) * 5
    built = given().figure(0, "hospice").hand(0, *once, *hand).when(Contribute(0, once))
    built.when(Contribute(0, hand)).refuses("already_finished", at="hospice")
