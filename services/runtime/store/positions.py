"""Positions of tables for readers: the newest, or at any seq."""

from collections import OrderedDict

from games.history import Position
from services.runtime.store.event_log import EventLog
from services.runtime.store.snapshots import load_position, replay_from


class PositionReader:
    """Loads positions and caches the newest of each table.

    Reads new commits on every call, so a position includes every outcome published before it.
    """

    def __init__(self, log: EventLog, tables_max: int) -> None:
        self._log = log
        self._tables_max = tables_max
        self._positions: OrderedDict[str, Position] = OrderedDict()

    async def latest(self, table_id: str) -> Position | None:
        """Return the newest position, or None if the table does not exist."""
        cached = self._positions.get(table_id)
        if cached is None:
            position = await load_position(self._log, table_id)
        else:
            position = await replay_from(self._log, table_id, cached)
        if position is not None:
            self._positions[table_id] = position
            self._positions.move_to_end(table_id)
            while len(self._positions) > self._tables_max:
                self._positions.popitem(last=False)
        return position

    async def at(self, table_id: str, seq: int) -> Position | None:
        """Return the position after a commit, or None if there is no such commit."""
        cached = self._positions.get(table_id)
        start = cached if cached is not None and cached.seq <= seq else None
        position = await replay_from(self._log, table_id, start, seq)
        return position if position is not None and position.seq == seq else None
