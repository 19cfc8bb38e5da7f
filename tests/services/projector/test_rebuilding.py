"""A rebuild is byte-identical to following the feeds, and invisible to readers."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from services.projector.models import MODELS
from services.projector.rebuilding import BuildTarget, Rebuild, RebuildRunningError
from services.runtime.operations.tasks import cancel_tasks
from services.runtime.readmodels import generations
from services.runtime.readmodels.activity_days import activity
from services.runtime.readmodels.generations import (
    GENERATIONS,
    LIVE,
    VERSIONS,
    Generation,
    ModelName,
    live_generation,
)
from services.runtime.readmodels.player_records import player_record
from services.runtime.readmodels.standings import StandingList, standings_page
from services.runtime.readmodels.table_lists import TableLists, TableQuery
from services.runtime.readmodels.writer import SealedError, Writer
from services.runtime.store.event_log import EventLog
from services.runtime.store.feed_cursor import FeedHead
from services.runtime.store.feeds import Feeds
from services.runtime.store.keys import ShardKeys
from tests.services.full_client import FullClient, stores_of
from tests.services.projector.histories import append, bot_commits, interleaved_commits
from tests.services.projector.rows import EPOCH_RANGE_END, read_all_models
from tests.services.projectors import Projectors
from tests.waiting import eventually

pytestmark = pytest.mark.anyio


async def test_a_rebuild_is_byte_identical(
    event_log: EventLog, projectors: Projectors, client: FullClient
) -> None:
    projectors.start()
    await append(event_log, interleaved_commits(12, seed=1))
    await projectors.caught_up()
    followed = await read_all_models(client)
    await projectors.stop()
    await Rebuild(stores_of(event_log), MODELS, 100).run()
    assert await client.hgetall(LIVE) == {
        model.name.encode(): f"v{VERSIONS[model.name]}.2".encode() for model in MODELS
    }
    assert await read_all_models(client) == followed


async def test_a_rebuild_misses_no_concurrent_commits(
    event_log: EventLog, projectors: Projectors, client: FullClient
) -> None:
    projectors.start()
    commits = interleaved_commits(12, seed=2)
    half = len(commits) // 2
    await append(event_log, commits[:half])
    await projectors.caught_up()
    appending = asyncio.create_task(append(event_log, commits[half:]))
    await Rebuild(stores_of(event_log), MODELS, 100).run()
    await Rebuild(stores_of(event_log), MODELS[:2], 100).run()
    await appending
    await projectors.caught_up()
    followed = await read_all_models(client)
    await projectors.stop()
    await Rebuild(stores_of(event_log), MODELS, 100).run()
    assert await read_all_models(client) == followed


async def test_readers_never_see_fewer_or_older_rows(
    event_log: EventLog, projectors: Projectors, client: FullClient
) -> None:
    projectors.start()
    commits = interleaved_commits(8, seed=3)
    await append(event_log, commits[:200])
    await projectors.caught_up()
    reads = 0

    async def read_repeatedly() -> None:
        nonlocal reads
        before: dict[str, int] = {}
        while True:
            page = await TableLists(client).page(TableQuery(("",)), 100)
            current = {row.table: row.seq for row in page.rows}
            assert before.keys() <= current.keys(), "a row is missing"
            older = {table for table in before if current[table] < before[table]}
            assert not older, "a row is older than before"
            before, reads = current, reads + 1

    reader = asyncio.create_task(read_repeatedly())
    appending = asyncio.create_task(append(event_log, commits[200:1500]))
    for _ in range(5):
        await Rebuild(stores_of(event_log), MODELS[:1], 100).run()
    await appending
    await projectors.caught_up()
    assert not reader.done(), reader
    await cancel_tasks(reader)
    assert reads > 10


async def test_the_old_generation_stays_behind_its_successor(
    event_log: EventLog,
    projectors: Projectors,
    client: FullClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Commits arrive after the new generation has caught up and before it is live."""
    projectors.start()
    commits = bot_commits("g1", 10)
    await append(event_log, commits[:4])
    await projectors.caught_up()
    # The first build may have written the rows above. The projector itself writes this one.
    await append(event_log, commits[4:5])
    await projectors.caught_up()

    async def seq() -> int:
        [row] = (await TableLists(client).page(TableQuery(("",)), 10)).rows
        return row.seq

    follow = Rebuild._follow
    follows = 0
    shown_seq = 0

    async def follow_and_append(rebuild: Rebuild, targets: Sequence[BuildTarget]) -> int:
        nonlocal follows, shown_seq
        entries = await follow(rebuild, targets)
        follows += 1
        if follows == 2:
            await append(event_log, commits[5:])
            await eventually(has_tried_to_write, "the projector writes or is refused")
            shown_seq = await seq()
        return entries

    write = Writer.write
    is_refused = False

    async def write_and_record(writer: Writer, *arguments: Any) -> None:
        nonlocal is_refused
        try:
            await write(writer, *arguments)
        except SealedError:
            is_refused = True
            raise

    async def has_tried_to_write() -> bool:
        return is_refused or await seq() > 5

    monkeypatch.setattr(Writer, "write", write_and_record)
    monkeypatch.setattr(Rebuild, "_follow", follow_and_append)
    await Rebuild(stores_of(event_log), MODELS[:1], 100).run()
    assert follows == 2, "once to get close, once after sealing the old generation"
    assert await seq() >= shown_seq
    await projectors.caught_up()
    assert await seq() == 10


