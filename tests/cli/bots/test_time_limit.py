"""A planner's time limit follows the clock and restarts with each decision."""

from cli.bots.time_limit import time_limit
from games.city.builder import builder_bot
from games.city.planner import Planner
from games.city.plugin import PLUGIN
from games.city.rulebook import CITY
from games.playout import Playout, play_out
from schemas.city.options import CityOptions

MILLISECOND = 1_000_000


def test_time_limit_starts_with_each_decision() -> None:
    now = 0
    may_continue = time_limit(5, clock=lambda: now)
    now = 100 * MILLISECOND
    assert may_continue(0)
    now += 4 * MILLISECOND
    assert may_continue(1)
    now += 1 * MILLISECOND
    assert not may_continue(2)
    assert may_continue(0), "the next decision"


def test_zero_time_allows_no_playout() -> None:
    assert not time_limit(0)(0)


def test_timed_planner_plays_a_complete_game() -> None:
    players = (("Amber", PLUGIN.timed_bots["planner"](time_limit(1))), ("Basalt", builder_bot))
    *_, (_, position) = play_out(Playout(CITY, CityOptions(2), players, "clock", "g"))
    assert isinstance(players[0][1], Planner)
    assert position.table is not None
    assert position.table.stage == "over"
