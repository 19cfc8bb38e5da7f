"""A turn's phases (C2) and movement (C3).

The default city of these tests:

                aqueduct      hospice       citadel
    watchtower  great_hall    fire_temple   university       market_hall
    library     water_temple  COURTYARD     palace           trading_house
    flight_tower city_residence earth_temple monastery_tower caravanserai
                thermae       iron_foundry  mill
"""

import msgspec
import pytest

from games.city.grid import distance
from schemas.city.actions import (
    Contribute,
    Discard,
    Draw,
    Fly,
    Hasten,
    MoveDragon,
    Offer,
    PlayAction,
    Walk,
)
from schemas.city.events import (
    CardDiscarded,
    CardsDrawn,
    DragonMoved,
    FigureMoved,
    StepsGained,
    TurnBegan,
    TurnEnded,
)
from schemas.city.terms import Card, Dragon, DragonCard, Tile
from tests.games.city.given import Given, given

EVERY_TILE: list[Tile] = [tile for tile in given().layout if tile is not None]

# Every card with a power in the movement phase, and an action that uses it.
POWERS: list[tuple[Card, PlayAction]] = [
    ("flit-1", Fly("mill")),
    ("flit-2", Hasten()),
    ("vulca-1", MoveDragon("vulca-1", "mill")),
    ("terrah-1", MoveDragon("terrah-1", "mill")),
    ("aqua-1", MoveDragon("aqua-1", "mill")),
    ("vulca-2", MoveDragon("vulca-2", "fire_temple")),
    ("terrah-2", MoveDragon("terrah-2", "fire_temple")),
    ("aqua-2", MoveDragon("aqua-2", "fire_temple")),
]


def dragons_on(tile: Tile) -> Given:
    return given().dragon("red", tile).dragon("green", tile).dragon("blue", tile)


# C2 A turn


def test_c2_1_movement_then_contribution_then_draw() -> None:
    turn = given().hand(0, "aqua-3", "khind-1").figure(0, "courtyard").deck("flit-1", "hoax-1")
    moved = turn.when(Walk("water_temple"))
    assert moved.state.turn.phase == "movement"
    built = moved.when(Contribute(2, ("aqua-3",)))
    assert built.state.turn.phase == "contribution"
    discarded = built.when(Discard("khind-1"))
    assert discarded.state.turn.phase == "draw"
    drawn = discarded.when(Draw())
    assert (drawn.state.turn.seat, drawn.state.turn.phase) == (1, "movement")


def test_c2_1_everything_is_optional_except_the_draw() -> None:
    given().deck("flit-1", "hoax-1").when(Draw()).then(
        CardsDrawn(0, ("flit-1", "hoax-1")), TurnEnded(0), TurnBegan(1, 2)
    )


def test_c2_1_the_turn_goes_on_until_the_draw() -> None:
    after = given().hand(0, "aqua-3").figure(0, "thermae").when(Contribute(0, ("aqua-3",)))
    assert after.state.turn.seat == 0
    assert Draw() in after.legal()


@pytest.mark.parametrize(("card", "power"), [*POWERS, ("hoax-1", Walk("mill"))])
def test_c2_1_no_movement_after_a_contribution(card: Card, power: PlayAction) -> None:
    city = dragons_on("courtyard").figure(0, "iron_foundry").hand(0, card, "vulca-3")
    city.when(Contribute(0, ("vulca-3",)), power).refuses(
        "wrong_phase", expected="movement", phase="contribution"
    )


@pytest.mark.parametrize(("card", "power"), [*POWERS, ("hoax-1", Walk("palace"))])
def test_c2_1_no_movement_after_an_offering(card: Card, power: PlayAction) -> None:
    city = dragons_on("courtyard").crystals(0, 7).hand(0, card)
    city.when(Offer(), power).refuses("wrong_phase", expected="movement", phase="contribution")


@pytest.mark.parametrize(("card", "power"), [*POWERS, ("hoax-1", Walk("palace"))])
def test_c2_1_no_movement_once_a_card_is_discarded_for_the_draw(
    card: Card, power: PlayAction
) -> None:
    city = dragons_on("courtyard").hand(0, card, "hoax-3")
    city.when(Discard("hoax-3"), power).refuses("wrong_phase", expected="movement", phase="draw")


def test_c2_1_no_contribution_once_a_card_is_discarded_for_the_draw() -> None:
    city = given().figure(0, "mill").hand(0, "terrah-3", "hoax-3")
    city.when(Discard("hoax-3"), Contribute(0, ("terrah-3",))).refuses(
        "wrong_phase", expected="contribution", phase="draw"
    )


