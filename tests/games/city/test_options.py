"""Options of a table: invalid ones are refused with clear errors, valid ones apply in play."""

from collections import Counter
from typing import Any

import msgspec
import pytest

from games.city.components import CARDS, FACTS, PEOPLES
from games.city.options import buildings_in_play, facts, whole_deck
from games.city.rulebook import CITY, CITY_1
from games.dice import Dice
from games.illegal_action import IllegalActionError
from schemas.city.actions import Contribute
from schemas.city.events import CityFounded, HandDealt, RewardGained
from schemas.city.options import CardSplit, CityOptions, Reward, TileNumbers
from schemas.city.state import CityState
from schemas.strict import StrictDecoder
from tests.games.city.given import given


def decoded(**options: Any) -> CityOptions:
    content = msgspec.json.encode({"players": 3} | options)
    return StrictDecoder[CityOptions](CityOptions).decode(content)


# Each field alone: strict decoding


def test_only_the_number_of_players_is_required() -> None:
    assert msgspec.json.decode(b'{"players":4}', type=CityOptions) == CityOptions(
        players=4, random_city=False, expansions=(), split=CardSplit(3, 4, 3), tiles=()
    )


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2},
        {"players": 4},
        {"random_city": True},
        {"expansions": [1]},
        {"expansions": [2, 1]},
        {"split": {"ones": 0, "twos": 6, "threes": 4}},
        {"split": {"ones": 6, "twos": 0, "threes": 4}},
        {"split": {"ones": 4, "twos": 6, "threes": 0}},
        {"tiles": [{"tile": "mill", "boxes": [1, 9, 5]}]},
        {"tiles": [{"tile": "mill", "star": {"crystals": 0, "cards": 9, "scales": 9}}]},
        {"tiles": [{"tile": "mill", "participant": {}, "neighbour": {"crystals": 9}}]},
    ],
)
def test_every_field_accepts_its_bounds(options: dict[str, Any]) -> None:
    assert CITY.seats(decoded(**options)) == options.get("players", 3)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"players": 1}, "Expected `int` >= 2 - at `$.players`"),
        ({"players": 5}, "Expected `int` <= 4 - at `$.players`"),
        ({"players": "3"}, "Expected `int`, got `str` - at `$.players`"),
        ({"players": 2.5}, "Expected `int`, got `float` - at `$.players`"),
        ({"players": None}, "Expected `int`, got `null` - at `$.players`"),
        ({"random_city": 1}, "Expected `bool`, got `int` - at `$.random_city`"),
        ({"expansions": [0]}, "Invalid enum value 0 - at `$.expansions[0]`"),
        ({"expansions": [1, 3]}, "Invalid enum value 3 - at `$.expansions[1]`"),
        ({"expansions": 1}, "Expected `array`, got `int` - at `$.expansions`"),
        ({"split": {"ones": -1}}, "Expected `int` >= 0 - at `$.split.ones`"),
        ({"split": {"ones": 7}}, "Expected `int` <= 6 - at `$.split.ones`"),
        ({"split": {"twos": -1}}, "Expected `int` >= 0 - at `$.split.twos`"),
        ({"split": {"twos": 7}}, "Expected `int` <= 6 - at `$.split.twos`"),
        ({"split": {"threes": -1}}, "Expected `int` >= 0 - at `$.split.threes`"),
        ({"split": {"threes": 7}}, "Expected `int` <= 6 - at `$.split.threes`"),
        ({"split": {"fours": 1}}, "Object contains unknown field `fours` - at `$.split`"),
        ({"tiles": [{}]}, "Object missing required field `tile` - at `$.tiles[0]`"),
        ({"tiles": [{"tile": "pub"}]}, "Invalid enum value 'pub' - at `$.tiles[0].tile`"),
        (
            {"tiles": [{"tile": "courtyard"}]},
            "Invalid enum value 'courtyard' - at `$.tiles[0].tile`",
        ),
        (
            {"tiles": [{"tile": "mill", "boxes": [3, 0, 2]}]},
            "Expected `int` >= 1 - at `$.tiles[0].boxes[1]`",
        ),
        (
            {"tiles": [{"tile": "mill"}, {"tile": "mill", "boxes": [3, 2, 10]}]},
            "Expected `int` <= 9 - at `$.tiles[1].boxes[2]`",
        ),
        (
            {"tiles": [{"tile": "mill", "star": {"crystals": -1}}]},
            "Expected `int` >= 0 - at `$.tiles[0].star.crystals`",
        ),
        (
            {"tiles": [{"tile": "mill", "star": {"cards": 10}}]},
            "Expected `int` <= 9 - at `$.tiles[0].star.cards`",
        ),
        (
            {"tiles": [{"tile": "mill", "participant": {"scales": 10}}]},
            "Expected `int` <= 9 - at `$.tiles[0].participant.scales`",
        ),
        (
            {"tiles": [{"tile": "mill", "neighbour": {"gold": 1}}]},
            "Object contains unknown field `gold` - at `$.tiles[0].neighbour`",
        ),
        (
            {"tiles": [{"tile": "mill", "colour": "red"}]},
            "Object contains unknown field `colour` - at `$.tiles[0]`",
        ),
        ({"plyers": 3}, "Object contains unknown field `plyers`"),
    ],
)
def test_a_field_out_of_bounds_is_refused_with_its_path(
    options: dict[str, Any], error: str
) -> None:
    with pytest.raises(msgspec.ValidationError) as refusal:
        decoded(**options)

    assert str(refusal.value) == error


