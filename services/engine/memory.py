"""A least-recently-used cache of positions, loaded from snapshots and commits."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterable

from games.history import Position
from services.runtime.operations.telemetry import (
    BATCH_LOAD_SECONDS,
    CACHE_LOOKUPS,
    CACHED_TABLES,
    REPLAY_MISMATCHES,
    SNAPSHOTS,
)
from services.runtime.server.connection import CONNECTION_ERRORS
from services.runtime.store.event_log import EventLog
from services.runtime.store.keys import ShardKeys
from services.runtime.store.snapshots import encode_snapshot, load_position

LoadedPosition = Position | Exception | None


class Memory:
    def __init__(self, log: EventLog, tables_max: int, snapshot_every: int) -> None:
        self._log = log
        self._tables_max = tables_max
        self._snapshot_every = snapshot_every
        self._positions: OrderedDict[str, Position] = OrderedDict()

    async def positions(self, table_ids: Iterable[str]) -> dict[str, LoadedPosition]:
        """Return positions by table id: None for a table that does not exist, the error for one
        that cannot be loaded, so that it does not stop the others."""
        positions: dict[str, LoadedPosition] = {}
        missing = []
        for table_id in table_ids:
            position = self._positions.get(table_id)
            if position is None:
                missing.append(table_id)
            else:
                self._positions.move_to_end(table_id)
                positions[table_id] = position
        CACHE_LOOKUPS.labels("hit").inc(len(positions))
        CACHE_LOOKUPS.labels("miss").inc(len(missing))
        if missing:
            start = time.perf_counter()
            loaded = await asyncio.gather(*(self._load_or_error(table_id) for table_id in missing))
            positions |= zip(missing, loaded, strict=True)
            BATCH_LOAD_SECONDS.observe(time.perf_counter() - start)
        return positions

    async def _load_or_error(self, table_id: str) -> LoadedPosition:
        try:
            return await self.load(table_id)
        except CONNECTION_ERRORS:
            raise
        except Exception as error:
            # A bad history or snapshot must not stop the shard's other tables.
            REPLAY_MISMATCHES.inc()
            return error

    async def load(self, table_id: str, *, use_snapshot: bool = True) -> Position | None:
        return await load_position(self._log, table_id, use_snapshot=use_snapshot)

    async def keep(self, positions: Iterable[tuple[Position, int]]) -> None:
        """Cache committed positions of one shard, each given with the seq of the position before.

        Writes the snapshots that are due.
        """
        due = []
        for position, seq_before in positions:
            self._positions[position.table_id] = position
            self._positions.move_to_end(position.table_id)
            every = self._snapshot_every
            if position.seq // every > seq_before // every:
                due.append(position)
        while len(self._positions) > self._tables_max:
            self._positions.popitem(last=False)
        CACHED_TABLES.set(len(self._positions))
        if due:
            # All keys are in one shard, so a cluster accepts them in one command.
            await self._log.client.mset(
                {self._snapshot_key(position): encode_snapshot(position) for position in due}
            )
            SNAPSHOTS.inc(len(due))

    def forget(self, table_ids: Iterable[str]) -> None:
        """Drop cached positions that are out of date."""
        for table_id in table_ids:
            self._positions.pop(table_id, None)

    def forget_shard(self, shard: ShardKeys) -> None:
        self.forget(
            [table_id for table_id in self._positions if self._log.shard(table_id) == shard]
        )

    def _snapshot_key(self, position: Position) -> str:
        return self._log.shard(position.table_id).snapshot(position.table_id)
