"""Set-up (C1), and who may see what."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st
from msgspec.structs import replace

from games import table as tables
from games.city.components import BUILDINGS
from games.city.options import whole_deck
from games.city.rulebook import CITY
from games.dice import Dice
from games.illegal_action import IllegalActionError
from schemas.city.actions import Contribute, Discard, Draw, Offer
from schemas.city.events import (
    AsideTaken,
    CardDiscarded,
    CardsDrawn,
    CardsSetAside,
    CityFounded,
    DeckShuffled,
    HandDealt,
    OfferingMade,
    TurnBegan,
    TurnEnded,
)
from schemas.city.options import CardSplit, CityOptions
from schemas.city.state import CityState, Dragons, SeatState
from schemas.redaction import SPECTATOR, Viewer, redact
from schemas.table import SYSTEM, AnyTable, OpenTable, StartGame, TakeSeat
from tests.games.city.given import given

CORNERS = {0, 4, 20, 24}
SEED = "5e" * 32
players = st.integers(2, 4)
chances = st.integers(0, 10_000).map(lambda number: Dice.of_text(f"founding {number}"))


def found_city(dice: Dice, count: int = 3, **options: Any) -> CityState:
    return setup(dice, count, **options)[1]


def setup(dice: Dice, count: int = 3, **options: Any) -> tuple[tuple[Any, ...], CityState]:
    events, state = CITY.setup(CITY.initial(CityOptions(count, **options)), dice)
    assert CITY.broken_laws(state) == ()
    return events, state


# Set-up


@for_all(chances, players)
def test_c1_1_twenty_one_cells_with_the_courtyard_temples_and_palace_in_place(
    dice: Dice, count: int
) -> None:
    layout = found_city(dice, count).layout
    rows = [layout[start : start + 5] for start in range(0, 25, 5)]
    assert {cell for cell, tile in enumerate(layout) if tile is None} == CORNERS
    assert rows[2][2] == "courtyard"
    assert rows[1][2] == "fire_temple"
    assert rows[3][2] == "earth_temple"
    assert rows[2][1] == "water_temple"
    assert rows[2][3] == "palace"
    assert Counter(layout) - Counter([None] * 4) == Counter(["courtyard", *BUILDINGS[:20]])


@for_all(chances)
def test_c1_1_all_buildings_are_unfinished_and_empty(dice: Dice) -> None:
    state = found_city(dice)
    for tile, site in zip(state.layout, state.sites, strict=True):
        if tile is None or tile == "courtyard":
            assert site is None
        else:
            assert site is not None
            assert not site.finished
            assert set(site.stones) == {None}


def test_c1_1_the_other_sixteen_buildings_are_shuffled() -> None:
    layouts = {found_city(Dice.of_text(f"{number}")).layout for number in range(50)}
    assert len(layouts) == 50
    cells_of_the_mill = {layout.index("mill") for layout in layouts}
    assert len(cells_of_the_mill) > 10


@for_all(chances)
def test_c1_2_all_random_fixes_only_the_courtyard(dice: Dice) -> None:
    layout = found_city(dice, random_city=True).layout
    assert layout[12] == "courtyard"
    assert {cell for cell, tile in enumerate(layout) if tile is None} == CORNERS
    assert set(layout) - {None, "courtyard"} == set(BUILDINGS[:20])


def test_c1_2_all_random_shuffles_the_temples_and_the_palace_too() -> None:
    layouts = [found_city(Dice.of_text(f"{n}"), random_city=True).layout for n in range(50)]
    for tile in BUILDINGS[:20]:
        assert len({layout.index(tile) for layout in layouts}) > 10


@for_all(chances, players)
def test_c1_3_each_seat_has_a_figure_on_the_courtyard_ten_stones_and_eight_cards(
    dice: Dice, count: int
) -> None:
    state = found_city(dice, count)
    assert len(state.seats) == count
    for number, seat in enumerate(state.seats):
        assert seat == SeatState(number, seat.hand, stones=10, figure="courtyard")
        assert len(seat.hand) == 8


@for_all(chances, players)
def test_c1_3_the_rest_is_the_deck_and_the_discard_pile_is_empty(dice: Dice, count: int) -> None:
    state = found_city(dice, count)
    assert len(state.deck) == 80 - 8 * count
    assert state.discard == ()


def test_c1_3_the_deck_is_shuffled_before_hands_are_dealt() -> None:
    deals = {found_city(Dice.of_text(f"{number}")).seats[0].hand for number in range(50)}
    assert len(deals) == 50


@for_all(chances, players, st.sampled_from([(3, 4, 3), (3, 5, 2), (4, 4, 2), (4, 3, 3)]))
def test_c1_4_hands_and_deck_are_the_80_cards_of_the_split(
    dice: Dice, count: int, split: tuple[int, int, int]
) -> None:
    state = found_city(dice, count, split=CardSplit(*split))
    dealt = Counter(state.deck)
    for seat in state.seats:
        dealt += Counter(seat.hand)
    assert dealt == Counter(whole_deck(CardSplit(*split)))
    assert dealt.total() == 80
    assert dealt["khind-1"] == 10
    assert (dealt["hoax-1"], dealt["hoax-2"], dealt["hoax-3"]) == split


def test_c1_4_a_split_that_does_not_make_ten_cards_is_refused() -> None:
    with pytest.raises(IllegalActionError) as refused:
        CITY.seats(CityOptions(3, split=CardSplit(3, 3, 3)))
    assert refused.value.code == "bad_options"
    assert refused.value.detail == {"field": "split", "expected": 10, "given": 9}


@pytest.mark.parametrize(("count", "scales"), [(2, 9), (3, 12), (4, 15)])
def test_c1_5_all_scales_are_in_the_supply(count: int, scales: int) -> None:
    state = found_city(Dice.of_text("scales"), count)
    assert state.supply == scales
    assert [seat.scales for seat in state.seats] == [0] * count


def test_c1_5_crystals_are_unlimited() -> None:
    """The printed tokens add up to 96 or 80, but a seat never has to wait for one."""
    rich = given(players=2).crystals(0, 1000).figure(0, "citadel")
    scored = rich.hand(0, "vulca-3", "vulca-2").when(Contribute(0, ("vulca-3", "vulca-2")))
    assert scored.seat(0).crystals == 1001


@for_all(chances, players)
def test_c1_6_the_dragons_start_outside_the_city(dice: Dice, count: int) -> None:
    assert found_city(dice, count).dragons == Dragons(red=None, green=None, blue=None)


@pytest.mark.parametrize("count", [3, 4])
def test_c1_7_the_obelisk_bottom_up(count: int) -> None:
    costs = []
    for offerings_made in range(13):
        stones = [1 + number % (count - 1) for number in range(offerings_made)]
        offering = given(count).obelisk(*stones).crystals(0, 12).when(Offer())
        costs.append(offering.events_of(OfferingMade)[0].crystals)
    assert costs == [7, 7, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12]


def test_c1_7_with_two_seats_the_two_outer_7s_are_blocked() -> None:
    costs = []
    for offerings_made in range(11):
        stones = (0, 1) * 5
        offering = given(2).obelisk(*stones[:offerings_made]).crystals(0, 12).when(Offer())
        costs.append(offering.events_of(OfferingMade)[0].crystals)
    assert costs == [7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12]


@pytest.mark.parametrize("count", [2, 3, 4])
def test_c1_8_the_start_seat_is_random(count: int) -> None:
    starts = Counter(found_city(Dice.of_text(f"{n}"), count).turn.seat for n in range(100))
    assert set(starts) == set(range(count))
    assert min(starts.values()) > 100 / count / 2


@for_all(chances, players)
def test_c1_8_turns_go_clockwise_by_seat(dice: Dice, count: int) -> None:
    events, state = setup(dice, count)
    start = next(event.start for event in events if isinstance(event, CityFounded))
    assert events[-1] == TurnBegan(start, 1)
    for number in range(2 * count):
        assert state.turn.seat == (start + number) % count
        assert CITY.to_act(state) == (state.turn.seat,)
        turn_events, state = CITY.decide(state, state.turn.seat, Draw(), dice)
        assert turn_events[-2:] == (
            TurnEnded((start + number) % count),
            TurnBegan((start + number + 1) % count, number + 2),
        )


# Who sees what


def table_of(play: CityState) -> AnyTable:
    """A running table with this state."""
    _, table = tables.decide(CITY, None, SYSTEM, OpenTable("city", play.options), SEED)
    for seat in range(play.options.players):
        _, table = tables.decide(CITY, table, seat, TakeSeat(f"player-{seat}"), "")
    _, table = tables.decide(CITY, table, SYSTEM, StartGame(), "")
    return replace(table, play=play)


def busy_view(viewer: Viewer) -> Any:
    """The viewer's view of the busy city below."""
    return tables.view(table_of(BUSY.state), viewer).play


