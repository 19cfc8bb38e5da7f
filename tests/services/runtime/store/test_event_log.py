"""The append script and the readers of its streams."""

import asyncio
from contextlib import aclosing
from typing import Any

import msgspec
import pytest

from schemas.commit import canonical
from schemas.rejection import Rejection
from services.runtime.operations.tasks import cancel_tasks
from services.runtime.store.dispatch import read_outcome
from services.runtime.store.event_log import (
    ANY_HEAD,
    ENGINE_GROUP,
    AppendRequest,
    EventLog,
    MissingStreamError,
    NotOwnerError,
    PublishedOutcome,
    head,
)
from services.runtime.store.follow import READ_COUNT
from services.runtime.store.keys import ShardKeys, StreamKeys
from services.runtime.store.stream_layout import Resizing
from tests.services.commands import new_table_id
from tests.services.full_client import FullClient, client_of
from tests.services.outcomes import outcomes_of
from tests.waiting import time_limit

pytestmark = pytest.mark.anyio

TOKEN = "owner-1"
REJECTION = canonical(Rejection("no", "Rejected."))
# As in append.lua.
REJECTION_SECONDS = 600
REJECTIONS_MAX = 200
OTHER_REJECTION = canonical(Rejection("other", "Rejected for another reason."))


class Shard:
    """An owned shard, as an engine sees it."""

    def __init__(self, event_log: EventLog, table_id: str) -> None:
        self.log = event_log
        self.table_id = table_id
        self.keys: ShardKeys = event_log.shard(table_id)

    async def own(self, token: str = TOKEN) -> None:
        await client_of(self.log).set(self.keys.owner(ENGINE_GROUP), token)
        await self.log.ensure_group(StreamKeys(self.keys))

    async def deliver(self, count: int = 1) -> list[bytes]:
        """Send commands and read them, so that they are pending."""
        for number in range(count):
            await self.log.send(self.table_id, b"command %d" % number)
        reply: Any = await client_of(self.log).xreadgroup(
            ENGINE_GROUP, ENGINE_GROUP, {self.keys.commands: ">"}, count=count
        )
        return [entry_id for _, entries in reply for entry_id, _ in entries]

    async def append(self, *requests: AppendRequest, token: str = TOKEN) -> list[str]:
        return await self.log.append(StreamKeys(self.keys), token, requests)

    def accepted(self, entry: bytes, command: str, base: int) -> AppendRequest:
        commit, commit_hash = b"commit %d" % (base + 1), hash_of(base + 1)
        return AppendRequest(entry, self.table_id, command, head_at(base), commit, commit_hash)

    def rejected(
        self, entry: bytes, command: str, base: int, rejection: bytes = REJECTION
    ) -> AppendRequest:
        return AppendRequest(entry, self.table_id, command, head_at(base), rejection=rejection)

    async def pending(self) -> int:
        summary = await client_of(self.log).xpending(self.keys.commands, ENGINE_GROUP)
        return int(summary["pending"])

    async def outcomes(self) -> list[tuple[str, int | str]]:
        outcomes = await outcomes_of(self.log, self.keys)
        assert {outcome.table for outcome in outcomes} <= {self.table_id}
        return [
            (outcome.command, outcome.rejection.code if outcome.rejection else outcome.seq or 0)
            for outcome in outcomes
        ]


def hash_of(seq: int) -> str:
    return f"hash {seq}"


def head_at(seq: int) -> str:
    return head(seq, hash_of(seq) if seq else None)


@pytest.fixture
async def shard(event_log: EventLog) -> Shard:
    shard = Shard(event_log, new_table_id())
    await shard.own()
    return shard


