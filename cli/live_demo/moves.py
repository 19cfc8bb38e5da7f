"""Choose the next command at a table of bots."""

from collections.abc import Sequence
from typing import Any

from games import table as tables
from games.bots import Bot, Pick
from games.history import Position
from schemas.table import SYSTEM, AbortTable, OpenTable, Resign, Sender, StartGame, TakeSeat
from schemas.terms import Terms


def next_move(
    position: Position, options: Any, players: Sequence[tuple[str, Bot]], pick: Pick
) -> tuple[Sender, Any] | None:
    """Return the next sender and action, or None when the game is over."""
    table = position.table
    if table is None:
        return SYSTEM, OpenTable(position.rulebook.game, options, Terms(rated=False))
    if table.stage == "open":
        free_seats = [table_seat.seat for table_seat in table.seats if table_seat.player is None]
        return (
            (free_seats[0], TakeSeat(players[free_seats[0]][0]))
            if free_seats
            else (SYSTEM, StartGame())
        )
    seats_to_act = tables.to_act(position.rulebook, table)
    if not seats_to_act:
        return None
    seat = seats_to_act[0]
    _, bot = players[seat]
    legal = tables.legal(position.rulebook, table, seat)
    return seat, bot(tables.view(table, seat), seat, legal, pick)


def closing_move(position: Position) -> tuple[Sender, Any] | None:
    """Return the next sender and action that end an abandoned table, or None when it is over."""
    table = position.table
    if table is None:
        return None
    if table.stage == "open":
        return SYSTEM, AbortTable("The demo has ended.")
    seats_to_act = tables.to_act(position.rulebook, table)
    return (seats_to_act[0], Resign()) if seats_to_act else None