BUSY = (
    given(players=3)
    .hand(0, "aqua-1", "aqua-2", "khind-1")
    .hand(1, "flit-1", "hoax-3")
    .aside(0, "vulca-3", "pillar-2")
    .discard("mimix-1", "terrah-2")
    .figure(1, "mill")
    .dragon("red", "library")
    .crystals(0, 12)
    .crystals(1, 7)
    .scales(5, 4, 2)
    .stones_on("university", None, 1)
    .finished("fire_temple")
    .obelisk(0, 2)
)
VIEWERS: list[Viewer] = [0, 1, 2, SPECTATOR]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_c1_9_everything_on_the_table_is_public(viewer: Viewer) -> None:
    """City, stones, figures, dragons, scales, supply, obelisk and the discard pile."""
    state = BUSY.state
    view = busy_view(viewer)
    for name in ("layout", "sites", "dragons", "supply", "obelisk", "discard", "turn", "options"):
        assert getattr(view, name) == getattr(state, name), name
    for seat, shown in zip(state.seats, view.seats, strict=True):
        for name in ("seat", "stones", "scales", "offerings", "figure", "declared", "out"):
            assert getattr(shown, name) == getattr(seat, name), name


@pytest.mark.parametrize("viewer", VIEWERS)
def test_c1_9_the_numbers_of_cards_in_hands_deck_and_aside_are_public(viewer: Viewer) -> None:
    view = busy_view(viewer)
    assert view.deck == 80 - 3 - 2 - 2 - 2
    hands = [seat.hand for seat in view.seats]
    assert [hand if isinstance(hand, int) else len(hand) for hand in hands] == [3, 2, 0]
    assert [seat.aside for seat in view.seats] == [2, 0, 0]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_c1_9_hands_and_crystals_are_visible_only_to_their_owner(viewer: Viewer) -> None:
    state = BUSY.state
    view = busy_view(viewer)
    for seat, shown in zip(state.seats, view.seats, strict=True):
        if seat.seat == viewer:
            assert shown.hand == seat.hand
            assert shown.crystals == seat.crystals
        else:
            assert shown.hand == len(seat.hand)
            assert shown.crystals is None