async def test_an_accepted_command_is_written_to_every_stream(
    shard: Shard, client: FullClient
) -> None:
    first, second = await shard.deliver(2)
    assert await shard.append(shard.accepted(first, "c1", 0), shard.accepted(second, "c2", 1)) == [
        "done",
        "done",
    ]
    table_id = shard.table_id
    assert await client.xrange(shard.keys.table(table_id)) == [
        (b"1-0", {b"commit": b"commit 1"}),
        (b"2-0", {b"commit": b"commit 2"}),
    ]
    assert [fields for _, fields in await client.xrange(shard.keys.feed)] == [
        {
            b"table": table_id.encode(),
            b"seq": b"%d" % seq,
            b"command": b"c%d" % seq,
            b"commit": b"commit %d" % seq,
        }
        for seq in (1, 2)
    ]
    assert await client.hgetall(shard.keys.tables) == {table_id.encode(): b"2:hash 2"}
    accepted = await client.hgetall(shard.keys.accepted_commands(table_id))
    assert accepted == {b"c1": b"1", b"c2": b"2"}
    assert await shard.outcomes() == [("c1", 1), ("c2", 2)]
    assert await shard.pending() == 0
    assert await client.exists(shard.keys.dead_letters) == 0


async def test_a_rejected_command_leaves_the_table_unchanged(
    shard: Shard, client: FullClient
) -> None:
    (entry,) = await shard.deliver()
    assert await shard.append(shard.rejected(entry, "c1", 0)) == ["done"]
    assert await client.exists(shard.keys.table(shard.table_id)) == 0
    assert await client.exists(shard.keys.feed) == 0
    assert await client.hgetall(shard.keys.tables) == {}
    assert await shard.outcomes() == [("c1", "no")]
    assert await shard.pending() == 0


async def test_a_duplicate_of_an_accepted_command_gets_its_outcome_again(
    shard: Shard, client: FullClient
) -> None:
    first, second, third = await shard.deliver(3)
    await shard.append(shard.accepted(first, "c1", 0))
    assert await shard.append(shard.rejected(second, "c1", 1)) == ["repeated"]
    assert await shard.append(shard.accepted(third, "c1", 1)) == ["repeated"]
    assert await shard.outcomes() == [("c1", 1), ("c1", 1), ("c1", 1)]
    assert await client.xlen(shard.keys.table(shard.table_id)) == 1
    assert await client.xlen(shard.keys.feed) == 1
    assert await shard.pending() == 0


async def test_a_duplicate_of_a_rejected_command_gets_its_outcome_again(
    shard: Shard, client: FullClient
) -> None:
    first, second, third = await shard.deliver(3)
    await shard.append(shard.rejected(first, "c1", 0))
    assert await shard.append(shard.accepted(second, "c1", 0)) == ["repeated"]
    assert await shard.append(shard.rejected(third, "c1", 0, OTHER_REJECTION)) == ["repeated"]
    assert await shard.outcomes() == [("c1", "no"), ("c1", "no"), ("c1", "no")]
    assert await client.exists(shard.keys.table(shard.table_id)) == 0


async def test_rejections_expire(shard: Shard, client: FullClient) -> None:
    first, second, third, fourth = await shard.deliver(4)
    await shard.append(shard.accepted(first, "c1", 0), shard.rejected(second, "c2", 1))
    accepted, newer, older = shard.keys.idempotency(shard.table_id)
    assert await client.ttl(accepted) == -1, "an accepted command is never forgotten"
    assert REJECTION_SECONDS < await client.ttl(newer) <= 2 * REJECTION_SECONDS
    await client.expire(newer, REJECTION_SECONDS)  # as if time had passed
    await shard.append(shard.rejected(third, "c3", 1))
    assert await shard.log.outcome(shard.table_id, "c2") == REJECTION
    assert 0 < await client.ttl(older) <= REJECTION_SECONDS
    assert REJECTION_SECONDS < await client.ttl(newer) <= 2 * REJECTION_SECONDS
    assert await shard.append(shard.accepted(fourth, "c2", 1)) == ["repeated"]
    assert await shard.log.outcome(shard.table_id, "c1") == b"1"


