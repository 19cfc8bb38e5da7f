"""How each event changes a table. Nothing else does."""

from typing import Any, get_args

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from games import clocks, takeback
from games.contract import AnyRulebook, DeckRulebook
from schemas.table import (
    AnyTable,
    ClocksSet,
    GameEnded,
    GameStarted,
    SeatLeft,
    SeatResigned,
    SeatTaken,
    SittingRenewed,
    Table,
    TableAborted,
    TableEvent,
    TableOpened,
    TableSeat,
    TableVoided,
    Takeback,
    TakebackAnswered,
    TakebackAsked,
    TakebackLapsed,
    TakenBack,
    TimeRanOut,
    TurnKept,
)

_TABLE_EVENTS = {TakenBack, *get_args(TableEvent)}
"""Checked first: nearly all events are a game's own."""


def evolve(rulebook: AnyRulebook, table: AnyTable | None, event: Any) -> AnyTable:
    """The table after one event."""
    if isinstance(event, TableOpened):
        return Table(
            game=event.game,
            rules=rulebook.rules,
            options=event.options,
            commitment=event.commitment,
            seed=event.seed,
            seats=tuple(TableSeat(seat) for seat in range(rulebook.seats(event.options))),
            terms=event.terms,
            external_id=event.external_id,
        )
    assert table is not None, f"{type(event).__name__} before the table was opened"
    if type(event) not in _TABLE_EVENTS:
        return replace(table, play=rulebook.evolve(table.play, event))
    match event:
        case SeatTaken():
            table_seat = TableSeat(
                event.seat,
                event.player,
                event.sitting,
                event.entropy,
                entropy_commitment=event.entropy_commitment,
                deck=event.deck,
            )
            return _with_fronts(_with_seat(table, table_seat), event)
        case SeatLeft():
            last_sitting = table.seats[event.seat].sitting
            return _with_seat(table, TableSeat(event.seat, sitting=last_sitting))
        case SittingRenewed():
            return _with_seat(table, replace(table.seats[event.seat], sitting=event.sitting))
        case GameStarted():
            return replace(table, stage="playing", play=_initial(rulebook, table))
        case SeatResigned():
            table_seat = replace(table.seats[event.seat], resigned=True)
            # A takeback does not bring a resigned seat back.
            return replace(
                _with_seat(table, table_seat), kept=takeback.nothing_kept(table), takeback=UNSET
            )
        case ClocksSet():
            return replace(table, clocks=event.clocks)
        case TimeRanOut():
            # The events that follow say what it leads to.
            return table
        case TurnKept():
            return replace(table, kept=takeback.with_turn(table, event.seat))
        case TakebackAsked():
            return replace(table, takeback=Takeback(event.seat))
        case TakebackAnswered():
            return replace(table, takeback=takeback.answered(table, event))
        case TakebackLapsed():
            return replace(table, takeback=UNSET)
        case TakenBack():
            kept = takeback.up_to(table, event)
            return replace(table, play=event.play, kept=kept, takeback=UNSET)
        case TableAborted():
            return replace(table, stage="aborted", reason=event.reason)
        case TableVoided():
            return _stopped(replace(table, stage="voided", reason=event.reason))
        case GameEnded():
            return ended(replace(table, play=rulebook.evolve(table.play, event)), event)
        case _:
            raise AssertionError(f"{type(event).__name__} is not an event of a table")


def _with_fronts(table: AnyTable, event: SeatTaken) -> AnyTable:
    if isinstance(event.deck_fronts, UnsetType):
        return table
    seats = (
        table_seat if front is None else replace(table_seat, deck_front=front)
        for table_seat, front in zip(table.seats, event.deck_fronts, strict=True)
    )
    return replace(table, seats=tuple(seats))


def _initial(rulebook: AnyRulebook, table: AnyTable) -> Any:
    play = rulebook.initial(table.options)
    decks = tuple(
        None if isinstance(table_seat.deck, UnsetType) else table_seat.deck
        for table_seat in table.seats
    )
    if not any(decks):
        return play
    assert isinstance(rulebook, DeckRulebook), "other rules accept no decks"
    return rulebook.with_decks(play, decks)


def _with_seat(table: AnyTable, table_seat: TableSeat) -> AnyTable:
    seats = tuple(table_seat if table_seat.seat == other.seat else other for other in table.seats)
    return replace(table, seats=seats)


def ended(table: AnyTable, event: GameEnded) -> AnyTable:
    table = replace(table, stage="over", reason=event.reason, results=event.results)
    return _stopped(table)


def _stopped(table: AnyTable) -> AnyTable:
    """A table at which nobody acts any more."""
    return replace(table, clocks=clocks.stopped(table), kept=UNSET, takeback=UNSET)
