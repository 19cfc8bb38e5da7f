"""Snapshots: stored positions that save folding a long history from its start.

A snapshot can be deleted at any time. One that cannot be used is ignored.
"""

from functools import cache
from typing import Any

import msgspec
import structlog
from msgspec import Struct

from games.codec import UnknownRulesError, read_commit, table_type
from games.history import DivergedError, Position, replay, start
from games.registry import rulebook_with_rules, rulebooks
from schemas.commit import AnyCommit, canonical, digest
from schemas.table import AnyTable
from services.runtime.operations.telemetry import TABLE, UNUSABLE_SNAPSHOTS
from services.runtime.server.connection import CONNECTION_ERRORS
from services.runtime.store.event_log import EventLog

log = structlog.get_logger()


class Snapshot(Struct, frozen=True, forbid_unknown_fields=True):
    """A stored position. Strict: a snapshot of a newer release is not used."""

    rules: str
    seq: int
    hash: str
    table: msgspec.Raw


_snapshot_decoder = msgspec.json.Decoder(Snapshot)


def encode_snapshot(position: Position) -> bytes:
    snapshot = Snapshot(
        position.rulebook.rules,
        position.seq,
        position.hash or "",
        msgspec.Raw(canonical(position.table)),
    )
    return msgspec.json.encode(snapshot)


async def load_position(
    event_log: EventLog, table_id: str, *, use_snapshot: bool = True
) -> Position | None:
    """Fold a snapshot and the commits after it, or all commits. Return None if there are none."""
    position = None
    if use_snapshot:
        try:
            position = await _from_snapshot(event_log, table_id)
        except CONNECTION_ERRORS:
            raise
        except Exception as error:
            # Whatever is wrong with the snapshot, the commits are the source of truth.
            UNUSABLE_SNAPSHOTS.inc()
            log.warning("snapshot not used", error=repr(error), **{TABLE: table_id})
    return await replay_from(event_log, table_id, position)


async def replay_from(
    event_log: EventLog, table_id: str, position: Position | None, until: int | None = None
) -> Position | None:
    """Fold the commits after a position, all of them or up to a seq."""
    if position is not None and position.seq == until:
        return position
    async for line in event_log.read(table_id, position.seq if position else 0):
        commit = read_commit(line)
        position = replay(position or start(commit), commit)
        if position.seq == until:
            break
    return position


async def _from_snapshot(event_log: EventLog, table_id: str) -> Position | None:
    raw = await event_log.snapshot(table_id)
    if raw is None:
        return None
    snapshot = _snapshot_decoder.decode(raw)
    rulebook = rulebook_with_rules(snapshot.rules)
    if rulebook is None:
        raise UnknownRulesError(snapshot.rules)
    table: AnyTable = _table_decoder(snapshot.rules).decode(snapshot.table)
    line = await event_log.commit(table_id, snapshot.seq)
    if line is None:
        raise DivergedError(snapshot.seq, "the snapshot exists, but the commit does not")
    commit = read_commit(line)
    _check(snapshot, table, commit)
    return Position(rulebook, table_id, snapshot.seq, snapshot.hash, table, commit.at)


def _check(snapshot: Snapshot, table: AnyTable, commit: AnyCommit) -> None:
    """A snapshot must be the state its commit led to: the next commit builds on it."""
    if (snapshot.hash, digest(table)) != (commit.hash, commit.state):
        raise DivergedError(commit.seq, "the snapshot does not match the commit")


@cache
def _table_decoder(rules: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(table_type(rulebooks()[rules]))
