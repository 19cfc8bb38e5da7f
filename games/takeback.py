"""Takebacks: a seat asks, all others agree, and the game returns to the start of that turn.

A table that allows takebacks keeps the game as it was at the start of each seat's last two turns:
when another seat has acted since, the seat may want the earlier turn back. So a takeback depends
only on the table, and every audit reproduces it.
"""

from typing import Any

from msgspec import UNSET, UnsetType

from games.clocks import terms_of
from games.contract import AnyRulebook
from games.illegal_action import TableActionError
from schemas.table import (
    AnyTable,
    KeptTurn,
    Takeback,
    TakebackAnswered,
    TakebackAsked,
    TakebackLapsed,
    TakenBack,
    TurnKept,
)

TURNS_KEPT = 2
"""For each seat: its current or last turn, and the turn before."""


def ask(table: AnyTable, seat: int) -> tuple[Any, ...]:
    if not terms_of(table).takebacks:
        raise TableActionError("no_takebacks", "This table does not allow takebacks.")
    if not isinstance(table.takeback, UnsetType):
        raise TableActionError(
            "takeback_pending",
            f"Seat {table.takeback.seat} has already asked for a takeback.",
            seat=table.takeback.seat,
        )
    if _turn_of(table, seat) is None:
        raise TableActionError(
            "nothing_to_take_back", f"Seat {seat} has nothing to take back.", seat=seat
        )
    event = TakebackAsked(seat)
    return (event, *_take_back(table, seat)) if not _others(table, seat) else (event,)


def answer(table: AnyTable, seat: int, agree: bool) -> tuple[Any, ...]:
    pending = table.takeback
    if isinstance(pending, UnsetType):
        raise TableActionError("no_takeback", "Nobody has asked for a takeback.")
    if seat == pending.seat and agree:
        raise TableActionError(
            "own_takeback", "A seat cannot agree to its own takeback.", seat=seat
        )
    if seat in pending.agreed and agree:
        raise TableActionError("already_agreed", f"Seat {seat} has already agreed.", seat=seat)
    event = TakebackAnswered(seat, agree)
    if agree and not _others(table, pending.seat) - {*pending.agreed, seat}:
        return (event, *_take_back(table, pending.seat))
    return (event,)


def answered(table: AnyTable, event: TakebackAnswered) -> Takeback | UnsetType:
    """The pending takeback after an answer: one refusal ends it."""
    assert not isinstance(table.takeback, UnsetType), "only a pending takeback is answered"
    if not event.agree:
        return UNSET
    return Takeback(table.takeback.seat, (*table.takeback.agreed, event.seat))


def lapse(table: AnyTable) -> tuple[TakebackLapsed, ...]:
    """An action in the game ends a pending takeback."""
    return () if isinstance(table.takeback, UnsetType) else (TakebackLapsed(),)


def keep_turns(
    rulebook: AnyRulebook, before: tuple[int, ...], table: AnyTable
) -> tuple[TurnKept, ...]:
    """Keep the turns that begin now, unless they are already kept."""
    if not terms_of(table).takebacks:
        return ()
    return tuple(
        TurnKept(seat)
        for seat in rulebook.to_act(table.play)
        if seat not in before and KeptTurn(seat, table.play) not in _kept(table)
    )


def with_turn(table: AnyTable, seat: int) -> tuple[KeptTurn[Any], ...]:
    """Kept turns, with the current state as the seat's newest."""
    kept = list(_kept(table))
    own = [turn for turn in kept if turn.seat == seat]
    if len(own) == TURNS_KEPT:
        kept.remove(own[0])
    return (*kept, KeptTurn(seat, table.play))


def nothing_kept(table: AnyTable) -> tuple[KeptTurn[Any], ...] | UnsetType:
    return UNSET if isinstance(table.kept, UnsetType) else ()


def up_to(table: AnyTable, event: TakenBack[Any]) -> tuple[KeptTurn[Any], ...]:
    """Kept turns after a takeback: none that came after the turn."""
    kept = _kept(table)
    return kept[: kept.index(KeptTurn(event.seat, event.play)) + 1]


def _kept(table: AnyTable) -> tuple[KeptTurn[Any], ...]:
    return () if isinstance(table.kept, UnsetType) else table.kept


def _turn_of(table: AnyTable, seat: int) -> KeptTurn[Any] | None:
    """The newest turn in which the seat has done something: that is what it may take back."""
    turns = (turn for turn in reversed(_kept(table)) if turn.seat == seat)
    return next((turn for turn in turns if turn.play != table.play), None)


def _take_back(table: AnyTable, seat: int) -> tuple[TakenBack[Any], ...]:
    turn = _turn_of(table, seat)
    assert turn is not None, "a takeback is asked only for a kept turn"
    return (TakenBack(seat, turn.play),)


def _others(table: AnyTable, seat: int) -> set[int]:
    return {
        table_seat.seat
        for table_seat in table.seats
        if table_seat.seat != seat and not table_seat.resigned
    }