def test_c2_1_no_offering_once_a_card_is_discarded_for_the_draw() -> None:
    given().crystals(0, 20).hand(0, "hoax-3").when(Discard("hoax-3"), Offer()).refuses(
        "wrong_phase", expected="contribution", phase="draw"
    )


def test_c2_1_each_turn_begins_with_movement_and_two_steps() -> None:
    next_turn = given().when(Walk("hospice"), Draw())
    assert next_turn.state.turn.seat == 1
    assert next_turn.when(Walk("hospice")).seat(1).figure == "hospice"


# C3.1 On foot


def test_c3_1_the_figure_moves_up_to_two_steps() -> None:
    given().when(Walk("fire_temple")).then(FigureMoved(0, "fire_temple", steps=1))
    given().when(Walk("hospice")).then(FigureMoved(0, "hospice", steps=2))


def test_c3_1_three_steps_are_too_far() -> None:
    given().when(Walk("aqueduct")).refuses("too_far", needed=3, left=2)


def test_c3_1_turning_is_allowed() -> None:
    assert given().when(Walk("university")).seat(0).figure == "university"


def test_c3_1_two_steps_in_total() -> None:
    walked = given().when(Walk("fire_temple"), Walk("university"))
    assert walked.seat(0).figure == "university"
    walked.when(Walk("citadel")).refuses("too_far", needed=1, left=0)


def test_c3_1_a_figure_may_go_there_and_back() -> None:
    assert given().when(Walk("palace"), Walk("courtyard")).seat(0).figure == "courtyard"


def test_c3_1_steps_are_orthogonal() -> None:
    """A diagonal neighbour is two steps away, around an empty corner too."""
    given().turn(0, steps=1).when(Walk("university")).refuses("too_far", needed=2, left=1)
    corner = given().figure(0, "aqueduct")
    corner.when(Walk("watchtower")).then(FigureMoved(0, "watchtower", steps=2))


def test_c3_1_tiles_may_be_shared_and_passed() -> None:
    crowd = given().figure(1, "fire_temple").figure(2, "hospice")
    assert crowd.when(Walk("fire_temple")).seat(0).figure == "fire_temple"
    passed = crowd.when(Walk("hospice"))
    assert [seat.figure for seat in passed.state.seats] == ["hospice", "fire_temple", "hospice"]


def test_c3_1_figures_may_walk_on_finished_buildings() -> None:
    assert given().finished("palace").when(Walk("palace")).seat(0).figure == "palace"


def test_c3_1_only_the_figure_of_the_acting_seat_moves() -> None:
    moved = given().turn(1).when(Walk("palace"))
    assert [seat.figure for seat in moved.state.seats] == ["courtyard", "palace", "courtyard"]


def test_c3_1_walking_to_where_the_figure_stands_is_refused() -> None:
    given().when(Walk("courtyard")).refuses("already_there", at="courtyard")


def test_c3_1_a_tile_that_is_not_in_this_city_cannot_be_reached() -> None:
    given().when(Walk("theatre")).refuses("no_such_tile", tile="theatre")


def test_c3_1_the_legal_list_has_every_tile_within_two_steps() -> None:
    """4 beside the courtyard and 8 that are two steps away."""
    listed = {action.to for action in given().legal() if isinstance(action, Walk)}
    assert listed == {
        *("fire_temple", "palace", "earth_temple", "water_temple"),
        *("hospice", "great_hall", "university", "library", "trading_house"),
        *("city_residence", "monastery_tower", "iron_foundry"),
    }


# C3.2 Flit


def test_c3_2_flit_2_gives_two_more_steps() -> None:
    hastened = given().hand(0, "flit-2").when(Hasten())
    hastened.then(StepsGained(0, "flit-2", 2))
    hastened.when(Walk("market_hall")).then(FigureMoved(0, "market_hall", steps=3))
    hastened.when(Walk("hospice"), Walk("courtyard")).when(Walk("palace")).refuses(
        "too_far", needed=1, left=0
    )


def test_c3_2_flit_2_works_after_the_free_steps_too() -> None:
    moved = given().hand(0, "flit-2").when(Walk("hospice"), Hasten(), Walk("courtyard"))
    assert moved.seat(0).figure == "courtyard"


