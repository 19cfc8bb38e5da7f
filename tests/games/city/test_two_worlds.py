"""No viewer receives hidden information: see `games.testing.two_worlds`."""

from typing import Any

import pytest

from games.bots import random_bot
from games.city.rulebook import CITY
from games.playout import Playout, play_out
from schemas.city.events import AsideTaken, CardsSetAside
from schemas.city.options import CityOptions
from schemas.commit import redact_commit
from tests.games.city import test_contract


@pytest.mark.parametrize(
    "players",
    [
        pytest.param(2, marks=pytest.mark.slow),
        3,
        pytest.param(4, marks=pytest.mark.slow),
    ],
)
def test_c1_9_what_a_viewer_receives_does_not_depend_on_hidden_cards(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here with all tiles; the contract tests cover other options."""
    contract = test_contract.TestContract()
    contract.compare_worlds(monkeypatch, [CityOptions(players, expansions=(1, 2))])


def test_c5_6_cards_set_aside_are_hidden_from_their_owner_until_taken() -> None:
    names = tuple((f"player {seat}", random_bot) for seat in range(2))
    history = list(play_out(Playout(CITY, CityOptions(2), names, "aside", "aside")))
    aside: tuple[Any, ...] = ()
    taken = 0
    for commit, position in history:
        if position.table is not None and position.table.stage == "over":
            break
        for event in commit.events:
            if isinstance(event, CardsSetAside):
                aside += event.cards
                owner_events = redact_commit(commit, event.seat, over=False).events
                hidden = [e.cards for e in owner_events if isinstance(e, CardsSetAside)]
                assert all(isinstance(cards, int) for cards in hidden)
            if isinstance(event, AsideTaken):
                assert event.cards == aside
                owner_events = redact_commit(commit, event.seat, over=False).events
                assert next(e for e in owner_events if isinstance(e, AsideTaken)).cards == aside
                other_events = redact_commit(commit, 1 - event.seat, over=False).events
                counts: list[Any] = [e.cards for e in other_events if isinstance(e, AsideTaken)]
                assert counts == [len(aside)]
                aside, taken = (), taken + 1
    assert taken > 0
