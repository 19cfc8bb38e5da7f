"""The extra tiles in general, and the Theatre (C10.1, C10.2, C10.6)."""

from itertools import permutations
from typing import Literal

import pytest

from games.city.components import FACTS
from games.city.ending import city_is_finished
from games.city.founding import lay_out
from games.city.grid import CORNER_CELLS, CORNERS, PLACES, Layout
from games.city.rulebook import CITY
from games.dice import Dice
from schemas.city.actions import Contribute, Discard, Draw, Leap, Offer, Walk
from schemas.city.events import CardsDrawn, CityFounded, RewardGained, ScalesGained, StonePlaced
from schemas.city.options import CityOptions, Reward
from schemas.city.terms import Building, Cards, Corner
from tests.games.city.given import given

Sets = tuple[Literal[1, 2], ...]
TILES_OF_SET: dict[int, set[Building]] = {
    1: {"hospital", "assembly"},
    2: {"theatre", "golden_temple"},
}
FIXED: dict[Building, int] = {
    "fire_temple": PLACES["north"],
    "palace": PLACES["east"],
    "earth_temple": PLACES["south"],
    "water_temple": PLACES["west"],
}


def layouts(expansions: Sets, random_city: bool = False) -> list[Layout]:
    options = CityOptions(3, expansions=expansions, random_city=random_city)
    return [lay_out(options, Dice.of_text(f"city {number}"))[0] for number in range(300)]


def filled_corners(layout: Layout) -> tuple[int, ...]:
    return tuple(corner for corner in CORNERS if layout[corner] is not None)


@pytest.mark.parametrize("expansion", [1, 2])
def test_c10_1_one_set_fills_two_random_corners(expansion: Literal[1, 2]) -> None:
    cities = layouts((expansion,))

    for layout in cities:
        tiles = {tile for tile in layout if tile}
        assert len(tiles) == len(layout) - 2 == 23
        assert tiles & {*TILES_OF_SET[1], *TILES_OF_SET[2]} == TILES_OF_SET[expansion]
    pairs = {filled_corners(layout) for layout in cities}
    assert all(len(pair) == 2 for pair in pairs)
    assert len(pairs) == 6, "every pair of corners occurs"


@pytest.mark.parametrize("expansions", [(1, 2), (2, 1)])
def test_c10_1_both_sets_fill_all_four_corners(expansions: Sets) -> None:
    for layout in layouts(expansions):
        assert None not in layout
        assert {*TILES_OF_SET[1], *TILES_OF_SET[2]} < set(layout)
        assert len(set(layout)) == 25


@pytest.mark.parametrize("pair", list(permutations(CORNER_CELLS, 2)), ids="-".join)
def test_c10_1_the_table_may_choose_the_corners(pair: tuple[Corner, Corner]) -> None:
    options = CityOptions(2, expansions=(1,), corners=pair)

    events, _ = CITY.setup(CITY.initial(options), Dice.of_text("corners"))

    (founded,) = [event for event in events if isinstance(event, CityFounded)]
    assert founded.corners[:2] == tuple(CORNER_CELLS[corner] for corner in pair)
    assert sorted(founded.corners) == sorted(CORNER_CELLS.values())
    assert set(filled_corners(founded.layout)) == set(founded.corners[:2])


def test_c10_1_without_a_set_the_corners_stay_empty() -> None:
    for layout in layouts(()):
        assert filled_corners(layout) == ()


def test_c10_1_the_extra_tiles_are_shuffled_in_with_the_random_buildings() -> None:
    """They may lie on any cell that is not fixed, and other buildings may lie in corners."""
    cities = layouts((1,))

    cells = {layout.index("hospital") for layout in cities}
    assert cells == set(range(25)) - {12, *FIXED.values()}
    in_corners = {layout[corner] for layout in cities for corner in filled_corners(layout)}
    assert {"mill", "hospital", "assembly"} < in_corners