def test_c3_2_each_flit_2_gives_two_more() -> None:
    far = given().figure(0, "aqueduct").hand(0, "flit-2", "flit-2")
    assert distance(far.layout, "aqueduct", "mill") == 6
    far.when(Hasten(), Walk("mill")).refuses("too_far", needed=6, left=4)
    assert far.when(Hasten(), Hasten(), Walk("mill")).seat(0).figure == "mill"


@pytest.mark.parametrize("tile", [tile for tile in EVERY_TILE if tile != "aqueduct"])
def test_c3_2_flit_1_puts_the_figure_onto_any_tile(tile: Tile) -> None:
    flown = given().figure(0, "aqueduct").finished("mill").hand(0, "flit-1").when(Fly(tile))
    flown.then(FigureMoved(0, tile, card="flit-1"))
    assert flown.seat(0).figure == tile


def test_c3_2_steps_before_and_after_a_jump_are_allowed() -> None:
    moved = given().hand(0, "flit-1").when(Walk("palace"), Fly("mill"), Walk("iron_foundry"))
    assert moved.seat(0).figure == "iron_foundry"
    moved.when(Walk("mill")).refuses("too_far", needed=1, left=0)


def test_c3_2_several_flit_cards_may_be_used() -> None:
    city = given().hand(0, "flit-1", "flit-1", "flit-2")
    moved = city.when(Fly("mill"), Hasten(), Fly("aqueduct"), Walk("university"))
    assert moved.seat(0).figure == "university"
    assert moved.state.turn.steps == 1
    assert moved.state.discard == ("flit-1", "flit-2", "flit-1")


def test_c3_2_a_power_needs_its_card() -> None:
    wrong = given().hand(0, "flit-3", "flit-2")
    wrong.when(Fly("mill")).refuses("not_in_hand", card="flit-1", needed=1, held=0)
    given().hand(0, "flit-3", "flit-1").when(Hasten()).refuses(
        "not_in_hand", card="flit-2", needed=1, held=0
    )


def test_c3_2_flying_to_where_the_figure_stands_is_refused() -> None:
    given().hand(0, "flit-1").when(Fly("courtyard")).refuses("already_there", at="courtyard")


# C3.3 Dragons

JUMPS: list[tuple[DragonCard, Dragon]] = [
    ("vulca-1", "red"),
    ("terrah-1", "green"),
    ("aqua-1", "blue"),
]
MARCHES: list[tuple[DragonCard, Dragon]] = [
    ("vulca-2", "red"),
    ("terrah-2", "green"),
    ("aqua-2", "blue"),
]


@pytest.mark.parametrize(("card", "dragon"), JUMPS)
@pytest.mark.parametrize("tile", EVERY_TILE)
def test_c3_3_value_1_moves_its_dragon_onto_any_tile_from_outside(
    card: DragonCard, dragon: Dragon, tile: Tile
) -> None:
    moved = given().hand(0, card).when(MoveDragon(card, tile))
    moved.then(DragonMoved(0, dragon, tile, card))
    where = {name: getattr(moved.state.dragons, name) for name in ("red", "green", "blue")}
    assert where == {"red": None, "green": None, "blue": None} | {dragon: tile}


@pytest.mark.parametrize(("card", "dragon"), JUMPS)
def test_c3_3_value_1_moves_its_dragon_from_anywhere(card: DragonCard, dragon: Dragon) -> None:
    moved = given().hand(0, card).dragon(dragon, "aqueduct").when(MoveDragon(card, "mill"))
    assert getattr(moved.state.dragons, dragon) == "mill"


@pytest.mark.parametrize(("card", "dragon"), MARCHES)
def test_c3_3_value_2_moves_its_dragon_up_to_three_steps(card: DragonCard, dragon: Dragon) -> None:
    city = given().hand(0, card).dragon(dragon, "courtyard")
    for tile in EVERY_TILE:
        steps = distance(city.layout, "courtyard", tile)
        moved = city.when(MoveDragon(card, tile))
        if steps == 0:
            moved.refuses("already_there", at="courtyard")
        else:
            assert steps <= 3
            moved.then(DragonMoved(0, dragon, tile, card))


@pytest.mark.parametrize(("card", "dragon"), MARCHES)
def test_c3_3_value_2_does_not_move_its_dragon_four_steps(card: DragonCard, dragon: Dragon) -> None:
    city = given().hand(0, card).dragon(dragon, "aqueduct")
    city.when(MoveDragon(card, "trading_house")).refuses("too_far", needed=5, left=3)
    city.when(MoveDragon(card, "earth_temple")).refuses("too_far", needed=4, left=3)
    assert city.when(MoveDragon(card, "courtyard")).refused is None


