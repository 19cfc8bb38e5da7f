"""Games in memory: the newest first to stay, loaded from a snapshot and what came after it."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec
import structlog
from msgspec import Struct

from games.codec import read_commit, table_type
from games.history import Diverged, Position, replay
from schemas.commit import AnyCommit, canonical, digest
from schemas.table import AnyTable
from services.runtime.connection import LOST
from services.runtime.event_log import EventLog
from services.runtime.keys import ShardKeys
from services.runtime.positions import game_under
from services.runtime.telemetry import (
    CACHE,
    CACHED_GAMES,
    GAME,
    LOADING_SECONDS,
    REPLAY_MISMATCHES,
    SNAPSHOTS,
    SNAPSHOTS_UNUSABLE,
)

log = structlog.get_logger()


class Snapshot(Struct, frozen=True, forbid_unknown_fields=True):
    """A position, written down. It may be thrown away at any time."""

    rules: str
    seq: int
    hash: str
    table: msgspec.Raw


_snapshot_decoder = msgspec.json.Decoder(Snapshot)


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
        """From the truth: a snapshot and the commits after it, or all commits."""
        if use_snapshot:
            try:
                position = await self._from_snapshot(game_id)
            except LOST:
                raise
            except Exception as error:
                # A snapshot only saves time. Whatever is wrong with it, the commits are the truth.
                SNAPSHOTS_UNUSABLE.inc()
                log.warning("snapshot not used", error=repr(error), **{GAME: game_id})
            else:
                if position is not None:
                    return position
        return await self._replayed(None, game_id)

    async def _from_snapshot(self, game_id: str) -> Position | None:
        raw = await self._log.client.get(self._log.shard(game_id).snapshot(game_id))
        if raw is None:
            return None
        snapshot = _snapshot_decoder.decode(raw)
        table: AnyTable = _table_decoder(snapshot.rules).decode(snapshot.table)
        commit = await self._log.commit(game_id, snapshot.seq)
        if commit is None:
            raise Diverged(snapshot.seq, "there is a snapshot of it, but no such commit")
        _check(snapshot, table, read_commit(commit))
        start = Position(game_under(snapshot.rules), game_id, snapshot.seq, snapshot.hash, table)
        return await self._replayed(start, game_id)

    async def _replayed(self, position: Position | None, game_id: str) -> Position | None:
        async for line in self._log.read(game_id, position.seq if position else 0):
            commit = read_commit(line)
            if position is None:
                position = Position(game_under(commit.rules), game_id)
            position = replay(position, commit)
        return position

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
            await self._log.client.mset(dict(map(self._snapshot, due)))
            SNAPSHOTS.inc(len(due))

    def _snapshot(self, position: Position) -> tuple[str, bytes]:
        """Its key and its text."""
        snapshot = Snapshot(
            position.game.rules,
            position.seq,
            position.hash or "",
            msgspec.Raw(canonical(position.table)),
        )
        key = self._log.shard(position.id).snapshot(position.id)
        return key, msgspec.json.encode(snapshot)

    def forget(self, game_ids: Iterable[str]) -> None:
        """What was believed of these games is not true any more."""
        for game_id in game_ids:
            self._positions.pop(game_id, None)

    def forget_shard(self, shard: ShardKeys) -> None:
        self.forget([game_id for game_id in self._positions if self._log.shard(game_id) == shard])


def _check(snapshot: Snapshot, table: AnyTable, commit: AnyCommit) -> None:
    """A snapshot has to be what its commit led to: the next commit would build on it."""
    if (snapshot.hash, digest(table)) != (commit.hash, commit.state):
        raise Diverged(commit.seq, "the snapshot of it is of another history")


@cache
def _table_decoder(rules: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(table_type(game_under(rules)))