def test_c10_1_temples_and_palace_keep_their_places() -> None:
    for layout in layouts((1, 2)):
        assert {tile: layout.index(tile) for tile in FIXED} == FIXED
        assert layout[12] == "courtyard"


def test_c10_1_the_random_variant_shuffles_all_buildings() -> None:
    cities = layouts((1, 2), random_city=True)

    assert {layout.index("palace") for layout in cities} == set(range(25)) - {12}
    assert {layout.index("theatre") for layout in cities} == set(range(25)) - {12}
    assert {layout[12] for layout in cities} == {"courtyard"}


def test_c10_2_extra_tiles_are_normal_buildings() -> None:
    """Stones, dragons, star, participants and neighbours work as on any building."""
    city = (
        given(3, expansions=(1,))
        .beside("hospital", "fire_temple")
        .finished("fire_temple")
        .figure(0, "hospital")
        .stones_on("hospital", None, 1)
        .hand(0, "hoax-3", "hoax-1")
        .dragon("red", "hospital")
    )

    outcome = city.when(Contribute(0, ("hoax-3", "hoax-1")))

    assert outcome.events_of(StonePlaced)[0].colour == "white"
    assert outcome.events_of(ScalesGained) == [ScalesGained(0, "hospital", 1)]
    facts = FACTS["hospital"]
    temple = Reward(crystals=3)
    assert outcome.events_of(RewardGained) == [
        RewardGained(0, "star", "hospital", "hospital", facts.star),
        RewardGained(0, "participant", "hospital", "hospital", facts.participant),
        RewardGained(0, "neighbour", "hospital", "fire_temple", temple),
        RewardGained(1, "participant", "hospital", "hospital", facts.participant),
        RewardGained(1, "neighbour", "hospital", "fire_temple", temple),
    ]
    assert outcome.site("hospital").finished


def test_c10_2_finished_extra_tiles_reward_their_neighbours() -> None:
    city = (
        given(3, expansions=(2,))
        .beside("golden_temple", "hospice")
        .finished("golden_temple")
        .figure(0, "hospice")
        .hand(0, "terrah-3", "terrah-2")
    )

    outcome = city.when(Contribute(0, ("terrah-3", "terrah-2")))

    assert (
        RewardGained(0, "neighbour", "hospice", "golden_temple", Reward(scales=1)) in outcome.events
    )


def test_c10_2_a_finished_city_includes_the_extra_tiles() -> None:
    city = given(3, expansions=(1, 2))

    for missing in ("hospital", "assembly", "theatre", "golden_temple"):
        tiles: tuple[Building, ...] = (missing,)
        assert not city_is_finished(city.all_finished(but=tiles).state)
    assert city_is_finished(city.all_finished().state)


@pytest.mark.parametrize("finished", [False, True])
def test_c10_2_a_power_works_whether_the_tile_is_finished_or_not(finished: bool) -> None:
    city = given(3, expansions=(1, 2)).crystals(0, 30)
    if finished:
        city = city.finished("hospital", "assembly", "golden_temple")

    drawn = city.figure(0, "hospital").when(Draw()).events_of(CardsDrawn)[0]
    assert len(drawn.cards) == 4
    city.figure(0, "assembly").when(Leap("palace")).accepted()
    city.figure(0, "golden_temple").when(Offer()).accepted()


def test_c10_2_a_power_works_where_the_figure_ends_its_turn() -> None:
    """Passing through, or having a stone there, is not enough."""
    city = (
        given(3, expansions=(1, 2))
        .place("hospital", 1, 1)
        .place("golden_temple", 1, 3)
        .place("assembly", 3, 1)
        .stones_on("hospital", 0, None)
        .stones_on("golden_temple", 0, None, None)
        .crystals(0, 30)
    )

    passed = city.figure(0, "hospital").when(Walk("fire_temple"), Draw())
    assert len(passed.events_of(CardsDrawn)[0].cards) == 2
    city.figure(0, "golden_temple").when(Walk("palace"), Offer()).refuses(
        "not_on_courtyard", at="palace"
    )
    city.figure(0, "assembly").when(Walk("earth_temple"), Leap("mill")).refuses(
        "not_in_assembly", at="earth_temple"
    )


