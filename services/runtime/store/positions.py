"""Positions of tables for readers: the newest, or at any seq."""

from games.history import Position
from services.runtime.store.event_log import EventLog
from services.runtime.store.position_cache import PositionCache
from services.runtime.store.snapshots import load_position, replay_from


class PositionReader:
    """Loads positions and caches the newest of each table.

    Reads new commits on every call, so a position includes every outcome published before it.
    """

    def __init__(self, log: EventLog, tables_max: int) -> None:
        self._log = log
        self._cache: PositionCache[Position] = PositionCache(tables_max)

    async def latest(self, table_id: str) -> Position | None:
        """Return the newest position, or None if the table does not exist."""
        cached = self._cache.latest(table_id)
        if cached is None:
            position = await load_position(self._log, table_id)
        else:
            position = await replay_from(self._log, table_id, cached)
        if position is not None:
            self._cache.keep(position)
        return position

    async def at(self, table_id: str, seq: int) -> Position | None:
        """Return the position after a commit, or None if there is no such commit."""
        start = self._cache.at_most(table_id, seq)
        position = await replay_from(self._log, table_id, start, seq)
        return position if position is not None and position.seq == seq else None
