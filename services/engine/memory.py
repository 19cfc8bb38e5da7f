"""Games in memory: the newest first to stay, loaded from a snapshot and what came after it."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterable

from games.history import Position
from services.runtime.connection import LOST
from services.runtime.event_log import EventLog
from services.runtime.keys import ShardKeys
from services.runtime.snapshots import load_position, written_down
from services.runtime.telemetry import (
    CACHE,
    CACHED_GAMES,
    LOADING_SECONDS,
    REPLAY_MISMATCHES,
    SNAPSHOTS,
)

Where = Position | Exception | None


class Memory:
    def __init__(self, log: EventLog, games_max: int, snapshot_every: int) -> None:
        self._log = log
        self._games_max = games_max
        self._snapshot_every = snapshot_every
        self._positions: OrderedDict[str, Position] = OrderedDict()

    async def positions(self, game_ids: Iterable[str]) -> dict[str, Where]:
        """Where these games stand: None for one that does not exist yet, the error for one that
        can't be loaded, so that it does not stop the others."""
        found: dict[str, Where] = {}
        missing = []
        for game_id in game_ids:
            position = self._positions.get(game_id)
            if position is None:
                missing.append(game_id)
            else:
                self._positions.move_to_end(game_id)
                found[game_id] = position
        CACHE.labels("yes").inc(len(found))
        CACHE.labels("no").inc(len(missing))
        if missing:
            start = time.perf_counter()
            loaded = await asyncio.gather(*(self._load_or_error(game_id) for game_id in missing))
            found |= zip(missing, loaded, strict=True)
            LOADING_SECONDS.observe(time.perf_counter() - start)
        return found

    async def _load_or_error(self, game_id: str) -> Where:
        try:
            return await self.load(game_id)
        except LOST:
            raise
        except Exception as error:
            # Whatever is wrong with a history or a snapshot, the shard's other games go on.
            REPLAY_MISMATCHES.inc()
            return error

    async def load(self, game_id: str, *, use_snapshot: bool = True) -> Position | None:
        return await load_position(self._log, game_id, use_snapshot=use_snapshot)

    async def keep(self, positions: Iterable[tuple[Position, int]]) -> None:
        """Remember positions of one shard that have become true, each with the version known
        before."""
        due = []
        for position, seq_before in positions:
            self._positions[position.id] = position
            self._positions.move_to_end(position.id)
            every = self._snapshot_every
            if position.seq // every > seq_before // every:
                due.append(position)
        while len(self._positions) > self._games_max:
            self._positions.popitem(last=False)
        CACHED_GAMES.set(len(self._positions))
        if due:
            # They are of one shard, so a cluster takes them together too.
            await self._log.client.mset(
                {self._log.shard(one.id).snapshot(one.id): written_down(one) for one in due}
            )
            SNAPSHOTS.inc(len(due))

    def forget(self, game_ids: Iterable[str]) -> None:
        """What was believed of these games is not true any more."""
        for game_id in game_ids:
            self._positions.pop(game_id, None)

    def forget_shard(self, shard: ShardKeys) -> None:
        self.forget([game_id for game_id in self._positions if self._log.shard(game_id) == shard])