async def test_the_rejections_of_a_table_are_bounded(shard: Shard, client: FullClient) -> None:
    count = 3 * REJECTIONS_MAX
    entries = await shard.deliver(count)
    await shard.append(
        *(shard.rejected(entry, f"c{number}", 0) for number, entry in enumerate(entries))
    )
    _, newer, older = shard.keys.idempotency(shard.table_id)
    assert [await client.hlen(newer), await client.hlen(older)] == [REJECTIONS_MAX] * 2
    for number, is_kept in ((0, False), (count - REJECTIONS_MAX, True), (count - 1, True)):
        outcome = await shard.log.outcome(shard.table_id, f"c{number}")
        assert (outcome == REJECTION) is is_kept


async def test_a_duplicate_within_a_batch_has_one_effect(shard: Shard, client: FullClient) -> None:
    first, second, third = await shard.deliver(3)
    results = await shard.append(
        shard.accepted(first, "c1", 0),
        shard.accepted(second, "c1", 1),
        shard.accepted(third, "c2", 2),
    )
    assert results == ["done", "repeated", "again"]
    assert await client.xlen(shard.keys.table(shard.table_id)) == 1
    assert await shard.pending() == 1


async def test_returns_commands_decided_on_an_old_position(
    shard: Shard, client: FullClient
) -> None:
    first, second, third, fourth = await shard.deliver(4)
    await shard.append(shard.accepted(first, "c1", 0))
    results = await shard.append(
        shard.accepted(second, "c2", 0),
        shard.rejected(third, "c3", 1),
        AppendRequest(fourth, shard.table_id, "c4", ANY_HEAD, rejection=REJECTION),
    )
    assert results == ["again", "again", "again"], "and so are later commands of the table"
    assert await client.xlen(shard.keys.table(shard.table_id)) == 1
    assert await shard.outcomes() == [("c1", 1)]
    assert await shard.pending() == 3


async def test_a_commit_sets_moves_and_removes_the_deadline(
    event_log: EventLog,
) -> None:
    shard = Shard(event_log, new_table_id())
    await shard.own()
    entries = await shard.deliver(5)
    deadlines = []
    for base, (entry, deadline) in enumerate(
        zip(entries, (None, 5_000, None, 7_000, 0), strict=True)
    ):
        await shard.append(
            msgspec.structs.replace(shard.accepted(entry, f"c{base}", base), deadline=deadline)
        )
        deadlines.append(await client_of(event_log).zscore(shard.keys.deadlines, shard.table_id))

    assert deadlines == [None, 5_000, 5_000, 7_000, None]


async def test_a_command_that_lost_a_race_keeps_the_deadline(event_log: EventLog) -> None:
    shard = Shard(event_log, new_table_id())
    await shard.own()
    first, second = await shard.deliver(2)
    await shard.append(msgspec.structs.replace(shard.accepted(first, "c1", 0), deadline=5_000))

    stale = msgspec.structs.replace(shard.accepted(second, "c2", 0), deadline=9_000)
    assert await shard.append(stale) == ["again"]

    assert await client_of(event_log).zscore(shard.keys.deadlines, shard.table_id) == 5_000


async def test_returns_rejections_decided_on_an_old_position(shard: Shard) -> None:
    first, second = await shard.deliver(2)
    await shard.append(shard.accepted(first, "c1", 0))
    assert await shard.append(shard.rejected(second, "c2", 0)) == ["again"]


async def test_a_lost_race_at_one_table_does_not_delay_another(
    shard: Shard, event_log: EventLog
) -> None:
    other = new_table_id(shard.keys.number)
    first, second = await shard.deliver(2)
    results = await shard.append(
        shard.accepted(first, "c1", 7),
        AppendRequest(second, other, "c1", commit=b"commit 1", hash="hash 1"),
    )
    assert results == ["again", "done"]
    assert await event_log.last_seq(other) == 1


async def test_only_the_owner_appends(shard: Shard, client: FullClient) -> None:
    (entry,) = await shard.deliver()
    with pytest.raises(NotOwnerError, match=f"stream {shard.keys.number} has another owner"):
        await shard.append(shard.accepted(entry, "c1", 0), token="owner-0")
    await client.delete(shard.keys.owner(ENGINE_GROUP))
    with pytest.raises(NotOwnerError):
        await shard.append(shard.accepted(entry, "c1", 0))
    assert await client.exists(shard.keys.table(shard.table_id)) == 0
    assert await shard.outcomes() == []
    assert await shard.pending() == 1


