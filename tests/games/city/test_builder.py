"""The builder bot plays by the rules, beats random bots and finishes its games."""

from typing import Any

import pytest

from games import table as tables
from games.bots import Bot, playouts, random_bot
from games.city.bots import BOTS
from games.city.builder import builder_bot
from games.city.grid import distance
from games.city.planner import Planner
from games.city.rulebook import CITY
from games.playout import Playout, play_out
from schemas.city.actions import (
    Contribute,
    DeclareStalemate,
    Discard,
    Fly,
    MoveDragon,
    Offer,
    PlayAction,
    Walk,
)
from schemas.city.events import DragonMoved, StonePlaced, TurnEnded
from schemas.city.options import CityOptions
from schemas.city.terms import Card, Tile
from schemas.table import AnyTable, Table
from tests.games.city.given import Given, Outcome, given

CITIES: tuple[dict[str, Any], ...] = (
    {},
    {"expansions": (1, 2)},
    {"random_city": True, "expansions": (2,)},
)


def _no_pick(_limit: int) -> int:
    raise AssertionError("the builder picked an action at random")


def _deterministic_builder(view: AnyTable, seat: int, legal: tuple[Any, ...], _pick: object) -> Any:
    """The builder. It fails if it would pick an action at random."""
    return builder_bot(view, seat, legal, _no_pick)


def _choice(city: Given | Outcome) -> PlayAction:
    """The builder's action, chosen from the view of the acting seat."""
    state = city.state
    hidden = "0" * 64
    table: AnyTable = Table(CITY.game, CITY.rules, state.options, hidden, hidden, (), play=state)
    seat = state.turn.seat
    return builder_bot(tables.view(table, seat), seat, city.legal(), _no_pick)


def _end(options: CityOptions, bots: tuple[Bot, ...], seed: str) -> AnyTable:
    players = tuple((f"seat {seat}", bot) for seat, bot in enumerate(bots))
    *_, (_, position) = play_out(Playout(CITY, options, players, seed, "g"))
    assert position.table is not None
    return position.table


def _wins_among_random(players: int, games: int) -> int:
    """How many games a single builder wins, in a different seat each game."""
    wins = 0
    for game in range(games):
        seat = game % players
        bots = tuple(_deterministic_builder if s == seat else random_bot for s in range(players))
        table = _end(CityOptions(players), bots, f"builder {players} {game}")
        wins += table.results[seat].won
    return wins


@pytest.mark.parametrize(("players", "games"), [(2, 20), (3, 6), (4, 4)])
def test_the_builder_beats_random_bots(players: int, games: int) -> None:
    assert _wins_among_random(players, games) >= games - 1


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_between_builders_end_at_the_obelisk(players: int, city: dict[str, Any]) -> None:
    table = _end(CityOptions(players, **city), (_deterministic_builder,) * players, "obelisk")
    assert table.play is not None
    assert table.reason == "obelisk"
    assert 20 <= table.play.turn.number <= 80


def test_the_same_seed_gives_the_same_game() -> None:
    options = CityOptions(2, expansions=(1, 2))
    players = (("one", builder_bot), ("other", builder_bot))
    playout = Playout(CITY, options, players, "same", "g")
    first, second = ([commit.hash for commit, _ in play_out(playout)] for _ in range(2))
    assert first == second


def test_bots_are_registered_by_name() -> None:
    assert BOTS["random"] is random_bot
    assert BOTS["builder"] is builder_bot


def test_it_finishes_the_building_in_reach_that_pays_most() -> None:
    city = given(2).beside("courtyard", "citadel").beside("citadel", "library").finished("library")
    city = city.hand(0, "vulca-3", "vulca-3", "hoax-3")
    assert _choice(city) == Walk("citadel")
    assert _choice(city.figure(0, "citadel")) == Contribute(0, ("vulca-3", "vulca-3"))


def test_it_pulls_a_dragon_with_a_card_it_can_spare() -> None:
    city = given(2).figure(0, "citadel").hand(0, "vulca-3", "vulca-3", "terrah-1")
    assert _choice(city.turn(steps=0)) == MoveDragon("terrah-1", "citadel")


def test_it_keeps_a_dragon_card_that_it_pays_with() -> None:
    city = given(2).figure(0, "citadel").hand(0, "vulca-3", "vulca-1", "vulca-1")
    assert _choice(city.turn(steps=0)) == Contribute(0, ("vulca-1", "vulca-1", "vulca-3"))


def test_it_offers_when_it_can_pay() -> None:
    assert _choice(given(2).crystals(0, 7)) == Offer()


def test_it_makes_one_more_offering_with_a_pillar() -> None:
    city = given(2).crystals(0, 8).hand(0, "pillar-1").obelisk(0)
    city = city.turn(phase="contribution", offerings=1)
    assert _choice(city) == Offer("pillar-1")


