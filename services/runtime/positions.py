"""Positions of games for readers, folded from their commits: now, or at any version."""

from collections import OrderedDict

from games.codec import read_commit
from games.contract import Game
from games.history import Position, replay
from games.registry import game_with_rules
from services.runtime.event_log import EventLog


class UnknownRulesError(RuntimeError):
    """A history was played under rules that this service does not have."""


class PositionReader:
    """The newest position of a game, and any earlier one. Never behind an outcome one has heard."""

    def __init__(self, log: EventLog, games_max: int) -> None:
        self._log = log
        self._games_max = games_max
        self._positions: OrderedDict[str, Position] = OrderedDict()

    async def now(self, game_id: str) -> Position | None:
        """None when there is no such game."""
        position = await self._advance(game_id, self._positions.get(game_id), None)
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
        position = await self._advance(game_id, start, seq)
        return position if position is not None and position.seq == seq else None

    async def _advance(
        self, game_id: str, position: Position | None, until: int | None
    ) -> Position | None:
        if position is not None and position.seq == until:
            return position
        async for line in self._log.read(game_id, position.seq if position else 0):
            commit = read_commit(line)
            if position is None:
                position = Position(game_under(commit.rules), game_id)
            position = replay(position, commit)
            if position.seq == until:
                break
        return position


def game_under(rules: str) -> Game:
    """The game whose rules a history was played under. Raises UnknownRulesError."""
    game = game_with_rules(rules)
    if game is None:
        raise UnknownRulesError(f"the game is played under {rules}, which this service lacks")
    return game
