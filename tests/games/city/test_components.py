"""The printed numbers, repeated here to catch typing errors in the components."""

import re
from collections import Counter
from pathlib import Path

import pytest

from games.city.components import (
    BUILDINGS,
    CARDS,
    COLOUR_OF,
    DISCARDS_MAX,
    DRAGON_OF_PEOPLE,
    DRAWN_CARDS,
    FACTS,
    HAND_CARDS,
    OBELISK_CERTAINTY,
    OBELISK_COSTS,
    OFFERINGS_TO_WIN,
    OTHER_SPLITS,
    PEOPLE_OF,
    SCALES_IN_PLAY,
    SPLIT_CERTAINTY,
    STEPS_PER_TURN,
    STONES_PER_SEAT,
    TILES,
    VALUE_OF,
)
from games.city.names import tile_name
from games.city.options import buildings_in_play, facts, whole_deck
from games.city.pieces import PIECES
from schemas.city.options import CardSplit, CityOptions, Reward, TileNumbers
from schemas.city.terms import Building

# Boxes from left to right; star, participant, neighbour as (crystals, cards, scales).
Numbers = tuple[str, tuple[int, int, int], tuple[int, int, int], tuple[int, int, int]]
PRINTED: dict[Building, Numbers] = {
    "palace": ("any-5 any-4 any-4 any-3", (2, 0, 0), (1, 1, 1), (1, 1, 1)),
    "fire_temple": ("black-5 black-4 black-3", (2, 0, 0), (2, 0, 0), (3, 0, 0)),
    "earth_temple": ("red-5 red-4 red-3", (2, 0, 0), (2, 0, 0), (0, 2, 0)),
    "water_temple": ("blue-5 blue-4 blue-3", (2, 0, 0), (2, 0, 0), (0, 0, 2)),
    "aqueduct": ("blue-5", (0, 0, 1), (1, 0, 0), (1, 0, 0)),
    "hospice": ("red-5", (0, 0, 1), (1, 0, 0), (1, 0, 0)),
    "citadel": ("black-5", (0, 0, 1), (1, 0, 0), (1, 0, 0)),
    "watchtower": ("grey-5 grey-3", (0, 2, 0), (1, 0, 0), (1, 0, 0)),
    "great_hall": ("brown-5 brown-4", (0, 0, 1), (2, 0, 0), (1, 0, 0)),
    "university": ("white-5 white-2", (0, 0, 1), (1, 0, 0), (1, 0, 0)),
    "market_hall": ("yellow-4 yellow-3 yellow-2", (2, 0, 0), (2, 0, 0), (0, 2, 0)),
    "library": ("white-4 white-3 white-3", (2, 0, 0), (2, 0, 0), (3, 0, 0)),
    "trading_house": ("yellow-5 yellow-2", (0, 2, 0), (1, 0, 0), (1, 0, 0)),
    "flight_tower": ("grey-4 grey-3 grey-2", (2, 0, 0), (2, 0, 0), (2, 0, 0)),
    "city_residence": ("brown-4 brown-3 brown-2", (2, 0, 0), (2, 0, 0), (2, 0, 0)),
    "monastery_tower": ("grey-4 grey-2 grey-2", (0, 0, 1), (1, 0, 0), (0, 0, 1)),
    "caravanserai": ("yellow-4 yellow-2 yellow-2", (0, 0, 1), (1, 0, 0), (1, 0, 0)),
    "thermae": ("blue-3 blue-2 blue-2", (0, 2, 0), (1, 0, 0), (1, 0, 0)),
    "iron_foundry": ("black-3 black-2 black-2", (0, 2, 0), (1, 0, 0), (1, 0, 0)),
    "mill": ("red-3 red-2 red-2", (0, 2, 0), (1, 0, 0), (1, 0, 0)),
    "hospital": ("white-4 brown-3", (0, 2, 0), (1, 0, 0), (1, 0, 0)),
    "assembly": ("brown-1 blue-1 black-1 red-1 grey-1 yellow-1", (0, 0, 1), (1, 0, 0), (1, 0, 0)),
    "theatre": ("green-3 green-2 green-1", (0, 2, 0), (1, 0, 0), (1, 0, 0)),
    "golden_temple": ("black-3 blue-3 red-3", (2, 0, 0), (2, 0, 0), (0, 0, 1)),
}
SETS: dict[Building, int] = {"hospital": 1, "assembly": 1, "theatre": 2, "golden_temple": 2}
PLACES: dict[Building, str] = {
    "fire_temple": "north",
    "earth_temple": "south",
    "water_temple": "west",
    "palace": "east",
}


def test_every_building_is_printed_once() -> None:
    assert sorted(BUILDINGS) == sorted(FACTS) == sorted(PRINTED)


@pytest.mark.parametrize("tile", PRINTED)
def test_boxes_and_rewards_are_those_printed(tile: Building) -> None:
    boxes, star, participant, neighbour = PRINTED[tile]
    printed = FACTS[tile]
    assert " ".join(f"{colour or 'any'}-{value}" for colour, value in printed.boxes) == boxes
    assert printed.star == Reward(*star)
    assert printed.participant == Reward(*participant)
    assert printed.neighbour == Reward(*neighbour)


@pytest.mark.parametrize("tile", PRINTED)
def test_tiles_belong_to_their_place_and_set(tile: Building) -> None:
    assert FACTS[tile].place == PLACES.get(tile)
    assert FACTS[tile].expansion == SETS.get(tile)


