"""Positions written down now and then, so that a long game need not be folded from its start.

A snapshot only saves time: it may be thrown away, and one that can't be used is passed over.
"""

from functools import cache
from typing import Any

import msgspec
import structlog
from msgspec import Struct

from games.codec import read_commit, table_type
from games.contract import Game
from games.history import Diverged, Position, replay
from games.registry import game_with_rules
from schemas.commit import AnyCommit, canonical, digest
from schemas.table import AnyTable
from services.runtime.connection import LOST
from services.runtime.event_log import EventLog
from services.runtime.telemetry import GAME, SNAPSHOTS_UNUSABLE

log = structlog.get_logger()


class UnknownRulesError(RuntimeError):
    """A history was played under rules that this service does not have."""


class Snapshot(Struct, frozen=True, forbid_unknown_fields=True):
    """A position, written down."""

    rules: str
    seq: int
    hash: str
    table: msgspec.Raw


_snapshot_decoder = msgspec.json.Decoder(Snapshot)


def written_down(position: Position) -> bytes:
    snapshot = Snapshot(
        position.game.rules,
        position.seq,
        position.hash or "",
        msgspec.Raw(canonical(position.table)),
    )
    return msgspec.json.encode(snapshot)


async def load_position(
    event_log: EventLog, game_id: str, *, use_snapshot: bool = True
) -> Position | None:
    """From the truth: a snapshot and the commits after it, or all commits. None without any."""
    start = None
    if use_snapshot:
        try:
            start = await _from_snapshot(event_log, game_id)
        except LOST:
            raise
        except Exception as error:
            # Whatever is wrong with it, the commits are the truth.
            SNAPSHOTS_UNUSABLE.inc()
            log.warning("snapshot not used", error=repr(error), **{GAME: game_id})
    return await replayed(event_log, game_id, start)


async def replayed(
    event_log: EventLog, game_id: str, position: Position | None, until: int | None = None
) -> Position | None:
    """The position with the commits after it folded in, all of them or up to a version."""
    if position is not None and position.seq == until:
        return position
    async for line in event_log.read(game_id, position.seq if position else 0):
        commit = read_commit(line)
        if position is None:
            position = Position(game_under(commit.rules), game_id)
        position = replay(position, commit)
        if position.seq == until:
            break
    return position


async def _from_snapshot(event_log: EventLog, game_id: str) -> Position | None:
    raw = await event_log.client.get(event_log.shard(game_id).snapshot(game_id))
    if raw is None:
        return None
    snapshot = _snapshot_decoder.decode(raw)
    table: AnyTable = _table_decoder(snapshot.rules).decode(snapshot.table)
    commit = await event_log.commit(game_id, snapshot.seq)
    if commit is None:
        raise Diverged(snapshot.seq, "there is a snapshot of it, but no such commit")
    _check(snapshot, table, read_commit(commit))
    return Position(game_under(snapshot.rules), game_id, snapshot.seq, snapshot.hash, table)


def _check(snapshot: Snapshot, table: AnyTable, commit: AnyCommit) -> None:
    """A snapshot has to be what its commit led to: the next commit would build on it."""
    if (snapshot.hash, digest(table)) != (commit.hash, commit.state):
        raise Diverged(commit.seq, "the snapshot of it is of another history")


@cache
def _table_decoder(rules: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(table_type(game_under(rules)))


def game_under(rules: str) -> Game:
    """The game whose rules a history was played under. Raises UnknownRulesError."""
    game = game_with_rules(rules)
    if game is None:
        raise UnknownRulesError(f"the game is played under {rules}, which this service lacks")
    return game
