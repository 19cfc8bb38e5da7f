"""Figures for viewers match what the rules then do."""

from typing import Any

import pytest

from games.bots import random_bot
from games.city.figures import figures
from games.city.rulebook import CITY
from games.playout import Playout, play_out
from schemas.city.actions import Offer
from schemas.city.events import CardsDrawn, OfferingMade, RewardGained, ScalesGained, StonePlaced
from schemas.city.figures import CityFigures, OfferingCost, SiteFigures
from schemas.city.options import CityOptions, Reward, TileNumbers
from schemas.city.state import CityState
from tests.games.city.given import given


def site(city_figures: CityFigures, tile: str) -> SiteFigures:
    (site_figures,) = (
        site_figures for site_figures in city_figures.sites if site_figures.tile == tile
    )
    return site_figures


@pytest.mark.parametrize("players", [2, 3, 4])
def test_figures_predict_the_events_of_a_whole_game(players: int) -> None:
    options = CityOptions(players, expansions=(1, 2))
    bots = tuple((f"player-{seat}", random_bot) for seat in range(players))
    before: CityState | None = None
    counts = dict.fromkeys(("offering", "scales", "draw", "score"), 0)
    for commit, position in play_out(Playout(CITY, options, bots, "figures", "figures")):
        assert position.table is not None
        if before is not None:
            for kind in _check_predictions(figures(before), before, commit.events):
                counts[kind] += 1
        before = position.table.play
    assert min(counts.values()) > 0, counts


def _check_predictions(
    expected: CityFigures, state: CityState, events: tuple[Any, ...]
) -> list[str]:
    """Return the kinds of events that the figures predicted, and check the predictions."""
    confirmed = []
    for event in events:
        match event:
            case OfferingMade():
                assert OfferingCost(event.pillar, event.crystals) in expected.offering_costs
                confirmed.append("offering")
            case ScalesGained():
                assert event.scales == site(expected, event.tile).dragons
                confirmed.append("scales")
            case CardsDrawn() if event.seat == state.turn.seat:
                drawn = [e for e in events if isinstance(e, CardsDrawn) and e.seat == event.seat]
                assert sum(len(e.cards) for e in drawn) <= expected.draws
                confirmed.append("draw")
            case _:
                pass
    placed = [event for event in events if isinstance(event, StonePlaced)]
    gained = [event for event in events if isinstance(event, RewardGained)]
    if gained:
        (stone,) = placed
        after = state
        for event in events[: events.index(gained[0])]:
            after = CITY.evolve(after, event)
        shares = site(figures(after), stone.tile).shares
        for share in shares:
            own = [event.reward for event in gained if event.seat == share.seat]
            assert share.crystals == sum(reward.crystals for reward in own)
            assert share.cards == sum(reward.cards for reward in own)
            assert share.scales == sum(reward.scales for reward in own)
        assert {share.seat for share in shares} == {event.seat for event in gained}
        confirmed.append("score")
    return confirmed


def test_boxes_and_rewards_are_those_of_the_table() -> None:
    changed = TileNumbers("mill", boxes=(4, 1, 1), star=Reward(crystals=5))
    city_figures = figures(given(tiles=(changed,)).state)
    mill = site(city_figures, "mill")
    assert [(box.colour, box.value) for box in mill.boxes] == [("red", 4), ("red", 1), ("red", 1)]
    assert mill.star == Reward(crystals=5)
    assert site(city_figures, "palace").boxes[0].colour is None
    assert len(city_figures.sites) == 20


def test_c5_1_shares_are_computed_from_the_stones_on_the_building() -> None:
    city = given(3).beside("library", "thermae").finished("thermae")
    city_figures = figures(city.stones_on("library", 1, None, 2).state)
    assert [
        (s.seat, s.star, s.crystals, s.cards, s.scales)
        for s in site(city_figures, "library").shares
    ] == [(1, True, 5, 0, 0), (2, False, 3, 0, 0)]
    assert site(city_figures, "thermae").shares == ()


def test_c7_the_cost_of_an_offering_depends_on_where_the_figure_stands() -> None:
    city = given(3, expansions=(2,)).obelisk(1, 1, 2, 2)
    assert figures(city.state).offering_costs == (OfferingCost(None, 8),)
    assert figures(city.figure(0, "golden_temple").state).offering_costs == (OfferingCost(None, 9),)
    assert figures(city.figure(0, "mill").state).offering_costs == ()
    further = city.turn(0, phase="contribution", offerings=1)
    assert figures(further.state).offering_costs == (
        OfferingCost("pillar-1", 9),
        OfferingCost("pillar-2", 10),
    )


def test_c7_4_figures_show_what_each_seat_needs_to_win() -> None:
    city_figures = figures(given(4).obelisk(0, 0, 1).state)
    assert city_figures.offerings_to_win == 4
    assert [(s.offerings_left, s.crystals_to_win) for s in city_figures.seats] == [
        (2, 7 + 8),
        (3, 7 + 8 + 8),
        (4, 7 + 8 + 8 + 9),
        (4, 7 + 8 + 8 + 9),
    ]


def test_c7_4_a_full_obelisk_has_no_cost() -> None:
    """The winning offering may take the last space."""
    city = given(4).crystals(0, 12).obelisk(0, 0, 0, *(1, 2, 3) * 3)
    won = city.when(Offer())
    assert won.state.over
    city_figures = figures(won.state)
    assert (city_figures.obelisk_cost, city_figures.offering_costs) == (None, ())
    assert city_figures.seats[0].crystals_to_win == 0
    assert city_figures.seats[1].crystals_to_win is None


def test_c6_2_figures_show_what_each_seats_scales_are_worth() -> None:
    city_figures = figures(given(3).scales(4, 3, 1).state)
    assert [seat.scale_crystals for seat in city_figures.seats] == [6, 3, 0]
