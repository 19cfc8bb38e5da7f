"""A position is the same from memory, from a snapshot and later commits, and from all commits."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from structlog.testing import capture_logs

from games.city.rulebook import CITY
from games.history import DivergedError, Position
from schemas.commit import AnyCommit, canonical, seal
from services.engine.memory import Memory
from services.runtime.operations.telemetry import REPLAY_MISMATCHES, SNAPSHOTS, UNUSABLE_SNAPSHOTS
from services.runtime.store.event_log import EventLog
from services.runtime.store.keys import StreamKeys
from tests.services.commands import history, new_table_id
from tests.services.full_client import FullClient, client_of

pytestmark = pytest.mark.anyio


def value_of(metric: Any) -> float:
    value: float = metric._value.get()
    return value


async def write(event_log: EventLog, table_id: str, commits: int | None = None) -> list[Position]:
    """Write a game between bots. Returns the positions: index n is after commit n."""
    commits_and_positions = history(table_id, commits)
    stream = event_log.shard(table_id).table(table_id)
    async with client_of(event_log).pipeline(transaction=False) as pipe:
        for commit, _ in commits_and_positions:
            pipe.xadd(stream, {"commit": canonical(commit)}, id=f"{commit.seq}-0")
        await pipe.execute()
    return [Position(CITY, table_id), *(position for _, position in commits_and_positions)]


@pytest.fixture
def memory(event_log: EventLog) -> Memory:
    return Memory(event_log, tables_max=100, snapshot_every=10)


async def test_a_position_is_the_same_from_every_source(
    event_log: EventLog, memory: Memory
) -> None:
    table_id = new_table_id()
    positions = await write(event_log, table_id)
    last = len(positions) - 1
    assert last > 100
    assert await memory.load(table_id) == positions[last], "from all commits, without a snapshot"
    for seq in (1, 2, 50, last - 1, last):
        await Memory(event_log, 1, 1).keep([(positions[seq], seq - 1)])
        with capture_logs() as lines:
            assert await memory.load(table_id) == positions[last], f"from a snapshot at {seq}"
        assert lines == []
    assert await memory.load(table_id, use_snapshot=False) == positions[last]
    await memory.keep([(positions[last], last)])
    assert await memory.positions([table_id]) == {table_id: positions[last]}, "from memory"


async def test_a_table_that_does_not_exist_is_none(memory: Memory) -> None:
    table_id = new_table_id()
    assert await memory.positions([table_id]) == {table_id: None}


@pytest.mark.parametrize(
    ("before", "after", "is_written"),
    [(0, 9, False), (0, 10, True), (9, 10, True), (10, 11, False), (10, 19, False), (12, 31, True)],
)
async def test_writes_a_snapshot_at_the_configured_interval(
    event_log: EventLog, memory: Memory, before: int, after: int, is_written: bool
) -> None:
    table_id = new_table_id()
    positions = await write(event_log, table_id, 40)
    snapshots = value_of(SNAPSHOTS)
    await memory.keep([(positions[after], before)])
    assert (
        await client_of(event_log).exists(event_log.shard(table_id).snapshot(table_id))
        == is_written
    )
    assert value_of(SNAPSHOTS) - snapshots == is_written


async def test_evicts_the_least_recently_used_table(event_log: EventLog) -> None:
    memory = Memory(event_log, tables_max=2, snapshot_every=1000)
    table_ids = [new_table_id() for _ in range(3)]
    positions = {table_id: (await write(event_log, table_id, 3))[3] for table_id in table_ids}
    await memory.keep([(positions[table_ids[0]], 2), (positions[table_ids[1]], 2)])
    await memory.positions([table_ids[0]])
    await memory.keep([(positions[table_ids[2]], 2)])
    assert memory._cache.table_ids() == [table_ids[0], table_ids[2]]
    assert await memory.positions(table_ids) == positions, "evicted tables are loaded again"


async def test_forgotten_tables_are_loaded_again(event_log: EventLog, memory: Memory) -> None:
    shard = event_log.all_shards()[2]
    forgotten, kept = new_table_id(2), new_table_id(3)
    for table_id in (forgotten, kept):
        positions = await write(event_log, table_id, 5)
        await memory.keep([(positions[3], 2)])
    memory.forget_stream(StreamKeys(shard))
    loaded = await memory.positions([forgotten, kept])
    seqs = {
        table_id: position.seq
        for table_id, position in loaded.items()
        if isinstance(position, Position)
    }
    assert seqs == {forgotten: 5, kept: 3}


def _with_fields(**fields: Any) -> Callable[[bytes], bytes]:
    def change(raw: bytes) -> bytes:
        return msgspec.json.encode(msgspec.json.decode(raw) | fields)

    return change


def _other_reason(raw: bytes) -> bytes:
    snapshot = msgspec.json.decode(raw)
    snapshot["table"]["reason"] = "unknown"
    return msgspec.json.encode(snapshot)


BAD_SNAPSHOTS: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "not-json": lambda _: b"\x80\x04pickle",
    "cut-off": lambda raw: raw[: len(raw) // 2],
    "null": lambda _: b"null",
    "older-format": lambda _: b'{"state": {}, "version": 20}',
    "newer-format": _with_fields(format=2),
    "unknown-rules": _with_fields(rules="city/0"),
    "other-table": _with_fields(table={"seats": []}),
    "ahead-of-the-commits": _with_fields(seq=31),
    "before-the-first": _with_fields(seq=0),
    "of-another-commit": _with_fields(seq=19),
    "another-hash": _with_fields(hash="0" * 64),
    "another-table": _other_reason,
    "nested-too-deep": lambda _: b'{"rules":' + b"[" * 100_000,
}


@pytest.mark.parametrize("name", BAD_SNAPSHOTS)
@pytest.mark.parametrize("tail", [0, 5])
async def test_ignores_an_unusable_snapshot(
    event_log: EventLog, memory: Memory, client: FullClient, name: str, tail: int
) -> None:
    table_id = new_table_id()
    positions = await write(event_log, table_id, 20 + tail)
    key = event_log.shard(table_id).snapshot(table_id)
    await memory.keep([(positions[20], 19)])
    snapshot = await client.get(key)
    assert snapshot is not None
    await client.set(key, BAD_SNAPSHOTS[name](snapshot))
    memory.forget([table_id])
    unusable, mismatches = value_of(UNUSABLE_SNAPSHOTS), value_of(REPLAY_MISMATCHES)
    with capture_logs() as lines:
        assert await memory.positions([table_id]) == {table_id: positions[-1]}
    assert [line["event"] for line in lines] == ["snapshot not used"]
    assert lines[0]["table"] == table_id
    assert value_of(UNUSABLE_SNAPSHOTS) == unusable + 1
    assert value_of(REPLAY_MISMATCHES) == mismatches, "the history itself is intact"


def _with_seed(commit: AnyCommit) -> bytes:
    opened = msgspec.structs.replace(commit.events[0], seed="0" * 64)
    return canonical(seal(msgspec.structs.replace(commit, events=(opened,))))


TAMPERED: dict[str, Callable[[AnyCommit], bytes]] = {
    "not-json": lambda _: b"\xff\xfe",
    "no-commit": lambda _: b"{}",
    "unknown-rules": lambda commit: canonical(commit).replace(b"city/2", b"city/0"),
    "changed": lambda commit: canonical(commit).replace(b'"at":0', b'"at":1'),
    "changed-and-sealed": _with_seed,
    "of-another-table": lambda commit: canonical(
        seal(msgspec.structs.replace(commit, table="another-table"))
    ),
}


@pytest.mark.parametrize("name", TAMPERED)
async def test_a_history_that_does_not_replay_does_not_stop_others(
    event_log: EventLog, memory: Memory, client: FullClient, name: str
) -> None:
    bad, good = new_table_id(1), new_table_id(1)
    positions = await write(event_log, good, 5)
    stream = event_log.shard(bad).table(bad)
    (first, _), (second, _) = history(bad, 2)
    await client.xadd(stream, {"commit": TAMPERED[name](first)}, id="1-0")
    await client.xadd(stream, {"commit": canonical(second)}, id="2-0")
    mismatches = value_of(REPLAY_MISMATCHES)
    loaded = await memory.positions([bad, good])
    assert isinstance(loaded[bad], Exception)
    assert loaded[good] == positions[5]
    assert value_of(REPLAY_MISMATCHES) == mismatches + 1


async def test_detects_a_missing_commit(
    event_log: EventLog, memory: Memory, client: FullClient
) -> None:
    table_id = new_table_id()
    await write(event_log, table_id, 5)
    await client.xdel(event_log.shard(table_id).table(table_id), "3-0")
    loaded = await memory.positions([table_id])
    assert isinstance(loaded[table_id], DivergedError)
    assert "expected commit 3, got 4" in str(loaded[table_id])