def test_c10_2_exchanging_a_card_begins_the_draw_so_leap_and_offering_are_over() -> None:
    hall = given(3, expansions=(1,)).figure(0, "assembly").hand(0, "aqua-1")
    temple = given(3, expansions=(2,)).figure(0, "golden_temple").hand(0, "aqua-1")

    hall.when(Discard("aqua-1"), Leap("palace")).refuses("wrong_phase", phase="draw")
    temple.crystals(0, 8).when(Discard("aqua-1"), Offer()).refuses("wrong_phase", phase="draw")


def test_c10_2_the_hospital_still_helps_after_an_exchange() -> None:
    """Its power is part of the draw: 2 cards, 1 for the exchange and 2 for the Hospital."""
    city = given(3, expansions=(1,)).figure(0, "hospital").hand(0, "aqua-1")

    drawn = city.when(Discard("aqua-1"), Draw()).events_of(CardsDrawn)
    assert [len(event.cards) for event in drawn] == [5]


def test_c10_2_a_power_works_after_all_contributions() -> None:
    """A seat may use the power of a tile that it finished in the same turn."""
    city = (
        given(3, expansions=(1,))
        .figure(0, "assembly")
        .stones_on("assembly", 1, 1, 1, 1, 1, None)
        .hand(0, "pillar-1")
    )

    outcome = city.when(Contribute(5, ("pillar-1",)), Leap("palace"), Draw())

    assert outcome.site("assembly").finished
    assert outcome.seat(0).figure == "palace"


def test_c10_6_the_theatre_has_green_boxes() -> None:
    assert [colour for colour, _ in FACTS["theatre"].boxes] == ["green"] * 3


@pytest.mark.parametrize(
    ("box", "cards"),
    [
        (0, ("khind-1", "khind-1", "khind-1")),
        (2, ("khind-1",)),
        (0, ("mimix-1", "mimix-2")),
        (0, ("mimix-1", "mimix-1")),
        (0, ("hoax-2", "aqua-3")),
        (0, ("hoax-1", "aqua-2", "aqua-1")),
        (0, ("hoax-2", "vulca-2", "khind-1")),
    ],
)
def test_c10_6_the_theatre_is_paid_with_khind_pairs_and_hoax(box: int, cards: Cards) -> None:
    city = given(3, expansions=(2,)).figure(0, "theatre").hand(0, *cards)

    outcome = city.when(Contribute(box, cards))

    outcome.then(StonePlaced(0, "theatre", box, cards, "green"))
    assert outcome.state.discard == cards


@pytest.mark.parametrize(
    ("cards", "counted"),
    [
        (("terrah-3",), 0),
        (("mimix-3", "mimix-2"), 0),
        (("khind-1", "aqua-3"), 1),
        (("hoax-3", "pillar-3"), 0),
        (("hoax-2", "vulca-2", "vulca-2"), 2),
    ],
)
def test_c10_6_nothing_else_counts_as_green(cards: Cards, counted: int) -> None:
    city = given(3, expansions=(2,)).figure(0, "theatre").hand(0, *cards)

    city.when(Contribute(0, cards)).refuses("too_little", needed=3, given=counted, colour="green")


@pytest.mark.parametrize("finished", [False, True])
def test_c10_6_the_theatre_has_no_power(finished: bool) -> None:
    city = given(3, expansions=(2,)).figure(0, "theatre").crystals(0, 30)
    city = city.finished("theatre") if finished else city

    city.when(Offer()).refuses("not_on_courtyard", at="theatre")
    city.when(Leap("palace")).refuses("not_in_assembly", at="theatre")
    assert len(city.when(Draw()).events_of(CardsDrawn)[0].cards) == 2
