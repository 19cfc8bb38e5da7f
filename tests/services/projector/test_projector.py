"""The projector: repair, metrics and leader election."""

import asyncio

import pytest

from services.projector.leadership import run_while_leading
from services.projector.models import MODELS
from services.projector.rebuilding import Rebuild
from services.runtime.operations.health import Health
from services.runtime.operations.tasks import cancel_tasks
from services.runtime.operations.telemetry import LAG_ENTRIES
from services.runtime.readmodels.generations import LEADER, LIVE, VERSIONS, live_generation
from services.runtime.readmodels.model_status import model_status
from services.runtime.readmodels.table_lists import TableLists, TableQuery
from services.runtime.server.lock import ServerLock
from services.runtime.store.event_log import EventLog
from tests.services.engines import SHARDS
from tests.services.full_client import FullClient, stores_of
from tests.services.projector.histories import append, bot_commits, interleaved_commits
from tests.services.projector.rows import read_all_models
from tests.services.projectors import Projectors
from tests.waiting import DEADLINE_SECONDS, eventually

pytestmark = pytest.mark.anyio

LOCK_SECONDS = 5.0
"""Longer than a busy machine may delay a renewal."""
RENEWALS = 2


async def generations(client: FullClient) -> dict[bytes, bytes]:
    live: dict[bytes, bytes] = await client.hgetall(LIVE)
    return live


async def test_reconciles_with_the_table_streams_after_trimming(
    event_log: EventLog, projectors: Projectors, client: FullClient
) -> None:
    projectors.start()
    commits = interleaved_commits(4, seed=21)
    half = len(commits) // 2
    await append(event_log, commits[:half])
    await projectors.caught_up()
    before = await generations(client)
    await projectors.stop()
    await append(event_log, commits[half:])
    for shard in event_log.all_shards():
        await client.xtrim(shard.feed, maxlen=1, approximate=False)
    projectors.start()
    await projectors.caught_up()
    followed = await read_all_models(client)
    assert await generations(client) == before, "nothing was rebuilt"
    await projectors.stop()
    await Rebuild(stores_of(event_log), MODELS, 100).run()
    assert await read_all_models(client) == followed


async def test_rebuilds_the_models_after_the_server_lost_commits(
    event_log: EventLog, projectors: Projectors, client: FullClient
) -> None:
    """Like a crash of one cluster node with durability `everysec`."""
    projectors.start()
    commits = bot_commits("g1", 10)
    await append(event_log, commits)
    await projectors.caught_up()
    shard = event_log.shard("g1")
    await client.delete(shard.table("g1"), shard.feed, shard.tables)
    await append(event_log, commits[:4])

    async def rows() -> list[int]:
        return [row.seq for row in (await TableLists(client).page(TableQuery(("",)), 9)).rows]

    async def is_repaired() -> bool:
        return await rows() == [4]

    await eventually(is_repaired, "the row contains no lost commit")
    await append(event_log, commits[4:])
    await projectors.caught_up()
    assert await rows() == [10]


@pytest.mark.parametrize("live", ["v999.1", "nonsense", None])
async def test_rebuilds_a_missing_or_outdated_model(
    event_log: EventLog, projectors: Projectors, client: FullClient, live: str | None
) -> None:
    await append(event_log, interleaved_commits(2, seed=22))
    projectors.start()
    await projectors.caught_up()
    before = await read_all_models(client)
    if live is None:
        await client.hdel(LIVE, "standings")
    else:
        await client.hset(LIVE, "standings", live)

    async def is_rebuilt() -> bool:
        return (await generations(client)).get(b"standings") == b"v2.2"

    await eventually(is_rebuilt, "the model is rebuilt")
    assert (await generations(client))[b"tables"] == b"v2.1", "the other models stay live"
    await projectors.caught_up()
    assert await read_all_models(client) == before