def test_the_city_has_twenty_buildings_and_two_more_for_each_set() -> None:
    assert len(buildings_in_play(CityOptions(2))) == 20
    assert len(buildings_in_play(CityOptions(2, expansions=(1,)))) == 22
    assert len(buildings_in_play(CityOptions(2, expansions=(2,)))) == 22
    assert len(buildings_in_play(CityOptions(2, expansions=(1, 2)))) == 24


def test_each_people_has_its_colour() -> None:
    assert {PEOPLE_OF[card]: COLOUR_OF[card] for card in CARDS} == {
        "vulca": "black",
        "terrah": "red",
        "aqua": "blue",
        "flit": "grey",
        "khind": "green",
        "mimix": "brown",
        "hoax": "white",
        "pillar": "yellow",
    }


def test_vulca_terrah_and_aqua_move_the_red_green_and_blue_dragon() -> None:
    assert DRAGON_OF_PEOPLE == {"vulca": "red", "terrah": "green", "aqua": "blue"}


def test_c1_4_the_deck_is_eight_peoples_with_ten_cards_each() -> None:
    deck = whole_deck(CardSplit())
    assert len(deck) == 80
    assert set(Counter(PEOPLE_OF[card] for card in deck).values()) == {10}
    values = Counter((PEOPLE_OF[card], VALUE_OF[card]) for card in deck)
    assert values["khind", 1] == 10
    for people in ("vulca", "terrah", "aqua", "flit", "mimix", "hoax", "pillar"):
        assert [values[people, value] for value in (1, 2, 3)] == [3, 4, 3]


@pytest.mark.parametrize("split", [(3, 5, 2), (4, 4, 2), (4, 3, 3)])
def test_c1_4_a_table_option_may_set_another_split(split: tuple[int, int, int]) -> None:
    deck = Counter(whole_deck(CardSplit(*split)))
    assert deck.total() == 80
    assert (deck["aqua-1"], deck["aqua-2"], deck["aqua-3"]) == split
    assert deck["khind-1"] == 10


def test_numbers_of_the_set_up() -> None:
    assert (HAND_CARDS, STONES_PER_SEAT, STEPS_PER_TURN) == (8, 10, 2)
    assert (DRAWN_CARDS, DISCARDS_MAX) == (2, 2)
    assert SCALES_IN_PLAY == {2: 9, 3: 12, 4: 15}


def test_numbers_of_the_obelisk() -> None:
    whole = (7, 7, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12)
    assert {2: whole[2:], 3: whole, 4: whole} == OBELISK_COSTS
    assert OFFERINGS_TO_WIN == {2: 6, 3: 5, 4: 4}


def test_a_table_option_may_set_other_numbers_of_a_tile() -> None:
    changed = TileNumbers("watchtower", boxes=(5, 2), neighbour=Reward(scales=1))
    options = CityOptions(2, tiles=(changed,))
    assert facts(options, "watchtower").boxes == (("grey", 5), ("grey", 2))
    assert facts(options, "watchtower").neighbour == Reward(scales=1)
    assert facts(options, "watchtower").star == FACTS["watchtower"].star
    assert facts(options, "mill") == FACTS["mill"]


def test_a_table_option_may_take_a_reward_away() -> None:
    options = CityOptions(2, tiles=(TileNumbers("mill", star=Reward()),))
    assert facts(options, "mill").star == Reward()


def test_c11_1_the_rules_page_lists_what_we_assume() -> None:
    page = (Path(__file__).parents[3] / "docs" / "rules" / "city.md").read_text()
    rows = re.findall(r"^\| (.+?) \| ([\d ]+) \| (.+?) \| (ours|\d+ %) \|$", page, re.MULTILINE)

    assert rows == [
        *(
            (
                tile_name(tile.tile),
                " ".join(str(value) for _, value in tile.boxes),
                _listed(tile.other_boxes),
                _percent(tile.certainty),
            )
            for tile in TILES
        ),
        (
            "Cards of a people: 1s, 2s, 3s",
            "3 4 3",
            _listed(tuple((split.ones, split.twos, split.threes) for split in OTHER_SPLITS)),
            _percent(SPLIT_CERTAINTY),
        ),
        ("Obelisk", " ".join(map(str, OBELISK_COSTS[4])), "-", _percent(OBELISK_CERTAINTY)),
    ]


def _listed(others: tuple[tuple[int, ...], ...]) -> str:
    return ", ".join(" ".join(map(str, values)) for values in others) or "-"


def _percent(certainty: float) -> str:
    return f"{round(100 * certainty)} %" if certainty else "ours"


def test_c11_1_alternatives_fit_the_tile_and_differ_from_what_we_play_with() -> None:
    for tile in TILES:
        values = tuple(value for _, value in tile.boxes)
        assert all(len(other) == len(values) and other != values for other in tile.other_boxes)
        assert (tile.certainty == 0) == (tile.expansion is not None)
        assert not tile.other_boxes or tile.certainty < 0.9
    assert CardSplit() not in OTHER_SPLITS


def test_c11_1_the_pieces_say_how_certain_they_are() -> None:
    assert {piece.tile: piece.certainty for piece in PIECES.tiles} == {
        tile.tile: tile.certainty for tile in TILES
    }
    tower = next(piece for piece in PIECES.tiles if piece.tile == "flight_tower")
    assert (tower.certainty, tower.other_boxes) == (0.65, ((4, 3, 3), (4, 2, 2)))
    assert (PIECES.split.split, PIECES.split.others) == (CardSplit(), OTHER_SPLITS)
