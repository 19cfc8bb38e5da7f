"""The engine's positions: cached, or loaded from snapshots and commits."""

import asyncio
import time
from collections.abc import Iterable

from games.codec import UnknownRulesError
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
from services.runtime.store.keys import StreamKeys
from services.runtime.store.position_cache import PositionCache
from services.runtime.store.snapshots import encode_snapshot, load_position

LoadedPosition = Position | Exception | None


class Memory:
    def __init__(self, log: EventLog, tables_max: int, snapshot_every: int) -> None:
        self._log = log
        self._snapshot_every = snapshot_every
        self._cache: PositionCache[Position] = PositionCache(tables_max)

    async def positions(self, table_ids: Iterable[str]) -> dict[str, LoadedPosition]:
        """Return positions by table id: None for a table that does not exist, the error for one
        that cannot be loaded, so that it does not stop the others."""
        positions: dict[str, LoadedPosition] = {}
        missing = []
        for table_id in table_ids:
            position = self._cache.latest(table_id)
            if position is None:
                missing.append(table_id)
            else:
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
        except UnknownRulesError as error:
            return error
        except Exception as error:
            # A bad history or snapshot must not stop the shard's other tables.
            REPLAY_MISMATCHES.inc()
            return error

    async def load(self, table_id: str, *, use_snapshot: bool = True) -> Position | None:
        return await load_position(self._log, table_id, use_snapshot=use_snapshot)

    async def keep(self, positions: Iterable[tuple[Position, int]]) -> None:
        """Cache committed positions of one stream, each given with the seq of the position before.

        Writes the snapshots that are due.
        """
        due = []
        for position, seq_before in positions:
            self._cache.keep(position)
            every = self._snapshot_every
            if position.seq // every > seq_before // every:
                due.append(position)
        CACHED_TABLES.set(len(self._cache))
        if due:
            await self._log.store_snapshots(
                {position.table_id: encode_snapshot(position) for position in due}
            )
            SNAPSHOTS.inc(len(due))

    def forget(self, table_ids: Iterable[str]) -> None:
        """Drop cached positions that are out of date."""
        self._cache.forget(table_ids)

    def forget_stream(self, stream: StreamKeys) -> None:
        table_ids = self._cache.table_ids()
        self.forget(table_id for table_id in table_ids if self._log.is_in(table_id, stream))
