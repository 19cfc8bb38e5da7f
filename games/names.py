"""Names in place of player ids, for people who look at a table."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from schemas.table import AnyTable, SeatTaken, TakeSeat

Names = Mapping[str, str]


def table_with_names(table: AnyTable, names: Names) -> AnyTable:
    """Return the table with names in place of player ids. For display only."""
    seats = tuple(
        replace(seat, player=names.get(seat.player, seat.player)) if seat.player else seat
        for seat in table.seats
    )
    return replace(table, seats=seats)


def event_with_names(event: Any, names: Names) -> Any:
    """Return the event or action with a name in place of a player id. For display only."""
    if isinstance(event, SeatTaken | TakeSeat) and event.player in names:
        return replace(event, player=names[event.player])
    return event
