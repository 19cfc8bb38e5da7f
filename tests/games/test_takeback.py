"""Taking a turn back, by consent of all."""

import json

import pytest
from msgspec import UnsetType

from games import table as tables
from games.illegal_action import IllegalActionError
from games.takeback import TURNS_KEPT
from schemas.city import Discard, Draw
from schemas.commit import canonical
from schemas.redaction import SPECTATOR, redact
from schemas.table import (
    AnswerTakeback,
    AnyTable,
    AskTakeback,
    Resign,
    Takeback,
    TakebackAnswered,
    TakebackAsked,
    TakebackLapsed,
    TakenBack,
)
from schemas.terms import Bank, Terms
from tests.games.test_table import do, hand, started, whose_turn

AGREE, REFUSE = AnswerTakeback(agree=True), AnswerTakeback(agree=False)
TERMS = Terms(takebacks=True)


def after_one_turn(players: int = 2, terms: Terms = TERMS) -> tuple[AnyTable, AnyTable, int]:
    """The table at the start of a seat's turn, the table after it, and the seat."""
    begun = started(players, terms=terms)
    seat = whose_turn(begun)
    _, table = do(begun, seat, Discard(hand(begun, seat)[0]))
    return begun, do(table, seat, Draw())[1], seat


def test_when_the_other_agrees_the_game_stands_where_the_turn_began() -> None:
    begun, table, seat = after_one_turn()

    asked, table = do(table, seat, AskTakeback())
    agreed, table = do(table, 1 - seat, AGREE)

    assert asked == (TakebackAsked(seat),)
    assert agreed == (TakebackAnswered(1 - seat, agree=True), TakenBack(seat, begun.play))
    assert table == begun


def test_the_same_turn_played_again_draws_the_same_cards() -> None:
    """Nothing is gained by a takeback but the choice."""
    _, once, seat = after_one_turn()
    _, table = do(once, seat, AskTakeback())
    _, table = do(table, 1 - seat, AGREE)

    _, table = do(table, seat, Discard(hand(table, seat)[0]))
    _, table = do(table, seat, Draw())

    assert table == once


def test_all_others_have_to_agree() -> None:
    begun, table, seat = after_one_turn(players=4)
    first, second, third = (other for other in range(4) if other != seat)
    _, table = do(table, seat, AskTakeback())
    _, table = do(table, first, AGREE)
    _, table = do(table, third, AGREE)
    assert table.takeback == Takeback(seat, (first, third))
    assert table.play != begun.play

    _, table = do(table, second, AGREE)

    assert table.play == begun.play
    assert isinstance(table.takeback, UnsetType)


@pytest.mark.parametrize("own", [False, True], ids=["refused by another", "withdrawn"])
def test_one_refusal_ends_it(own: bool) -> None:
    _, before, seat = after_one_turn(players=3)
    _, table = do(before, seat, AskTakeback())

    events, table = do(table, seat if own else (seat + 1) % 3, REFUSE)

    assert len(events) == 1
    assert table == before


def test_who_plays_on_has_not_agreed() -> None:
    _, table, seat = after_one_turn()
    _, table = do(table, seat, AskTakeback())

    events, table = do(table, 1 - seat, Draw())

    assert TakebackLapsed() in events
    assert isinstance(table.takeback, UnsetType)


def test_who_was_answered_already_takes_the_answer_back_too() -> None:
    begun, table, seat = after_one_turn()
    _, table = do(table, 1 - seat, Draw())
    assert whose_turn(table) == seat

    _, table = do(table, seat, AskTakeback())
    _, table = do(table, 1 - seat, AGREE)

    assert table == begun


def test_no_more_than_the_turn_before_can_be_had() -> None:
    table, seat = after_one_turn()[1:]
    for _ in range(6):
        _, table = do(table, whose_turn(table), Draw())
    for _ in range(TURNS_KEPT):
        _, table = do(table, seat, AskTakeback())
        _, table = do(table, 1 - seat, AGREE)
        assert whose_turn(table) == seat

    with pytest.raises(IllegalActionError, match="nothing to take back"):
        do(table, seat, AskTakeback())


def test_a_resigned_seat_is_not_asked_and_does_not_come_back() -> None:
    _, table, seat = after_one_turn(players=3)
    leaver = next(s for s in range(3) if s not in {seat, whose_turn(table)})
    _, table = do(table, leaver, Resign())

    with pytest.raises(IllegalActionError) as refusal:
        do(table, seat, AskTakeback())

    assert refusal.value.code == "nothing_to_take_back"


def test_the_clock_does_not_run_back() -> None:
    _, table, seat = after_one_turn(terms=Terms(takebacks=True, clock=Bank(60)))
    _, table = do(table, seat, AskTakeback(), 10_000)

    _, table = do(table, 1 - seat, AGREE, 10_000)

    assert not isinstance(table.clocks, UnsetType)
    assert table.clocks.running == (seat,)
    assert table.clocks.left_ms[1 - seat] == 50_000


def test_what_was_kept_is_shown_to_nobody() -> None:
    table = after_one_turn()[1]
    assert not isinstance(table.kept, UnsetType)
    for viewer in (0, 1, SPECTATOR):
        view = json.loads(canonical(tables.view(table, viewer)))
        assert view["kept"] == len(table.kept)


def test_what_was_taken_back_is_shown_as_a_view_is() -> None:
    begun, _, seat = after_one_turn()
    for viewer in (0, 1, SPECTATOR):
        event = redact(TakenBack(seat, begun.play), viewer)
        assert canonical(event.play) == canonical(redact(begun.play, viewer))


def test_a_table_that_allows_none_keeps_nothing() -> None:
    table = started(2, terms=Terms())

    assert isinstance(table.kept, UnsetType)
