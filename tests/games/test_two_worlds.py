"""The contract suite notices a secret that is no longer declared.

Each test removes the mark of one field, which then shows everyone what it holds. The other fields
keep theirs: an event may be redacted while the state is not, and the other way round.
"""

from typing import Any

import pytest
from msgspec import Struct

from games.testing.contract import GameContract
from schemas.city import events as city_events
from schemas.city import state as city_state
from schemas.city.options import CityOptions
from schemas.duel import events as duel_events
from schemas.duel import state as duel_state
from schemas.duel.options import DuelOptions
from tests.games.city import test_contract as city_contract
from tests.games.duel import test_contract as duel_contract
from tests.games.unmarked import unmarked

CITY = (city_contract.TestContract, CityOptions(3))
DUEL = (duel_contract.TestContract, DuelOptions(("buka", "pillar"), crystals_to_win=1))


@pytest.mark.parametrize(
    ("game", "record", "field"),
    [
        (CITY, city_state.SeatState, "hand"),
        (CITY, city_state.CityState, "deck"),
        (CITY, city_events.CardsDrawn, "cards"),
        (CITY, city_events.CityFounded, "deck"),
        (DUEL, duel_state.Side, "hand"),
        (DUEL, duel_state.Side, "deck"),
        (DUEL, duel_events.CardsDrawn, "cards"),
        (DUEL, duel_events.DeckShuffled, "order"),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else None,
)
def test_a_secret_without_its_mark_fails_the_suite(
    game: tuple[type[GameContract], Any],
    record: type[Struct],
    field: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    contract, options = game
    with (
        unmarked(record, field),
        pytest.raises(AssertionError, match="can tell the worlds apart"),
    ):
        contract().compare_worlds(monkeypatch, [options])


def test_a_hidden_choice_that_the_state_shows_fails_the_suite() -> None:
    """R2.5: start cards are exchanged at the same time."""
    with (
        unmarked(duel_state.Side, "exchange"),
        pytest.raises(AssertionError, match=r"viewer . sees"),
    ):
        duel_contract.TestContract().test_what_a_choice_hides_stays_hidden()
