"""What an event makes of a table: the only place where a table changes."""

from typing import Any, get_args

from msgspec import UNSET
from msgspec.structs import replace

from games import clocks, takeback
from games.contract import Game
from schemas.table import (
    AnyTable,
    Chair,
    ClocksSet,
    GameEnded,
    GameStarted,
    SeatLeft,
    SeatResigned,
    SeatTaken,
    Table,
    TableAborted,
    TableEvent,
    TableOpened,
    Takeback,
    TakebackAnswered,
    TakebackAsked,
    TakebackLapsed,
    TakenBack,
    TimeRanOut,
    TurnKept,
)

_TABLE_EVENTS = {TakenBack, *get_args(TableEvent)}
"""Asked first: nearly all events are a game's own."""


def evolve(game: Game, table: AnyTable | None, event: Any) -> AnyTable:
    """The table after one event."""
    if isinstance(event, TableOpened):
        return Table(
            game=event.game,
            rules=game.rules,
            options=event.options,
            commitment=event.commitment,
            seed=event.seed,
            chairs=tuple(Chair(seat) for seat in range(game.seats(event.options))),
            terms=event.terms,
        )
    assert table is not None, f"{type(event).__name__} before the table was opened"
    if type(event) not in _TABLE_EVENTS:
        return replace(table, play=game.evolve(table.play, event))
    match event:
        case SeatTaken():
            chair = Chair(event.seat, event.player, event.entropy)
            return _with_chair(table, chair)
        case SeatLeft():
            return _with_chair(table, Chair(event.seat))
        case GameStarted():
            return replace(table, stage="playing", play=game.initial(table.options))
        case SeatResigned():
            chair = replace(table.chairs[event.seat], resigned=True)
            # A seat that is gone does not come back by somebody's takeback.
            return replace(
                _with_chair(table, chair), kept=takeback.nothing_kept(table), takeback=UNSET
            )
        case ClocksSet():
            return replace(table, clocks=event.clocks)
        case TimeRanOut():
            # What it leads to is told by the events that follow.
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
        case GameEnded():
            return ended(replace(table, play=game.evolve(table.play, event)), event)
        case _:
            raise AssertionError(f"{type(event).__name__} is no event of a table")


def _with_chair(table: AnyTable, chair: Chair) -> AnyTable:
    chairs = tuple(chair if chair.seat == other.seat else other for other in table.chairs)
    return replace(table, chairs=chairs)


def ended(table: AnyTable, event: GameEnded) -> AnyTable:
    return replace(
        table,
        stage="over",
        reason=event.reason,
        results=event.results,
        clocks=clocks.stopped(table),
        kept=UNSET,
        takeback=UNSET,
    )
