"""Plans for a turn: each can be followed to its end, and none that matters is missing."""

from games.bots import random_bot
from games.city.apprentice import follow
from games.city.plans import plans
from games.city.rulebook import CITY
from games.dice import Dice
from games.playout import Playout, play_out
from schemas.city.actions import Contribute, Fly, Hasten, MoveDragon, Offer, Walk
from schemas.city.options import CityOptions
from tests.games.city.given import Given, given

DICE = Dice.of_text("plans")


def _plans(city: Given) -> list[tuple[object, ...]]:
    return list(plans(city.state, DICE))


def test_every_plan_of_a_random_game_can_be_followed() -> None:
    players = tuple((f"seat {seat}", random_bot) for seat in range(2))
    options = CityOptions(2, expansions=(1, 2))
    followed = 0
    for _, position in play_out(Playout(CITY, options, players, "plans", "g")):
        play = position.table.play if position.table else None
        if play is None or play.over or position.seq % 5 or followed > 2_000:
            continue
        if play.turn.phase != "draw":
            for plan in plans(play, DICE):
                follow(play, plan, DICE)
                followed += 1
    assert followed > 1_000


def test_doing_nothing_is_a_plan() -> None:
    assert () in _plans(given(2))


def test_plans_contribute_with_and_without_pulling_dragons() -> None:
    city = given(2).figure(0, "citadel").hand(0, "vulca-3", "vulca-3", "terrah-1").turn(steps=0)
    contribution = Contribute(0, ("vulca-3", "vulca-3"))
    pull = MoveDragon("terrah-1", "citadel")
    assert _plans(city) == [(), (contribution,), (pull, contribution)]


def test_plans_use_flits_for_tiles_out_of_walking_range() -> None:
    city = given(2).place("mill", 0, 1).place("citadel", 4, 3).figure(0, "mill")
    city = city.hand(0, "flit-1", "flit-2", "vulca-3", "vulca-3").crystals(0, 7)
    plans = _plans(city)
    assert (Hasten(), Walk("courtyard"), Offer()) in plans
    assert (Fly("courtyard"), Offer()) in plans
    assert (Fly("citadel"), Contribute(0, ("vulca-3", "vulca-3"))) in plans
    assert (Walk("courtyard"), Offer()) not in plans


def test_plans_have_each_number_of_offerings() -> None:
    city = given(2).crystals(0, 15).hand(0, "pillar-1").turn(steps=0)
    assert _plans(city) == [(), (Offer(),), (Offer(), Offer("pillar-1"))]