async def test_appends_nothing_for_a_stream_that_was_replaced(
    shard: Shard, event_log: EventLog, client: FullClient
) -> None:
    """Not even the next command in line: nobody can say what is pending before it."""
    (entry,) = await shard.deliver()
    layout = await event_log.layouts.read(shard.keys)
    assert await event_log.layouts.resize(layout, 2) is Resizing.DONE
    with pytest.raises(MissingStreamError):
        await shard.append(shard.accepted(entry, "c1", 0))
    assert await client.exists(shard.keys.table(shard.table_id)) == 0
    assert await shard.outcomes() == []
    [old] = (await event_log.layouts.read(shard.keys)).draining_streams
    await event_log.append(old, TOKEN, [shard.accepted(entry, "c1", 0)])
    assert await event_log.last_seq(shard.table_id) == 1
    assert (await client.xpending(old.commands, ENGINE_GROUP))["pending"] == 0


async def test_an_invalid_command_becomes_a_dead_letter(shard: Shard, client: FullClient) -> None:
    first, second = await shard.deliver(2)
    results = await shard.append(
        AppendRequest(first, dead_letter=b"dead letter 1"), shard.accepted(second, "c2", 0)
    )
    assert results == ["done", "done"]
    assert [fields for _, fields in await client.xrange(shard.keys.dead_letters)] == [
        {b"dead_letter": b"dead letter 1"}
    ]
    assert await shard.outcomes() == [("c2", 1)]
    assert await shard.pending() == 0


async def test_a_dead_letter_with_a_command_id_gets_an_outcome(
    shard: Shard, client: FullClient
) -> None:
    (entry,) = await shard.deliver()
    dead = AppendRequest(
        entry, shard.table_id, "c1", ANY_HEAD, rejection=REJECTION, dead_letter=b"dead letter"
    )
    assert await shard.append(dead) == ["done"]
    assert await shard.outcomes() == [("c1", "no")]
    assert await client.xlen(shard.keys.dead_letters) == 1


async def test_a_full_batch_of_many_tables_fits_into_one_script(
    shard: Shard, event_log: EventLog
) -> None:
    table_ids = [new_table_id(shard.keys.number) for _ in range(1000)]
    entries = await shard.deliver(1000)
    requests = [
        AppendRequest(entry, table_id, "c1", commit=b"commit", hash="hash 1")
        for entry, table_id in zip(entries, table_ids, strict=True)
    ]
    assert await shard.append(*requests) == ["done"] * 1000
    assert await shard.pending() == 0
    assert await event_log.last_seq(table_ids[999]) == 1


async def test_creates_the_group_once_at_the_first_entry(
    event_log: EventLog, client: FullClient
) -> None:
    table_id = new_table_id()
    shard = event_log.shard(table_id)
    entry_id = await event_log.send(table_id, b"before the group")
    await event_log.ensure_group(StreamKeys(shard))
    reply = await client.xreadgroup(ENGINE_GROUP, ENGINE_GROUP, {shard.commands: ">"})
    read_entries = [entry for _, entries in reply for entry in entries]
    assert read_entries == [(entry_id, {b"command": b"before the group"})]
    await event_log.ensure_group(StreamKeys(shard))
    assert (await client.xpending(shard.commands, ENGINE_GROUP))["pending"] == 1


async def test_reads_a_table_from_any_seq(event_log: EventLog, client: FullClient) -> None:
    table_id = new_table_id()
    stream = event_log.shard(table_id).table(table_id)
    last = 2 * READ_COUNT + 3
    async with client.pipeline(transaction=False) as pipe:
        for seq in range(1, last + 1):
            pipe.xadd(stream, {"commit": f"commit {seq}"}, id=f"{seq}-0")
        await pipe.execute()
    assert await event_log.last_seq(table_id) == last
    for after in (0, 1, READ_COUNT, last - READ_COUNT, last - 1, last, last + 1):
        lines = [line async for line in event_log.read(table_id, after)]
        assert lines == [b"commit %d" % seq for seq in range(after + 1, last + 1)]