def test_c1_9_cards_set_aside_are_hidden_from_their_owner_too() -> None:
    for viewer in VIEWERS:
        assert busy_view(viewer).seats[0].aside == 2
        won: Any = redact(CardsSetAside(0, ("vulca-3", "pillar-2")), viewer)
        assert won.cards == 2


@pytest.mark.parametrize("viewer", VIEWERS)
def test_c1_9_the_order_of_the_deck_is_hidden_in_events(viewer: Viewer) -> None:
    founded, *_ = setup(Dice.of_text("deck"))[0]
    redacted: Any = redact(founded, viewer)
    assert redacted.deck == 80
    assert redacted.layout == founded.layout
    shuffled: Any = redact(DeckShuffled(("aqua-1", "flit-2")), viewer)
    assert shuffled.order == 2


@pytest.mark.parametrize("kind", [HandDealt, CardsDrawn, AsideTaken])
def test_c1_9_cards_taken_into_a_hand_are_visible_only_to_their_owner(kind: Any) -> None:
    event = kind(1, ("aqua-1", "flit-2"))
    for viewer in VIEWERS:
        redacted: Any = redact(event, viewer)
        assert redacted.cards == (("aqua-1", "flit-2") if viewer == 1 else 2)


def test_c1_9_the_seed_of_the_dice_is_hidden() -> None:
    for viewer in VIEWERS:
        assert tables.view(table_of(BUSY.state), viewer).seed is None


def test_c1_9_a_turn_shows_others_only_the_discarded_card() -> None:
    table = table_of(BUSY.state)
    redacted: list[Any] = []
    for action in (Discard("aqua-1"), Draw()):
        events, table = tables.decide(CITY, table, 0, action, "")
        redacted += [redact(event, 1) for event in events]
    assert redacted == [
        CardDiscarded(0, "aqua-1"),
        CardsDrawn(0, 3),  # type: ignore[arg-type]
        AsideTaken(0, 2),  # type: ignore[arg-type]
        TurnEnded(0),
        TurnBegan(1, 2),
    ]


def test_c1_9_everything_is_visible_when_the_game_is_over() -> None:
    ending = BUSY.obelisk(0, 0, 0, 0).turn(0).crystals(0, 40)
    _, table = tables.decide(CITY, table_of(ending.state), 0, Offer(), "")
    assert table.stage == "over"
    assert tables.view(table, SPECTATOR) == table