async def test_unseals_a_generation_whose_rebuild_died(
    event_log: EventLog, projectors: Projectors, client: FullClient
) -> None:
    projectors.start()
    commits = bot_commits("g1", 10)
    await append(event_log, commits[:5])
    await projectors.caught_up()
    live = await live_generation(client, "tables")
    assert live is not None
    await client.hset(live.cursors, "sealed", "v2.2")
    await append(event_log, commits[5:])
    await projectors.caught_up()
    assert not await client.hexists(live.cursors, "sealed")


async def test_publishes_lag_and_cursors(
    event_log: EventLog, projectors: Projectors, client: FullClient
) -> None:
    await append(event_log, interleaved_commits(3, seed=23))
    projectors.start()
    await projectors.caught_up()

    async def has_published_cursors() -> bool:
        for shard in event_log.all_shards():
            last = await client.xrevrange(shard.feed, count=1)
            cursor = await client.hget(shard.cursors, "projector")
            if cursor != (last[0][0] if last else b"0-0"):
                return False
        return True

    await eventually(has_published_cursors, "the cursors for trimming are up to date")
    for shard in range(SHARDS):
        assert LAG_ENTRIES.labels(str(shard), "projector")._value.get() == 0


async def test_the_status_counts_the_lag_of_each_model(
    event_log: EventLog, projectors: Projectors, client: FullClient
) -> None:
    empty = await model_status(client, event_log)
    assert not empty.has_projector
    assert {model.generation for model in empty.models} == {None}
    await append(event_log, interleaved_commits(2, seed=24))
    await Rebuild(stores_of(event_log), MODELS[1:], 100).run()
    await append(event_log, bot_commits("late", 7))
    tables, players, *_ = (await model_status(client, event_log)).models
    assert sum(tables.lag) == sum(
        [await client.xlen(shard.feed) for shard in event_log.all_shards()]
    )
    assert sum(players.lag) == 7
    assert players.tables == 2
    assert players.age_seconds is not None
    projectors.start()
    await projectors.caught_up()
    status = await model_status(client, event_log)
    assert [(model.model, sum(model.lag), model.tables) for model in status.models] == [
        (model, 0, 3) for model in VERSIONS
    ]


async def wait_for_renewal(client: FullClient) -> None:
    """Wait until the TTL of the lock grows."""
    ttl = await client.pttl(LEADER)

    async def has_grown() -> bool:
        nonlocal ttl
        before, ttl = ttl, await client.pttl(LEADER)
        return bool(ttl > before)

    await eventually(has_grown, "the lock is renewed")


async def test_a_standby_takes_over_when_the_leader_stops(client: FullClient) -> None:
    leaders: list[str] = []

    def lead(name: str) -> asyncio.Task[None]:
        async def work() -> None:
            leaders.append(name)
            try:
                await asyncio.Event().wait()
            finally:
                leaders.remove(name)

        return asyncio.create_task(
            run_while_leading(ServerLock(client, LEADER, LOCK_SECONDS), Health(), work)
        )

    async def is_leader(name: str) -> bool:
        return leaders == [name]

    first = lead("first")
    await eventually(lambda: is_leader("first"), "the first leads")
    second = lead("second")
    for _ in range(RENEWALS):
        await wait_for_renewal(client)
        assert leaders == ["first"]
    await cancel_tasks(first)
    await eventually(lambda: is_leader("second"), "the second has taken over")
    await cancel_tasks(second)
    assert leaders == []


async def test_stops_when_the_lock_is_lost(client: FullClient) -> None:
    stopped = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            stopped.set()

    leading = asyncio.create_task(
        run_while_leading(ServerLock(client, LEADER, 1.0), Health(), work)
    )
    await eventually(lambda: client.exists("bluemoon:projector"), "the projector leads")
    await client.set("bluemoon:projector", "another process")
    await asyncio.wait_for(stopped.wait(), DEADLINE_SECONDS)
    await cancel_tasks(leading)
    assert await client.get("bluemoon:projector") == b"another process"


async def test_raises_the_errors_of_the_work(client: FullClient) -> None:
    async def work() -> None:
        raise RuntimeError("a bug")

    with pytest.raises(RuntimeError, match="a bug"):
        await run_while_leading(ServerLock(client, LEADER, 1.0), Health(), work)
