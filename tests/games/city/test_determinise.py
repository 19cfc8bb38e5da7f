"""Worlds sampled from a view: they look the same to the seat and break no law."""

from collections import Counter

import pytest

from games import table as tables
from games.bots import random_bot
from games.city.builder import builder_bot
from games.city.determinise import determinise
from games.city.rulebook import CITY
from games.dice import Dice
from games.playout import Playout, play_out
from schemas.city.options import CityOptions
from schemas.city.state import CityState
from schemas.table import AnyTable, Table
from tests.games.city.given import given

PICK = Dice.of_text("determinise").picker("worlds")


def _table(play: CityState) -> AnyTable:
    hidden = "0" * 64
    return Table(
        CITY.game, CITY.rules, play.options, hidden, hidden, (), stage="playing", play=play
    )


def _view(play: CityState, seat: int) -> CityState:
    view: CityState | None = tables.view(_table(play), seat).play
    assert view is not None
    return view


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_sampled_world_looks_the_same_and_breaks_no_law(players: int) -> None:
    options = CityOptions(players, expansions=(1, 2))
    names = tuple((f"seat {s}", random_bot if s else builder_bot) for s in range(players))
    checked = 0
    for _, position in play_out(Playout(CITY, options, names, "worlds", "g")):
        play = position.table.play if position.table else None
        if play is None or play.over or position.seq % 7:
            continue
        for seat in range(players):
            view = _view(play, seat)
            world = determinise(view, seat, PICK)
            assert CITY.broken_laws(world) == ()
            assert _view(world, seat) == view
            checked += 1
    assert checked > 50


def test_hidden_cards_are_dealt_at_random() -> None:
    view = _view(given(2).hand(0, "khind-1").hand(1, "hoax-1", "hoax-2").state, 0)
    hands = Counter(determinise(view, 0, PICK).seats[1].hand for _ in range(300))
    assert len(hands) > 100
    assert all(len(hand) == 2 for hand in hands)


def test_cards_that_the_seat_knows_are_not_dealt_again() -> None:
    city = given(2).hand(0, "hoax-1", "hoax-1", "hoax-1").hand(1, "khind-1")
    view = _view(city.discard("vulca-3", "vulca-3", "vulca-3").state, 0)
    for _ in range(50):
        world = determinise(view, 0, PICK)
        assert "hoax-1" not in (*world.seats[1].hand, *world.deck)
        assert "vulca-3" not in (*world.seats[1].hand, *world.deck)


def test_cards_set_aside_are_hidden_from_their_owner_too() -> None:
    view = _view(given(2).aside(0, "pillar-1").state, 0)
    asides = {determinise(view, 0, PICK).seats[0].aside for _ in range(100)}
    assert len(asides) > 10


def test_rivals_have_more_crystals_after_buildings_and_fewer_after_offerings() -> None:
    def total_crystals(play: CityState) -> int:
        return sum(determinise(_view(play, 0), 0, PICK).seats[1].crystals for _ in range(200))

    few_finished = given(2).finished("mill")
    many_finished = few_finished.finished(
        "library", "citadel", "hospice", "thermae", "aqueduct", "university"
    )
    assert total_crystals(few_finished.state) < total_crystals(many_finished.state)
    assert total_crystals(many_finished.obelisk(1, 1).state) < total_crystals(many_finished.state)


def test_a_resigned_rival_has_nothing() -> None:
    view = _view(given(3).out(2).state, 0)
    resigned = determinise(view, 0, PICK).seats[2]
    assert (resigned.hand, resigned.crystals) == ((), 0)