@pytest.mark.parametrize(("card", "dragon"), MARCHES)
def test_c3_3_value_2_works_only_if_the_dragon_is_in_the_city(
    card: DragonCard, dragon: Dragon
) -> None:
    given().hand(0, card).when(MoveDragon(card, "palace")).refuses("dragon_outside", dragon=dragon)


def test_c3_3_a_dragon_may_be_moved_by_several_cards() -> None:
    moved = (
        given()
        .hand(0, "vulca-1", "vulca-2", "vulca-2")
        .when(
            MoveDragon("vulca-1", "aqueduct"),
            MoveDragon("vulca-2", "courtyard"),
            MoveDragon("vulca-2", "mill"),
        )
    )
    assert moved.state.dragons.red == "mill"


def test_c3_3_the_card_must_be_held() -> None:
    given().hand(0, "vulca-2").when(MoveDragon("vulca-1", "mill")).refuses(
        "not_in_hand", card="vulca-1", needed=1, held=0
    )


def test_c3_4_dragons_may_stand_on_the_courtyard_and_on_finished_buildings() -> None:
    city = given().hand(0, "vulca-1", "terrah-1").finished("palace")
    moved = city.when(MoveDragon("vulca-1", "courtyard"), MoveDragon("terrah-1", "palace"))
    assert moved.state.dragons.red == "courtyard"
    assert moved.state.dragons.green == "palace"


def test_c3_4_any_number_of_dragons_share_a_tile() -> None:
    city = given().hand(0, "vulca-1", "terrah-1", "aqua-1").figure(1, "mill")
    moved = city.when(
        MoveDragon("vulca-1", "mill"), MoveDragon("terrah-1", "mill"), MoveDragon("aqua-1", "mill")
    )
    dragons = moved.state.dragons
    assert (dragons.red, dragons.green, dragons.blue) == ("mill", "mill", "mill")


def test_c3_4_every_tile_is_a_legal_target() -> None:
    listed = given().hand(0, "aqua-1").legal()
    targets = [action.to for action in listed if isinstance(action, MoveDragon)]
    assert sorted(targets) == sorted(EVERY_TILE)


def test_c3_4_a_tile_that_is_not_in_this_city_is_refused() -> None:
    given().hand(0, "aqua-1").when(MoveDragon("aqua-1", "theatre")).refuses(
        "no_such_tile", tile="theatre"
    )


@pytest.mark.parametrize(("card", "power"), POWERS)
def test_c3_5_a_card_used_for_its_power_is_discarded(card: Card, power: PlayAction) -> None:
    used = dragons_on("courtyard").hand(0, card).when(power)
    assert used.seat(0).hand == ()
    assert used.state.discard == (card,)


def test_c3_5_a_card_used_for_its_power_cannot_pay() -> None:
    used = given().hand(0, "flit-2").figure(0, "monastery_tower").when(Hasten())
    used.when(Contribute(1, ("flit-2",))).refuses("not_in_hand", card="flit-2", held=0)


@pytest.mark.parametrize("card", ["flit-3", "vulca-3", "terrah-3", "aqua-3"])
def test_c3_5_value_3_has_no_power(card: Card) -> None:
    city = dragons_on("courtyard").hand(0, card)
    assert {type(action) for action in city.legal()} == {Walk, Discard, Draw}


@pytest.mark.parametrize("card", ["vulca-3", "terrah-3", "aqua-3", "flit-1", "khind-1"])
def test_c3_5_no_other_card_can_move_a_dragon(card: Card) -> None:
    encoded = msgspec.json.encode({"type": "move_dragon", "card": card, "to": "mill"})
    with pytest.raises(msgspec.ValidationError, match="card"):
        msgspec.json.decode(encoded, type=MoveDragon)


@pytest.mark.parametrize(("card", "power"), POWERS)
def test_c3_5_powers_work_in_the_movement_phase_only(card: Card, power: PlayAction) -> None:
    for phase in ("contribution", "draw"):
        city = dragons_on("courtyard").hand(0, card).turn(0, phase=phase)
        city.when(power).refuses("wrong_phase", expected="movement", phase=phase)


def test_c3_5_a_card_with_a_power_may_be_discarded_for_the_draw() -> None:
    given().hand(0, "flit-1").when(Discard("flit-1")).then(CardDiscarded(0, "flit-1"))
