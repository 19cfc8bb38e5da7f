"""The apprentice plays whole turns by the rules and finishes its games."""

import pytest

from games.city.apprentice import exchange, play_turn
from games.city.rulebook import CITY
from games.dice import Dice
from schemas.city.actions import Discard
from schemas.city.options import CityOptions
from schemas.city.state import CityState
from tests.games.city.given import given

TURNS_MAX = 90


def _game(options: CityOptions, name: str) -> CityState:
    dice = Dice.of_text(name)
    state: CityState
    _, state = CITY.setup(CITY.initial(options), dice)
    while not state.over:
        before = state.turn.number
        state = play_turn(state, dice)
        assert CITY.broken_laws(state) == ()
        assert state.over or state.turn.number == before + 1
        assert before < TURNS_MAX
    return state


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize(
    "options",
    [
        CityOptions(2),
        CityOptions(3, random_city=True, expansions=(1,)),
        CityOptions(4, expansions=(1, 2)),
    ],
)
def test_apprentices_finish_their_games(options: CityOptions, number: int) -> None:
    end = _game(options, f"apprentices {number}")
    assert max(seat.offerings for seat in end.seats) >= 3


def test_it_finishes_a_turn_that_has_begun() -> None:
    city = given(2).figure(0, "citadel").hand(0, "vulca-3", "vulca-3").turn(phase="contribution")
    after = play_turn(city.state, Dice.of_text("begun"))
    site = after.sites[after.layout.index("citadel")]
    assert site is not None
    assert site.finished
    assert after.turn.seat == 1


def test_it_does_its_duty_in_the_finished_city() -> None:
    city = given(2).all_finished().place("mill", 1, 2).figure(0, "mill").crystals(0, 8)
    after = play_turn(city.crystals(1, 8).state, Dice.of_text("duty"))
    assert after.obelisk == (0,)


def test_it_exchanges_cards_that_no_box_needs() -> None:
    city = given(2).all_finished(but=("citadel",)).hand(0, "vulca-3", "pillar-3", "khind-1")
    assert exchange(city.state, city.state.seats[0]) == (Discard("pillar-3"), Discard("khind-1"))