# Fields together


@pytest.mark.parametrize(
    ("options", "message", "detail"),
    [
        (
            {"expansions": (2, 2)},
            "Each expansion can be chosen once, but [2, 2] were given.",
            {"field": "expansions", "given": [2, 2]},
        ),
        (
            {"split": CardSplit(3, 3, 3)},
            "A people has 10 cards, but the split 3 + 3 + 3 makes 9.",
            {"field": "split", "expected": 10, "given": 9},
        ),
        (
            {"split": CardSplit(6, 6, 6)},
            "A people has 10 cards, but the split 6 + 6 + 6 makes 18.",
            {"field": "split", "expected": 10, "given": 18},
        ),
        (
            {"tiles": (TileNumbers("mill"), TileNumbers("palace"), TileNumbers("mill"))},
            "The numbers of mill are given twice.",
            {"field": "tiles", "tile": "mill"},
        ),
        (
            {"tiles": (TileNumbers("theatre"),), "expansions": (1,)},
            "Numbers are given for theatre, which is not in play without its expansion.",
            {"field": "tiles", "tile": "theatre"},
        ),
        (
            {"tiles": (TileNumbers("mill", boxes=(3, 2)),)},
            "mill has 3 boxes, but 2 values were given.",
            {"field": "tiles", "tile": "mill", "expected": 3, "given": 2},
        ),
        (
            {"tiles": (TileNumbers("mill", boxes=()),)},
            "mill has 3 boxes, but 0 values were given.",
            {"field": "tiles", "tile": "mill", "expected": 3, "given": 0},
        ),
        (
            {"corners": ("north_west", "south_east")},
            "The extra tiles fill 0 different corners, but ['north_west', 'south_east'] were "
            "given.",
            {"field": "corners", "expected": 0, "given": ["north_west", "south_east"]},
        ),
        (
            {"corners": ("north_west",), "expansions": (1,)},
            "The extra tiles fill 2 different corners, but ['north_west'] were given.",
            {"field": "corners", "expected": 2, "given": ["north_west"]},
        ),
        (
            {"corners": ("north_west", "north_west"), "expansions": (2,)},
            "The extra tiles fill 2 different corners, but ['north_west', 'north_west'] were "
            "given.",
            {"field": "corners", "expected": 2, "given": ["north_west", "north_west"]},
        ),
    ],
)
def test_inconsistent_options_are_refused(
    options: dict[str, Any], message: str, detail: dict[str, Any]
) -> None:
    with pytest.raises(IllegalActionError) as refusal:
        CITY.seats(CityOptions(3, **options))

    rejection = refusal.value.rejection()
    assert (rejection.code, rejection.message, rejection.detail) == (
        "bad_options",
        message,
        detail,
    )


@pytest.mark.parametrize(
    ("option", "amendment"),
    [
        ({"offer_without_stones": True}, "offering-without-stone"),
        ({"offer_without_stones": False}, "offering-without-stone"),
        ({"corners": ("north_west", "south_east")}, "chosen-corners"),
    ],
)
def test_newer_options_do_not_exist_under_earlier_rules(
    option: dict[str, Any], amendment: str
) -> None:
    options = CityOptions(3, expansions=(1,), **option)

    assert CITY.problems(options) == ()
    (problem,) = CITY_1.problems(options)
    (field,) = option
    assert (problem.code, problem.where) == ("bad_options", field)
    assert problem.detail == {"field": field, "needed": amendment}
    with pytest.raises(IllegalActionError, match=f"These rules have no option {field}"):
        CITY_1.seats(options)


