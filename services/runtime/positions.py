"""Positions of games for readers, folded from their commits: now, or at any version."""

from collections import OrderedDict

from games.history import Position
from services.runtime.event_log import EventLog
from services.runtime.snapshots import load_position, replayed


class PositionReader:
    """The newest position of a game, and any earlier one. Never behind an outcome one has heard."""

    def __init__(self, log: EventLog, games_max: int) -> None:
        self._log = log
        self._games_max = games_max
        self._positions: OrderedDict[str, Position] = OrderedDict()

    async def now(self, game_id: str) -> Position | None:
        """None when there is no such game."""
        held = self._positions.get(game_id)
        if held is None:
            position = await load_position(self._log, game_id)
        else:
            position = await replayed(self._log, game_id, held)
        if position is not None:
            self._positions[game_id] = position
            self._positions.move_to_end(game_id)
            while len(self._positions) > self._games_max:
                self._positions.popitem(last=False)
        return position

    async def at(self, game_id: str, seq: int) -> Position | None:
        """The position after a commit; None when there is no such commit."""
        held = self._positions.get(game_id)
        start = held if held is not None and held.seq <= seq else None
        position = await replayed(self._log, game_id, start, seq)
        return position if position is not None and position.seq == seq else None