async def test_a_table_that_does_not_exist_has_no_commits(event_log: EventLog) -> None:
    table_id = new_table_id()
    assert await event_log.last_seq(table_id) == 0
    assert [line async for line in event_log.read(table_id)] == []


async def test_follows_a_table_from_a_seq(event_log: EventLog, client: FullClient) -> None:
    table_id = new_table_id()
    stream = event_log.shard(table_id).table(table_id)
    for seq in (1, 2, 3):
        await client.xadd(stream, {"commit": f"commit {seq}"}, id=f"{seq}-0")
    received: asyncio.Queue[bytes] = asyncio.Queue()

    async def follow() -> None:
        async for line in event_log.follow_table(table_id, after=1):
            received.put_nowait(line)

    following = asyncio.create_task(follow())
    async with time_limit():
        assert await received.get() == b"commit 2"
        assert await received.get() == b"commit 3"
        await client.xadd(stream, {"commit": "commit 4"}, id="4-0")
        assert await received.get() == b"commit 4"
    await cancel_tasks(following)


async def test_follows_commits_and_outcomes_after_the_cursors(
    shard: Shard, event_log: EventLog
) -> None:
    first, second, third = await shard.deliver(3)
    await shard.append(shard.accepted(first, "c1", 0))
    cursors = await event_log.update_cursors()
    await shard.append(shard.accepted(second, "c2", 1), shard.rejected(third, "c3", 2))
    published = []
    async with time_limit(), aclosing(event_log.follow_updates(cursors)) as results:
        async for updates in results:
            published += updates.outcomes
            if len(published) == 2:
                break
    table_id = shard.table_id
    assert sorted(published, key=lambda outcome: outcome.command_id) == [
        PublishedOutcome(table_id, "c2", 2),
        PublishedOutcome(table_id, "c3", rejection=REJECTION),
    ]


async def test_refuses_a_commit_that_builds_on_another_history(
    shard: Shard, client: FullClient
) -> None:
    """After lost writes, another commit may have the same seq."""
    first, second = await shard.deliver(2)
    await shard.append(shard.accepted(first, "c1", 0))
    lost = AppendRequest(second, shard.table_id, "c2", head(1, "lost"), b"commit 2", "hash 2")
    assert await shard.append(lost) == ["again"]
    assert await client.xlen(shard.keys.table(shard.table_id)) == 1
    assert await shard.append(shard.accepted(second, "c2", 1)) == ["done"]


async def test_continues_a_table_whose_head_has_no_hash(shard: Shard, client: FullClient) -> None:
    """Older releases stored only the seq."""
    first, second = await shard.deliver(2)
    await shard.append(shard.accepted(first, "c1", 0))
    await client.hset(shard.keys.tables, shard.table_id, 1)
    assert await shard.append(shard.accepted(second, "c2", 2)) == ["again"]
    assert await shard.append(shard.accepted(second, "c2", 1)) == ["done"]


async def test_an_archived_table_accepts_no_commit(shard: Shard, client: FullClient) -> None:
    first, second = await shard.deliver(2)
    await client.hset(shard.keys.tables, shard.table_id, "archived 2026-11-18")
    results = await shard.append(
        shard.accepted(first, "c1", 0),
        AppendRequest(second, shard.table_id, "c2", ANY_HEAD, rejection=REJECTION),
    )
    assert results == ["archived", "again"]
    rejected = AppendRequest(first, shard.table_id, "c1", ANY_HEAD, rejection=REJECTION)
    assert await shard.append(rejected) == ["done"]
    assert await client.exists(shard.keys.table(shard.table_id), shard.keys.feed) == 0


def test_reads_an_outcome_with_its_rejection() -> None:
    rejection = Rejection("stale", "Too late.", {"expected": 3})
    outcome = read_outcome(PublishedOutcome("g1", "c1", rejection=canonical(rejection)))
    assert (outcome.seq, outcome.rejection) == (None, rejection)
    assert msgspec.json.decode(msgspec.json.encode(outcome), type=type(outcome)) == outcome