def test_numbers_for_an_extra_tile_need_its_set() -> None:
    options = CityOptions(3, expansions=(2,), tiles=(TileNumbers("theatre", boxes=(1, 1, 1)),))

    assert CITY.seats(options) == 3
    assert "theatre" in buildings_in_play(options)


# In play: the numbers of tiles


def test_changed_box_values_apply() -> None:
    city = given(3, tiles=(TileNumbers("mill", boxes=(1, 4, 2)),)).figure(0, "mill")

    city.hand(0, "terrah-1").when(Contribute(0, ("terrah-1",))).accepted()
    city.hand(0, "terrah-3").when(Contribute(1, ("terrah-3",))).refuses(
        "too_little", needed=4, given=3, colour="red"
    )
    assert Contribute(0, ("terrah-1",)) in city.hand(0, "terrah-1").legal()


def test_changed_rewards_apply() -> None:
    star, participant, neighbour = Reward(crystals=9), Reward(scales=1), Reward(crystals=5)
    city = (
        given(
            3,
            tiles=(
                TileNumbers("hospice", star=star, participant=participant),
                TileNumbers("mill", neighbour=neighbour),
            ),
        )
        .place("hospice", 0, 1)
        .beside("hospice", "mill", "citadel")
        .finished("mill", "citadel")
        .figure(0, "hospice")
        .hand(0, "terrah-3", "terrah-2")
    )

    outcome = city.when(Contribute(0, ("terrah-3", "terrah-2")))

    gained = {(gain.kind, gain.source): gain.reward for gain in outcome.events_of(RewardGained)}
    assert gained == {
        ("star", "hospice"): star,
        ("participant", "hospice"): participant,
        ("neighbour", "mill"): neighbour,
        ("neighbour", "citadel"): FACTS["citadel"].neighbour,
    }
    assert (outcome.seat(0).crystals, outcome.seat(0).scales) == (9 + 5 + 1, 1)


def test_an_empty_reward_replaces_the_printed_one() -> None:
    options = CityOptions(3, tiles=(TileNumbers("mill", star=Reward()),))

    assert facts(options, "mill").star == Reward()


def test_omitted_numbers_keep_their_printed_values() -> None:
    options = CityOptions(3, tiles=(TileNumbers("mill", boxes=(9, 9, 9)),))

    mill, printed = facts(options, "mill"), FACTS["mill"]
    assert mill.boxes == (("red", 9), ("red", 9), ("red", 9))
    assert (mill.star, mill.participant, mill.neighbour) == (
        printed.star,
        printed.participant,
        printed.neighbour,
    )
    assert all(facts(options, tile) == FACTS[tile] for tile in FACTS if tile != "mill")


# In play: the split of the cards


SPLITS = [CardSplit(), CardSplit(6, 4, 0), CardSplit(0, 6, 4), CardSplit(2, 2, 6)]


@pytest.mark.parametrize("split", SPLITS)
def test_each_people_has_ten_cards_in_the_given_split(split: CardSplit) -> None:
    deck = Counter(whole_deck(split))

    assert deck.total() == 80
    for people in PEOPLES:
        ones, twos, threes = (deck[card] for card in _cards_of(people, 3))
        expected = (10, 0, 0) if people == "khind" else (split.ones, split.twos, split.threes)
        assert (ones, twos, threes) == expected


def _cards_of(people: str, values: int) -> tuple[Any, ...]:
    return tuple(f"{people}-{value}" for value in range(1, values + 1))


@pytest.mark.parametrize("split", SPLITS)
def test_the_split_decides_which_cards_are_shuffled_and_dealt(split: CardSplit) -> None:
    state = CITY.initial(CityOptions(4, split=split))

    events, after = CITY.setup(state, Dice.of_text("split"))

    assert isinstance(after, CityState)
    (founded,) = [event for event in events if isinstance(event, CityFounded)]
    assert Counter(founded.deck) == Counter(whole_deck(split))
    dealt = [card for event in events if isinstance(event, HandDealt) for card in event.cards]
    assert Counter(dealt) + Counter(after.deck) == Counter(whole_deck(split))
    assert CITY.broken_laws(after) == ()


def test_a_split_without_threes_has_no_threes() -> None:
    deck = set(whole_deck(CardSplit(6, 4, 0)))

    assert not deck & {card for card in CARDS if card.endswith("-3")}
