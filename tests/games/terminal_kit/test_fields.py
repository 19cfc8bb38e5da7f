"""Records are shown by their fields, and hidden values by their number."""

from games.terminal_kit.fields import field_lines, list_fields, type_words
from schemas.redaction import redact
from tests.games.terminal_kit.records import CardPlayed, Pass, Side, State

LABELS = {"moon": "Mond", "sun": "Sonne"}


def test_lines_of_a_state() -> None:
    state = State((Side(0, ("moon", "sun")), Side(1, ("star",), "sun", 3)))

    assert list(field_lines(state, LABELS)) == [
        "sides:",
        "  0: seat 0, hand Mond · Sonne, leader Mond, score 0",
        "  1: seat 1, hand star, leader Sonne, score 3",
        "top card: none",
        "is over: no",
    ]


def test_hidden_values_are_counted_or_called_hidden() -> None:
    state = redact(State((Side(0, ("moon", "sun")), Side(1, ("star",), score=3))), 1)

    assert list(field_lines(state, {}))[1:3] == [
        "  0: seat 0, hand 2 hidden, leader hidden, score 0",
        "  1: seat 1, hand star, leader moon, score 3",
    ]


def test_records_without_fields_have_no_list() -> None:
    assert type_words(Pass()) == "pass"
    assert list_fields(Pass(), LABELS) == ""


def test_fields_can_be_left_out() -> None:
    played = CardPlayed(0, "sun")

    assert type_words(played) == "card played"
    assert list_fields(played, LABELS, without=("seat",)) == "card Sonne, number 1"


def test_control_characters_are_escaped() -> None:
    assert list_fields(CardPlayed(0, "\x1b[2J"), {}) == "seat 0, card \\x1b[2J, number 1"
