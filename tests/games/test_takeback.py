"""Takebacks: a seat takes its last turn back if all others agree."""

import json

import pytest
from msgspec import UnsetType

from games import table as tables
from games.illegal_action import IllegalActionError
from games.takeback import TURNS_KEPT
from schemas.city.actions import Discard, Draw
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
    start = started(players, terms=terms)
    seat = whose_turn(start)
    _, table = do(start, seat, Discard(hand(start, seat)[0]))
    return start, do(table, seat, Draw())[1], seat


def test_a_takeback_restores_the_game_at_the_start_of_the_turn() -> None:
    start, table, seat = after_one_turn()

    ask_events, table = do(table, seat, AskTakeback())
    agree_events, table = do(table, 1 - seat, AGREE)

    assert ask_events == (TakebackAsked(seat),)
    assert agree_events == (TakebackAnswered(1 - seat, agree=True), TakenBack(seat, start.play))
    assert table == start


def test_playing_the_turn_again_draws_the_same_cards() -> None:
    """A takeback lets a seat choose again; it does not change the cards."""
    _, first, seat = after_one_turn()
    _, table = do(first, seat, AskTakeback())
    _, table = do(table, 1 - seat, AGREE)

    _, table = do(table, seat, Discard(hand(table, seat)[0]))
    _, table = do(table, seat, Draw())

    assert table == first


def test_all_others_have_to_agree() -> None:
    start, table, seat = after_one_turn(players=4)
    first, second, third = (other for other in range(4) if other != seat)
    _, table = do(table, seat, AskTakeback())
    _, table = do(table, first, AGREE)
    _, table = do(table, third, AGREE)
    assert table.takeback == Takeback(seat, (first, third))
    assert table.play != start.play

    _, table = do(table, second, AGREE)

    assert table.play == start.play
    assert isinstance(table.takeback, UnsetType)


@pytest.mark.parametrize("own", [False, True], ids=["refused by another", "withdrawn"])
def test_one_refusal_ends_the_request(own: bool) -> None:
    _, before, seat = after_one_turn(players=3)
    _, table = do(before, seat, AskTakeback())

    events, table = do(table, seat if own else (seat + 1) % 3, REFUSE)

    assert len(events) == 1
    assert table == before


def test_playing_on_ends_the_request() -> None:
    _, table, seat = after_one_turn()
    _, table = do(table, seat, AskTakeback())

    events, table = do(table, 1 - seat, Draw())

    assert TakebackLapsed() in events
    assert isinstance(table.takeback, UnsetType)


def test_a_takeback_also_undoes_the_next_turn_of_the_other_seat() -> None:
    start, table, seat = after_one_turn()
    _, table = do(table, 1 - seat, Draw())
    assert whose_turn(table) == seat

    _, table = do(table, seat, AskTakeback())
    _, table = do(table, 1 - seat, AGREE)

    assert table == start


def test_at_most_the_last_two_turns_can_be_taken_back() -> None:
    table, seat = after_one_turn()[1:]
    for _ in range(6):
        _, table = do(table, whose_turn(table), Draw())
    for _ in range(TURNS_KEPT):
        _, table = do(table, seat, AskTakeback())
        _, table = do(table, 1 - seat, AGREE)
        assert whose_turn(table) == seat

    with pytest.raises(IllegalActionError, match="nothing to take back"):
        do(table, seat, AskTakeback())


def test_a_resignation_clears_the_kept_turns() -> None:
    _, table, seat = after_one_turn(players=3)
    leaver = next(s for s in range(3) if s not in {seat, whose_turn(table)})
    _, table = do(table, leaver, Resign())

    with pytest.raises(IllegalActionError) as refusal:
        do(table, seat, AskTakeback())

    assert refusal.value.code == "nothing_to_take_back"


def test_a_takeback_does_not_restore_the_clock() -> None:
    _, table, seat = after_one_turn(terms=Terms(takebacks=True, clock=Bank(60)))
    _, table = do(table, seat, AskTakeback(), 10_000)

    _, table = do(table, 1 - seat, AGREE, 10_000)

    assert not isinstance(table.clocks, UnsetType)
    assert table.clocks.running == (seat,)
    assert table.clocks.left_ms[1 - seat] == 50_000


def test_kept_turns_are_hidden_from_all_viewers() -> None:
    table = after_one_turn()[1]
    assert not isinstance(table.kept, UnsetType)
    for viewer in (0, 1, SPECTATOR):
        view = json.loads(canonical(tables.view(table, viewer)))
        assert view["kept"] == len(table.kept)


def test_a_taken_back_event_is_redacted_like_a_view() -> None:
    start, _, seat = after_one_turn()
    for viewer in (0, 1, SPECTATOR):
        event = redact(TakenBack(seat, start.play), viewer)
        assert canonical(event.play) == canonical(redact(start.play, viewer))


def test_a_table_without_takebacks_keeps_no_turns() -> None:
    table = started(2, terms=Terms())

    assert isinstance(table.kept, UnsetType)
