"""What happens next at a table of bots: whoever is asked, and what they do."""

from collections.abc import Sequence
from typing import Any

from games import table as tables
from games.bots import Bot, Pick
from games.history import Position
from schemas.table import SYSTEM, Actor, OpenTable, StartGame, TakeSeat


def next_move(
    position: Position, options: Any, players: Sequence[tuple[str, Bot]], pick: Pick
) -> tuple[Actor, Any] | None:
    """The next one to act and the action; nobody when the game is over."""
    table = position.table
    if table is None:
        return SYSTEM, OpenTable(position.game.id, options)
    if table.stage == "open":
        free = [chair.seat for chair in table.chairs if chair.player is None]
        return (free[0], TakeSeat(players[free[0]][0])) if free else (SYSTEM, StartGame())
    waiting = tables.to_act(position.game, table)
    if not waiting:
        return None
    seat = waiting[0]
    _, bot = players[seat]
    legal = tables.legal(position.game, table, seat)
    return seat, bot(tables.view(table, seat), seat, legal, pick)