async def test_a_reader_retries_when_the_generation_is_replaced(
    event_log: EventLog, client: FullClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    await append(event_log, bot_commits("g1", 5))
    await Rebuild(stores_of(event_log), MODELS, 100).run()
    find = generations._readable_generation
    lookups = 0

    async def find_and_rebuild(client: FullClient, model: ModelName) -> Generation:
        """Rebuild between finding a generation and reading it."""
        nonlocal lookups
        generation = await find(client, model)
        lookups += 1
        if lookups == 1:
            await Rebuild(stores_of(event_log), MODELS, 100).run()
        return generation

    monkeypatch.setattr(generations, "_readable_generation", find_and_rebuild)
    for read in (
        lambda: TableLists(client).page(TableQuery(("",)), 10),
        lambda: player_record(client, "", "Amber"),
        lambda: standings_page(client, StandingList("", "city"), 10),
        lambda: activity(client, EPOCH_RANGE_END, 20),
    ):
        lookups = 0
        result = await read()
        assert lookups == 2
        lookups = 2
        assert result == await read()


async def test_applies_commits_once_that_arrive_during_a_rebuild(
    event_log: EventLog, client: FullClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such commits are in the table streams and in the feed that is read afterwards."""
    pending = interleaved_commits(4, seed=9)

    read_head = Feeds.head

    async def read_head_and_append(feeds: Feeds, shard: ShardKeys) -> FeedHead:
        head = await read_head(feeds, shard)
        chunk = pending[:300]
        del pending[:300]
        await append(event_log, chunk)
        return head

    with monkeypatch.context() as patched:
        patched.setattr(Feeds, "head", read_head_and_append)
        await Rebuild(stores_of(event_log), MODELS, 100).run()
    assert not pending
    overlapping = await read_all_models(client)
    await Rebuild(stores_of(event_log), MODELS, 100).run()
    assert await read_all_models(client) == overlapping


async def test_a_rebuild_needs_no_projector(event_log: EventLog, client: FullClient) -> None:
    await append(event_log, interleaved_commits(3, seed=4))
    progress: list[tuple[int, int]] = []
    await Rebuild(stores_of(event_log), MODELS, 100).run(
        lambda done, total: progress.append((done, total))
    )
    assert progress[0] == (0, 3)
    assert progress[-1] == (3, 3)
    assert len((await TableLists(client).page(TableQuery(("",)), 10)).rows) == 3


async def test_rejects_a_concurrent_rebuild(event_log: EventLog) -> None:
    await append(event_log, interleaved_commits(2, seed=5))
    first = Rebuild(stores_of(event_log), MODELS[:1], 100)
    errors: list[str] = []

    async def run_second() -> None:
        try:
            await Rebuild(stores_of(event_log), MODELS[:1], 100).run()
        except RebuildRunningError as error:
            errors.append(str(error))

    seconds: list[asyncio.Task[None]] = []
    await first.run(lambda _done, _total: seconds.append(asyncio.create_task(run_second())))
    await asyncio.gather(*seconds)
    assert errors
    assert "the tables read model is already being rebuilt" in errors[0]


async def test_old_generations_leave_no_keys(
    event_log: EventLog, projectors: Projectors, client: FullClient
) -> None:
    projectors.start()
    await append(event_log, interleaved_commits(3, seed=6))
    await projectors.caught_up()
    for _ in range(3):
        await Rebuild(stores_of(event_log), MODELS, 100).run()
    await projectors.stop()
    live = {str(await live_generation(client, model.name)) for model in MODELS}
    assert {text.decode() for text in await client.smembers(GENERATIONS)} == live
    keys = [key.decode() async for key in client.scan_iter(match="{*:v*.*}*")]
    assert keys
    assert {key[1:].partition("}")[0] for key in keys} == live


async def test_a_rebuild_can_be_cancelled_at_any_point(
    event_log: EventLog, projectors: Projectors, client: FullClient
) -> None:
    projectors.start()
    await append(event_log, interleaved_commits(3, seed=7))
    await projectors.caught_up()
    before = await read_all_models(client)
    for steps in range(0, 400, 7):
        rebuilding = asyncio.create_task(Rebuild(stores_of(event_log), MODELS, 100).run())
        for _ in range(steps):
            await asyncio.sleep(0)
        await cancel_tasks(rebuilding)
        assert await read_all_models(client) == before
    await projectors.caught_up()
    await append(event_log, interleaved_commits(1, seed=8))
    await projectors.caught_up()
    assert await read_all_models(client) != before
