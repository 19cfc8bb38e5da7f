"""The Assembly Hall (C10.4)."""

import pytest

from games.city.components import FACTS
from schemas.city.actions import Contribute, Draw, Leap, Offer, Walk
from schemas.city.events import BuildingFinished, CardsDrawn, FigureMoved, RewardGained
from schemas.city.options import Reward
from schemas.city.terms import Colour, Tile
from tests.games.city.given import Given, given


def in_the_hall(*expansions: int) -> Given:
    return given(3, expansions=expansions or (1,)).figure(0, "assembly")


@pytest.mark.parametrize("finished", [False, True])
def test_c10_4_the_figure_may_jump_to_any_other_tile(finished: bool) -> None:
    city = in_the_hall(1, 2)
    city = city.finished("assembly") if finished else city
    others: list[Tile] = [tile for tile in city.layout if tile and tile != "assembly"]

    assert len(others) == 24
    for tile in others:
        outcome = city.when(Leap(tile))
        outcome.then(FigureMoved(0, tile))
        assert outcome.seat(0).figure == tile
    assert [action.to for action in city.legal() if isinstance(action, Leap)] == others


def test_c10_4_the_jump_is_optional() -> None:
    in_the_hall().when(Draw()).accepted()


def test_c10_4_the_jump_starts_in_the_hall() -> None:
    given(3, expansions=(1,)).when(Leap("palace")).refuses("not_in_assembly", at="courtyard")


def test_c10_4_the_jump_leads_to_another_tile() -> None:
    in_the_hall().when(Leap("assembly")).refuses("already_there", at="assembly")


def test_c10_4_the_jump_leads_to_a_tile_of_this_city() -> None:
    in_the_hall().when(Leap("theatre")).refuses("no_such_tile", tile="theatre")


def test_c10_4_the_figure_may_walk_there_in_the_same_turn() -> None:
    city = given(3, expansions=(1,)).place("assembly", 1, 1)

    city.when(Walk("assembly"), Leap("palace"), Draw()).accepted()


def test_c10_4_the_jump_follows_all_contributions() -> None:
    city = in_the_hall().hand(0, "mimix-1", "aqua-1")

    city.when(Contribute(0, ("mimix-1",)), Leap("palace")).accepted()
    city.when(Leap("palace"), Contribute(0, ("aqua-1",))).refuses("wrong_phase", phase="draw")


def test_c10_4_no_action_follows_the_jump() -> None:
    city = in_the_hall(1, 2).hand(0, "flit-1", "flit-2", "terrah-3", "hoax-3").crystals(0, 30)

    city.when(Leap("mill"), Contribute(0, ("terrah-3",))).refuses("wrong_phase", phase="draw")
    city.when(Leap("courtyard"), Offer()).refuses("wrong_phase", phase="draw")
    city.when(Leap("courtyard"), Walk("palace")).refuses("wrong_phase", phase="draw")
    city.when(Leap("courtyard"), Leap("palace")).refuses("wrong_phase", phase="draw")


@pytest.mark.parametrize("finished", [False, True])
def test_c10_4_the_hospital_has_no_power_after_the_jump(finished: bool) -> None:
    city = in_the_hall(1).deck("aqua-1", "aqua-2", "aqua-3", "flit-3")
    city = city.finished("hospital") if finished else city

    outcome = city.when(Leap("hospital"), Draw())

    assert outcome.events_of(CardsDrawn) == [CardsDrawn(0, ("aqua-1", "aqua-2"))]


def test_c10_4_the_golden_temple_has_no_power_after_the_jump() -> None:
    city = in_the_hall(1, 2).crystals(0, 30)

    city.when(Leap("golden_temple"), Offer()).refuses(
        "wrong_phase", expected="contribution", phase="draw"
    )


def test_c10_4_the_figure_starts_its_next_turn_where_it_jumped_to() -> None:
    city = in_the_hall(1).deck(
        "aqua-1", "aqua-1", "aqua-1", "aqua-2", "aqua-2", "aqua-2", "flit-1", "flit-1", "flit-1"
    )

    outcome = city.when(Leap("hospital"), Draw(), Draw(), Draw())
    assert outcome.seat(0).figure == "hospital"

    drawn = outcome.when(Draw()).events_of(CardsDrawn)[0]
    assert len(drawn.cards) == 4, "now its power works"


def test_c10_4_the_hall_has_six_boxes_of_value_1_in_six_colours() -> None:
    boxes = FACTS["assembly"].boxes
    colours: list[Colour] = [colour for colour, _ in boxes if colour]

    assert [value for _, value in boxes] == [1] * 6
    assert len(set(colours)) == 6


def test_c10_4_each_box_is_paid_by_its_own_people() -> None:
    city = in_the_hall().hand(0, "aqua-1", "mimix-1")

    city.when(Contribute(1, ("aqua-1",))).accepted()
    city.when(Contribute(0, ("aqua-1",))).refuses("too_little", needed=1, given=0, colour="brown")


@pytest.mark.parametrize(
    ("stones", "master"), [((None, 0, 0, 1, 1, 1), 0), ((1, 1, 1, 0, 0, None), 1)]
)
def test_c10_4_ties_for_majority_go_by_box_order(
    stones: tuple[int | None, ...], master: int
) -> None:
    city = in_the_hall().stones_on("assembly", *stones).hand(0, "khind-1")

    outcome = city.when(Contribute(stones.index(None), ("khind-1",)))

    assert outcome.events_of(BuildingFinished) == [BuildingFinished("assembly", master)]
    assert outcome.events_of(RewardGained)[0] == RewardGained(
        master, "star", "assembly", "assembly", Reward(scales=1)
    )
