"""A planner's time is up when the clock says so, and starts anew with each decision."""

from cli.thinking import planner_with, time_limit
from games.city.builder import builder_bot
from games.city.game import CITY
from games.city.planner import Planner
from games.playout import Playout, play_out
from schemas.city import CityOptions

MILLISECOND = 1_000_000


def test_a_decision_has_its_time_from_the_moment_it_begins() -> None:
    now = 0
    may_go_on = time_limit(5, clock=lambda: now)
    now = 100 * MILLISECOND
    assert may_go_on(0)
    now += 4 * MILLISECOND
    assert may_go_on(1)
    now += 1 * MILLISECOND
    assert not may_go_on(2)
    assert may_go_on(0), "the next decision"


def test_no_time_is_no_thinking() -> None:
    assert not time_limit(0)(0)


def test_a_planner_with_a_clock_plays_whole_games() -> None:
    players = (("Amber", planner_with(1)), ("Basalt", builder_bot))
    *_, (_, position) = play_out(Playout(CITY, CityOptions(2), players, "clock", "g"))
    assert isinstance(players[0][1], Planner)
    assert position.table is not None
    assert position.table.stage == "over"
