"""The planner bot plays by the rules, uses only its view, and respects its budget."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from games import table as tables
from games.bots import Bot, Pick, playouts
from games.city.bots import BOTS
from games.city.builder import builder_bot
from games.city.planner import CAREFUL_DOUBT, QUICK_DOUBT, Planner
from games.city.rulebook import CITY
from games.dice import Dice
from games.playout import Playout, play_out
from schemas.city.actions import Offer, PlayAction, Walk
from schemas.city.options import CityOptions
from schemas.city.state import CityState
from schemas.table import AnyTable, Table
from tests.games.city.given import given

FEW_PLAYOUTS = 12
"""Enough for one world, so that tests are quick; how well a planner plays is in docs/bots.md."""

COMMITS_COMPARED = 80


def _table(play: CityState) -> AnyTable:
    hidden = "0" * 64
    return Table(
        CITY.game, CITY.rules, play.options, hidden, hidden, (), stage="playing", play=play
    )


def _choice(play: CityState, bot: Bot, seed: str = "planner") -> PlayAction:
    seat = play.turn.seat
    pick = Dice.of_text(seed).picker("bot")
    action: PlayAction = bot(tables.view(_table(play), seat), seat, CITY.legal(play, seat), pick)
    return action


def _planner(count: int) -> Planner:
    return Planner(playouts(count))


class _Watched:
    """A planner that checks each of its actions against the legal list."""

    def __init__(self, count: int) -> None:
        self.decisions = 0
        self._planner = _planner(count)

    def __call__(self, view: AnyTable, seat: int, legal: tuple[Any, ...], pick: Pick) -> Any:
        action = self._planner(view, seat, legal, pick)
        assert action in legal
        self.decisions += 1
        return action


@pytest.mark.parametrize(
    "options",
    [
        CityOptions(2, expansions=(1, 2)),
        CityOptions(3, random_city=True),
        CityOptions(4, random_city=True, expansions=(1,)),
    ],
)
def test_it_plays_by_the_rules_to_the_end(options: CityOptions) -> None:
    watched = _Watched(FEW_PLAYOUTS)
    builders = [(f"builder {seat}", builder_bot) for seat in range(1, options.players)]
    bots: tuple[tuple[str, Bot], ...] = (("planner", watched), *builders)
    *_, (_, position) = play_out(Playout(CITY, options, bots, "planner", "g"))
    assert position.table is not None
    assert position.table.stage == "over"
    assert watched.decisions > 20


def _positions(players: int) -> Iterator[CityState]:
    """Positions of a game between builders, each in the movement phase."""
    bots = tuple((f"builder {seat}", builder_bot) for seat in range(players))
    for _, position in play_out(Playout(CITY, CityOptions(players), bots, "moments", "g")):
        play = position.table.play if position.table else None
        if play is not None and not play.over and play.turn.phase == "movement":
            yield play


def _other_world(play: CityState) -> CityState:
    """A world that looks the same to the acting seat, with other hidden cards and crystals."""
    dice = Dice.of_text("other world")
    me = play.turn.seat
    hidden = [card for seat in play.seats if seat.seat != me for card in seat.hand]
    cards = dice.shuffled("cards", sorted([*hidden, *play.deck]))
    seats = []
    for seat in play.seats:
        if seat.seat != me:
            hand, cards = cards[: len(seat.hand)], cards[len(seat.hand) :]
            seat = replace(seat, hand=tuple(sorted(hand)), crystals=seat.crystals + 3)  # noqa: PLW2901
        seats.append(seat)
    return replace(play, seats=tuple(seats), deck=cards)


def test_its_choice_does_not_depend_on_hidden_information() -> None:
    compared = 0
    for number, play in enumerate(_positions(3)):
        other = _other_world(play)
        if number % 9 or not play.deck:
            continue
        assert other != play
        seed = f"lots {number}"
        bot = _planner(FEW_PLAYOUTS)
        assert _choice(play, bot, seed) == _choice(other, bot, seed)
        compared += 1
    assert compared > 5


def test_the_same_seed_gives_the_same_game() -> None:
    bots = (("one", _planner(FEW_PLAYOUTS)), ("other", builder_bot))
    playout = Playout(CITY, CityOptions(2), bots, "same", "g")
    games = [islice(play_out(playout), COMMITS_COMPARED) for _ in range(2)]
    first, second = ([commit.hash for commit, _ in game] for game in games)
    assert first == second


def test_without_a_budget_it_plays_like_a_builder() -> None:
    for play in _positions(2):
        assert _choice(play, _planner(0)) == _choice(play, builder_bot)


def test_with_a_budget_too_small_for_one_world_it_plays_like_a_builder() -> None:
    play = next(_positions(2))
    assert _choice(play, _planner(1)) == _choice(play, builder_bot)


def test_it_calls_its_budget_with_0_and_then_before_each_playout() -> None:
    calls: list[int] = []

    def budget(spent: int) -> bool:
        calls.append(spent)
        return spent < 20

    _choice(next(_positions(2)), Planner(budget))
    assert calls == list(range(21))


def _budget_calls(play: CityState, doubt: int = QUICK_DOUBT) -> int:
    """How often a planner calls an unlimited budget."""
    calls = 0

    def endless(_spent: int) -> bool:
        nonlocal calls
        calls += 1
        return True

    _choice(play, Planner(endless, doubt))
    return calls


def test_it_stops_when_nothing_is_left_to_decide() -> None:
    winning = given(2).crystals(0, 30).obelisk(0, 0, 0, 0, 0)
    assert _budget_calls(winning.state) == 1
    assert _budget_calls(next(_positions(2))) > 10


def test_a_careful_planner_makes_more_playouts() -> None:
    play = next(_positions(2))
    assert _budget_calls(play, CAREFUL_DOUBT) > _budget_calls(play, QUICK_DOUBT)


def test_it_wins_when_it_can() -> None:
    city = given(2).place("mill", 1, 2).figure(0, "mill").obelisk(0, 0, 0, 0, 0).crystals(0, 12)
    assert _choice(city.state, _planner(FEW_PLAYOUTS)) == Walk("courtyard")
    assert _choice(city.figure(0, "courtyard").state, _planner(FEW_PLAYOUTS)) == Offer()


def test_it_is_registered_by_name() -> None:
    assert isinstance(BOTS["planner"], Planner)
