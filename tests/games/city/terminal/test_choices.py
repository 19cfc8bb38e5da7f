"""Legal actions are numbered and described."""

import pytest

from cli.play.choices import CHOICES_SHOWN, NumberedChoice, choice_lines, number_choices
from games import table as tables
from games.city.rulebook import CITY
from games.city.terminal.choices import PAYMENTS_SHOWN
from games.city.terminal.ui import TERMINAL
from schemas.city.actions import Contribute, Discard, Draw, Fly, MoveDragon, Offer, Walk
from schemas.table import AnyTable, Table
from tests.games.city.given import Given, Outcome, given
from tests.games.city.playouts import History


def list_choices(table: AnyTable, seat: int) -> list[NumberedChoice]:
    legal = tables.legal(CITY, table, seat)
    return number_choices(TERMINAL.list_choices(tables.view(table, seat), seat, legal, "en"))


def test_every_action_of_a_game_is_numbered_and_described(history: History) -> None:
    for _, position in history:
        table = position.table
        assert table is not None
        for seat in tables.to_act(CITY, table):
            legal = tables.legal(CITY, table, seat)
            choices = list_choices(table, seat)
            assert [choice.number for choice in choices] == list(range(1, len(legal) + 1))
            assert {choice.choice.action for choice in choices} == set(legal)
            text = " ".join(line.plain for line in choice_lines(choices, everything=True))
            assert all(f"{choice.number} " in text for choice in choices)
            assert "None" not in text


@pytest.fixture
def long_list(history: History) -> list[str]:
    """The lines for the position with the most legal actions."""

    def count_legal(number: int) -> int:
        table = history[number][1].table
        assert table is not None
        seats = tables.to_act(CITY, table)
        return len(tables.legal(CITY, table, seats[0])) if seats else 0

    table = history[max(range(len(history)), key=count_legal)][1].table
    assert table is not None
    (seat,) = tables.to_act(CITY, table)
    choices = list_choices(table, seat)
    return [line.plain for line in choice_lines(choices)]


def test_long_lists_are_abbreviated(long_list: list[str]) -> None:
    assert long_list[-1] == " Type `all` to list every choice."
    assert any("anywhere, " in line for line in long_list)
    assert len(long_list) < 30
    assert CHOICES_SHOWN > PAYMENTS_SHOWN


def test_moves_come_first_and_drawing_last(history: History) -> None:
    order = (Walk, Fly, MoveDragon, Contribute, Offer, Draw)
    for _, position in history:
        table = position.table
        assert table is not None
        for seat in tables.to_act(CITY, table):
            choices = list_choices(table, seat)
            kinds = [type(choice.choice.action) for choice in choices]
            places = [order.index(kind) for kind in kinds if kind in order]
            assert places == sorted(places)


def test_exchanging_a_card_warns_about_what_it_skips() -> None:
    def headings(city: Given | Outcome) -> set[str]:
        state = city.state
        table: AnyTable = Table("city", "city/2", state.options, "", "", (), play=state)
        listed = TERMINAL.list_choices(tables.view(table, 0), 0, city.legal(), "en")
        return {choice.heading for choice in listed if isinstance(choice.action, Discard)}

    city = given(2).hand(0, "hoax-3", "hoax-3")
    assert headings(city) == {"Discard before drawing (skips moving and building)"}
    assert headings(city.when(Discard("hoax-3"))) == {"Discard before drawing"}