def test_it_flies_to_the_courtyard_to_win() -> None:
    city = given(2).place("mill", 0, 1).figure(0, "mill").hand(0, "flit-1", "terrah-3")
    assert _choice(city.obelisk(0, 0, 0, 0, 0).crystals(0, 12)) == Fly("courtyard")


def test_it_keeps_its_last_stone_unless_it_wins() -> None:
    city = given(2).crystals(0, 20).stones_left(0, 1)
    assert not isinstance(_choice(city.obelisk(0, 0, 0)), Offer)
    assert _choice(city.obelisk(0, 0, 0, 0, 0)) == Offer()


def test_it_discards_cards_that_no_box_needs() -> None:
    city = given(2).all_finished(but=("citadel",)).hand(0, "vulca-3", "pillar-3", "khind-1")
    assert _choice(city.turn(phase="draw")) == Discard("pillar-3")


def test_it_contributes_at_a_loss_before_it_declares_a_stalemate() -> None:
    city = given(2).all_finished(but=("citadel",)).quiet(6).turn(steps=0).figure(0, "citadel")
    assert isinstance(_choice(city), DeclareStalemate)
    assert isinstance(_choice(city.hand(0, *("khind-1",) * 9)), Contribute)


def test_it_goes_to_the_courtyard_when_the_city_is_finished() -> None:
    city = given(2).all_finished().place("mill", 1, 2).figure(0, "mill").crystals(0, 7)
    assert _choice(city) == Walk("courtyard")
    assert _choice(city.figure(0, "courtyard")) == Offer()


FINISHED = given(2).all_finished().obelisk(0, 0, 0, 0, 0).crystals(0, 12)
"""One more offering wins."""
OUT_OF_REACH = [
    tile
    for tile in FINISHED.layout
    if tile is not None and distance(FINISHED.layout, tile, "courtyard") > 2
]


@pytest.mark.parametrize("rival_crystals", [0, 99], ids=["duty", "no duty"])
@pytest.mark.parametrize("tile", OUT_OF_REACH)
@pytest.mark.parametrize("flit", ["flit-1", "flit-2"])
def test_it_uses_a_flit_card_to_win_in_the_finished_city(
    flit: Card, tile: Tile, rival_crystals: int
) -> None:
    city = FINISHED.figure(0, tile).hand(0, flit).crystals(1, rival_crystals)

    outcome = city.when(_choice(city))
    while not outcome.state.over and outcome.state.turn.seat == 0:
        outcome = outcome.when(_choice(outcome))

    assert outcome.state.over
    assert outcome.seat(0).offerings == 6


def test_it_keeps_its_flit_card_in_the_finished_city_if_it_cannot_pay() -> None:
    city = FINISHED.figure(0, OUT_OF_REACH[0]).hand(0, "flit-1").crystals(0, 8).crystals(1, 99)
    assert isinstance(_choice(city), Walk)


def test_it_walks_to_the_courtyard_without_a_duty_too() -> None:
    city = FINISHED.figure(0, OUT_OF_REACH[0]).crystals(1, 99)
    assert isinstance(_choice(city), Walk)


def test_it_offers_in_the_golden_temple_of_the_finished_city_if_that_wins() -> None:
    city = given(2, expansions=(2,)).place("golden_temple", 0, 1).all_finished()
    city = city.obelisk(0, 0, 0, 0, 0).crystals(0, 10).crystals(1, 99).figure(0, "golden_temple")
    assert _choice(city) == Offer()


def test_it_offers_without_a_stone() -> None:
    city = given(2).crystals(0, 7).stones_left(0, 0)
    assert _choice(city) == Offer()


def test_it_wins_with_its_last_stone_and_a_mark() -> None:
    city = given(2).crystals(0, 30).stones_left(0, 1).obelisk(0, 0, 0, 0).hand(0, "pillar-1")
    assert _choice(city) == Offer()
    assert _choice(city.when(Offer())) == Offer("pillar-1")


@pytest.mark.parametrize("bot", [builder_bot, Planner(playouts(24))], ids=["builder", "planner"])
def test_it_builds_where_it_pulled_a_dragon(bot: Bot) -> None:
    """Dragon cards are spent at the tile, so that nothing can change its mind afterwards."""
    players = tuple((f"seat {seat}", bot) for seat in range(3))
    pulled: set[Tile] = set()
    pulls = 0
    for commit, _ in play_out(Playout(CITY, CityOptions(3), players, "dragons", "g")):
        for event in commit.events:
            if isinstance(event, DragonMoved):
                pulled.add(event.to)
                pulls += 1
            elif isinstance(event, StonePlaced):
                pulled.discard(event.tile)
            elif isinstance(event, TurnEnded):
                assert pulled == set()
    assert pulls > 10
