"""Clocks: whose clock runs, increments, and what happens when time runs out."""

import pytest
from msgspec import UnsetType

from games import table as tables
from games.city.rulebook import CITY
from games.clocks import deadline
from games.illegal_action import IllegalActionError
from schemas.city.actions import Discard, Draw
from schemas.city.events import CardDiscarded
from schemas.table import (
    SYSTEM,
    AnyTable,
    CallTime,
    Clocks,
    ClocksSet,
    GameEnded,
    Resign,
    SeatResigned,
    StartGame,
    TimeRanOut,
)
from schemas.terms import Bank, PerMove, Terms
from tests.games.test_table import do, hand, seated, whose_turn

MINUTE = 60_000


def started_with(terms: Terms, players: int = 2, at: int = 1_000) -> AnyTable:
    return do(seated(players, terms=terms), SYSTEM, StartGame(), at)[1]


def clocks(table: AnyTable) -> Clocks:
    assert not isinstance(table.clocks, UnsetType)
    return table.clocks


def test_a_table_without_a_clock_has_no_deadline() -> None:
    table = started_with(Terms())

    assert isinstance(table.clocks, UnsetType)
    assert deadline(table) is None


def test_the_clock_of_the_first_seat_runs_from_the_start() -> None:
    table = started_with(Terms(clock=PerMove(60)), at=1_000)

    assert clocks(table) == Clocks(1_000, (MINUTE, MINUTE), (whose_turn(table),), (0, 0))
    assert deadline(table) == 1_000 + MINUTE


def test_per_move_time_resets_after_each_decision() -> None:
    table = started_with(Terms(clock=PerMove(60)), at=0)
    seat = whose_turn(table)
    card = hand(table, seat)[0]

    events, table = do(table, seat, Discard(card), 50_000)

    assert events == (CardDiscarded(seat, card), ClocksSet(clocks(table)))
    assert deadline(table) == 50_000 + MINUTE
    assert whose_turn(table) == seat


def test_a_bank_loses_used_time_and_gains_the_increment_when_the_turn_passes() -> None:
    table = started_with(Terms(clock=Bank(60, increment_seconds=5)), at=0)
    seat, other = whose_turn(table), 1 - whose_turn(table)
    _, table = do(table, seat, Discard(hand(table, seat)[0]), 10_000)
    assert clocks(table).left_ms[seat] == 50_000

    _, table = do(table, seat, Draw(), 25_000)

    assert clocks(table).left_ms[seat] == 35_000 + 5_000
    assert clocks(table).running == (other,)
    assert deadline(table) == 25_000 + MINUTE
    _, table = do(table, other, Draw(), 30_000)
    assert deadline(table) == 30_000 + 40_000


def test_time_never_runs_backwards() -> None:
    """Two gateways' clocks may differ: a command can arrive earlier than its predecessor."""
    table = started_with(Terms(clock=Bank(60)), at=5_000)
    seat = whose_turn(table)

    _, table = do(table, seat, Draw(), 4_000)

    assert clocks(table).at == 5_000
    assert clocks(table).left_ms == (MINUTE, MINUTE)


def test_a_command_is_accepted_until_the_deadline_and_refused_after_it() -> None:
    table = started_with(Terms(clock=PerMove(60)), at=0)
    seat = whose_turn(table)

    with pytest.raises(IllegalActionError) as refusal:
        do(table, seat, Draw(), MINUTE + 1)
    assert refusal.value.code == "out_of_time"
    do(table, seat, Draw(), MINUTE)


def test_a_seat_that_runs_out_of_time_resigns() -> None:
    table = started_with(Terms(clock=PerMove(60)), players=3, at=0)
    seat = whose_turn(table)

    events, table = do(table, SYSTEM, CallTime(), MINUTE)

    assert events[:2] == (TimeRanOut(seat), SeatResigned(seat))
    assert table.seats[seat].resigned
    assert seat not in clocks(table).running
    assert deadline(table) == 2 * MINUTE


def test_a_game_that_ends_by_time_has_no_running_clock() -> None:
    table = started_with(Terms(clock=PerMove(60)), at=0)

    events, table = do(table, SYSTEM, CallTime(), MINUTE)

    assert isinstance(events[-1], GameEnded)
    assert clocks(table).running == ()
    assert deadline(table) is None


def test_a_skipped_seat_draws_and_passes_the_turn() -> None:
    table = started_with(Terms(clock=PerMove(60), time_out="skip"), at=0)
    seat = whose_turn(table)
    hand_size = len(hand(table, seat))

    events, table = do(table, SYSTEM, CallTime(), MINUTE)

    assert events[0] == TimeRanOut(seat)
    assert whose_turn(table) == 1 - seat
    assert len(hand(table, seat)) == hand_size + 2
    assert clocks(table).skipped[seat] == 1
    assert clocks(table).left_ms == (MINUTE, MINUTE)


def test_acting_resets_the_number_of_skips() -> None:
    table = started_with(Terms(clock=PerMove(60), time_out="skip"), at=0)
    seat = whose_turn(table)
    _, table = do(table, SYSTEM, CallTime(), MINUTE)
    _, table = do(table, 1 - seat, Draw(), MINUTE)

    _, table = do(table, seat, Draw(), MINUTE)

    assert clocks(table).skipped == (0, 0)


def test_a_seat_that_is_skipped_too_often_in_a_row_resigns() -> None:
    """Otherwise an abandoned game would never end."""
    table = started_with(Terms(clock=PerMove(60), time_out="skip", skips_max=2), at=0)
    first = whose_turn(table)
    skipped = []
    for _ in range(10):
        due = deadline(table)
        if due is None:
            break
        skipped.append(whose_turn(table))
        _, table = do(table, SYSTEM, CallTime(), due)

    assert skipped == [first, 1 - first, first, 1 - first, first]
    assert table.stage == "over"
    assert table.seats[first].resigned


def test_a_seat_with_an_empty_bank_is_skipped_at_once() -> None:
    table = started_with(Terms(clock=Bank(60), time_out="skip"), at=0)
    seat = whose_turn(table)
    _, table = do(table, SYSTEM, CallTime(), MINUTE)
    _, table = do(table, 1 - seat, Draw(), MINUTE + 1)

    assert deadline(table) == MINUTE + 1
    _, table = do(table, SYSTEM, CallTime(), MINUTE + 1)
    assert whose_turn(table) == 1 - seat


def test_a_waiting_seat_may_resign() -> None:
    table = started_with(Terms(clock=PerMove(60)), players=3, at=0)
    waiting = next(seat for seat in range(3) if seat != whose_turn(table))

    _, table = do(table, waiting, Resign(), 30_000)

    assert deadline(table) == MINUTE, "the clock of the seat to act keeps running"


def test_autostart_starts_the_game_when_the_last_seat_is_taken() -> None:
    table = seated(2, terms=Terms(autostart=True, clock=PerMove(60)))

    assert table.stage == "playing"
    assert tables.to_act(CITY, table)
    assert deadline(table) == MINUTE
