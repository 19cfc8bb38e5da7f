"""Readers load positions from snapshots and commits and never get an outdated one."""

import pytest

from schemas.commit import canonical
from services.runtime.store.event_log import EventLog
from services.runtime.store.positions import PositionReader
from services.runtime.store.snapshots import encode_snapshot, load_position
from tests.services.commands import history, new_table_id
from tests.services.full_client import client_of

pytestmark = pytest.mark.anyio

COMMITS = 40


async def write_history(event_log: EventLog, table_id: str, snapshot_at: int | None = None) -> None:
    """Write a table's stream as an engine would, with a snapshot at a seq if one is given."""
    shard = event_log.shard(table_id)
    for commit, position in history(table_id, COMMITS):
        fields = {"commit": canonical(commit)}
        await client_of(event_log).xadd(shard.table(table_id), fields, id=f"{commit.seq}-0")
        if commit.seq == snapshot_at:
            await client_of(event_log).set(shard.snapshot(table_id), encode_snapshot(position))


@pytest.mark.parametrize("snapshot_at", [None, 1, 20, COMMITS])
async def test_a_position_is_the_same_with_and_without_a_snapshot(
    event_log: EventLog, snapshot_at: int | None
) -> None:
    table_id = new_table_id()
    await write_history(event_log, table_id, snapshot_at)
    expected = [position for _, position in history(table_id, COMMITS)]
    reader = PositionReader(event_log, 10)

    assert await reader.latest(table_id) == expected[-1]
    for seq in (1, 19, 20, 21, COMMITS):
        assert await reader.at(table_id, seq) == expected[seq - 1]
    assert await reader.at(table_id, COMMITS + 1) is None


async def test_does_not_read_the_commits_before_a_snapshot(event_log: EventLog) -> None:
    """Proved by deleting them, which is never allowed on a real table."""
    table_id = new_table_id()
    await write_history(event_log, table_id, snapshot_at=20)
    await client_of(event_log).xtrim(
        event_log.shard(table_id).table(table_id), minid="20-0", approximate=False
    )

    position = await load_position(event_log, table_id)

    assert position == history(table_id, COMMITS)[-1][1]


@pytest.mark.parametrize("text", [b"", b"{}", b"no snapshot", None], ids=str)
async def test_ignores_an_unusable_snapshot(event_log: EventLog, text: bytes | None) -> None:
    table_id = new_table_id()
    await write_history(event_log, table_id)
    foreign = encode_snapshot(history(new_table_id(), 20)[-1][1])
    await client_of(event_log).set(event_log.shard(table_id).snapshot(table_id), text or foreign)

    assert await load_position(event_log, table_id) == history(table_id, COMMITS)[-1][1]


async def test_a_table_that_does_not_exist_has_no_position(event_log: EventLog) -> None:
    assert await PositionReader(event_log, 10).latest(new_table_id()) is None
