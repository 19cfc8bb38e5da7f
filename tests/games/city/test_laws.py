"""Conservation laws of the city: each is broken here on purpose, and must be named."""

import pytest
from msgspec.structs import replace

from games.city.rulebook import CITY
from schemas.city.options import CityOptions
from schemas.city.state import CityState, SeatState
from tests.games.city.given import given

CITY_STATE = (
    given(3)
    .hand(0, "hoax-1", "hoax-2")
    .aside(1, "aqua-3")
    .discard("flit-1")
    .scales(3, 2, 1)
    .stones_on("library", 0, 1, None)
    .obelisk(0, 2)
    .crystals(1, 4)
    .state
)


def with_seat(seat: int, **changes: object) -> CityState:
    seats = list(CITY_STATE.seats)
    seats[seat] = replace(CITY_STATE.seats[seat], **changes)
    return replace(CITY_STATE, seats=tuple(seats))


def seat_of(seat: int) -> SeatState:
    return CITY_STATE.seats[seat]


def test_a_valid_city_breaks_no_law() -> None:
    assert CITY.broken_laws(CITY_STATE) == ()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_initial_state_breaks_no_law(players: int) -> None:
    assert CITY.broken_laws(CITY.initial(CityOptions(players))) == ()


@pytest.mark.parametrize(
    ("state", "law"),
    [
        pytest.param(
            with_seat(0, hand=("hoax-1",)), "cards: lost {'hoax-2': 1}, made {}", id="hand"
        ),
        pytest.param(with_seat(1, aside=()), "cards: lost {'aqua-3': 1}, made {}", id="aside"),
        pytest.param(
            replace(CITY_STATE, discard=("flit-1", "khind-1")),
            "cards: lost {}, made {'khind-1': 1}",
            id="discard",
        ),
        pytest.param(
            replace(CITY_STATE, deck=("pillar-3", *CITY_STATE.deck[1:])),
            f"cards: lost {{'{CITY_STATE.deck[0]}': 1}}, made {{'pillar-3': 1}}",
            id="deck",
        ),
        pytest.param(
            with_seat(1, stones=seat_of(1).stones + 1),
            "stones: seat 1 has 11 with 10 to place, expected 10",
            id="stone too many",
        ),
        pytest.param(
            with_seat(2, stones=seat_of(2).stones - 1),
            "stones: seat 2 has 9 with 8 to place, expected 10",
            id="stone lost",
        ),
        pytest.param(
            with_seat(0, offerings=2), "offerings: seat 0 counts 2, the obelisk shows 1", id="count"
        ),
        pytest.param(
            replace(CITY_STATE, supply=7), "scales: 13 with 7 in the supply, expected 12", id="made"
        ),
        pytest.param(
            with_seat(2, scales=0), "scales: 11 with 6 in the supply, expected 12", id="lost"
        ),
        pytest.param(with_seat(1, crystals=-1), "crystals: seat 1 has -1", id="debt"),
    ],
)
def test_a_broken_law_is_named(state: CityState, law: str) -> None:
    assert CITY.broken_laws(state) == (law,)


def test_no_stones_below_zero() -> None:
    """A seat has eleven stones on buildings and minus one left to place."""
    owners = given(3).stones_left(0, 0).state
    cell = next(cell for cell, site in enumerate(owners.sites) if site and None in site.stones)
    site = owners.sites[cell]
    assert site is not None
    box = site.stones.index(None)
    fuller = replace(site, stones=(*site.stones[:box], 0, *site.stones[box + 1 :]))
    state = replace(
        owners,
        sites=(*owners.sites[:cell], fuller, *owners.sites[cell + 1 :]),
        seats=(replace(owners.seats[0], stones=-1), *owners.seats[1:]),
    )

    assert CITY.broken_laws(state) == ("stones: seat 0 has 10 with -1 to place, expected 10",)


def test_no_scales_below_zero() -> None:
    state = replace(
        CITY_STATE, supply=-1, seats=(replace(seat_of(0), scales=10), *CITY_STATE.seats[1:])
    )

    assert CITY.broken_laws(state) == ("scales: 12 with -1 in the supply, expected 12",)


@pytest.mark.parametrize(("players", "spaces"), [(2, 11), (3, 13), (4, 13)])
def test_no_more_stones_on_the_obelisk_than_it_has_spaces(players: int, spaces: int) -> None:
    owners = [number % players for number in range(spaces)]
    full = given(players).obelisk(*owners).state
    assert CITY.broken_laws(full) == ()

    seat = full.seats[1]
    seat = replace(seat, stones=seat.stones - 1, offerings=seat.offerings + 1)
    fuller = replace(full, obelisk=(*full.obelisk, 1), seats=(full.seats[0], seat, *full.seats[2:]))

    assert CITY.broken_laws(fuller) == (f"obelisk: {spaces + 1} stones on {spaces} spaces",)


def test_every_broken_law_is_named() -> None:
    state = replace(CITY_STATE, discard=(), supply=0)

    assert [law.split(":")[0] for law in CITY.broken_laws(state)] == ["cards", "scales"]
