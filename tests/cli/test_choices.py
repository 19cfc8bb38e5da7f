"""What a seat may do, in words and by number."""

import pytest

from cli.choices import PAYMENTS_SHOWN, PLACES_SHOWN, choices, lines
from cli.narration import Narrator
from games import table as tables
from games.city.game import CITY
from schemas.city import Contribute, Draw, Fly, MoveDragon, Offer, Walk
from tests.cli.conftest import History


def test_every_action_of_a_whole_game_has_its_number_and_its_words(history: History) -> None:
    for _, position in history:
        table = position.table
        assert table is not None
        for seat in tables.to_act(CITY, table):
            legal = tables.legal(CITY, table, seat)
            found = choices(tables.view(table, seat), seat, legal, Narrator(table))
            assert [choice.number for choice in found] == list(range(1, len(legal) + 1))
            assert {choice.action for choice in found} == set(legal)
            whole = " ".join(line.plain for line in lines(found, everything=True))
            assert all(f"{choice.number} " in whole for choice in found)
            assert "None" not in whole


@pytest.fixture
def long_list(history: History) -> list[str]:
    """At a moment when there is much to choose from."""

    def many(number: int) -> int:
        table = history[number][1].table
        assert table is not None
        seats = tables.to_act(CITY, table)
        return len(tables.legal(CITY, table, seats[0])) if seats else 0

    table = history[max(range(len(history)), key=many)][1].table
    assert table is not None
    (seat,) = tables.to_act(CITY, table)
    legal = tables.legal(CITY, table, seat)
    found = choices(tables.view(table, seat), seat, legal, Narrator(table))
    return [line.plain for line in lines(found)]


def test_what_would_hide_the_rest_is_told_in_short(long_list: list[str]) -> None:
    assert long_list[-1] == " `all` lists every place and every payment"
    assert any("anywhere, " in line for line in long_list)
    assert len(long_list) < 30
    assert PLACES_SHOWN > PAYMENTS_SHOWN


def test_moves_come_first_and_what_ends_the_turn_last(history: History) -> None:
    order = (Walk, Fly, MoveDragon, Contribute, Offer, Draw)
    for _, position in history:
        table = position.table
        assert table is not None
        for seat in tables.to_act(CITY, table):
            legal = tables.legal(CITY, table, seat)
            found = choices(tables.view(table, seat), seat, legal, Narrator(table))
            kinds = [type(choice.action) for choice in found]
            places = [order.index(kind) for kind in kinds if kind in order]
            assert places == sorted(places)
