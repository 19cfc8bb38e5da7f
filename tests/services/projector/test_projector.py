"""The projector itself: what it mends, what it measures, who leads."""

import asyncio

import pytest

from services.projector.leadership import run_while_leading
from services.projector.models import MODELS
from services.projector.rebuilding import Rebuild
from services.runtime.connection import Client
from services.runtime.event_log import EventLog
from services.runtime.generations import LIVE, VERSIONS, live_generation
from services.runtime.health import Health
from services.runtime.model_status import model_status
from services.runtime.table_lists import TableLists, Wanted
from services.runtime.tasks import end
from services.runtime.telemetry import LAG_ENTRIES
from tests.services.engines import SHARDS, eventually
from tests.services.projector.playing import append, many_games, played
from tests.services.projector.rows import everything
from tests.services.projectors import Projectors

pytestmark = pytest.mark.anyio


async def generations(client: Client) -> dict[bytes, bytes]:
    found: dict[bytes, bytes] = await client.hgetall(LIVE)
    return found


async def test_a_feed_that_was_cut_off_is_made_up_for_from_the_games(
    event_log: EventLog, projectors: Projectors, client: Client
) -> None:
    projectors.start()
    commits = many_games(4, seed=21)
    half = len(commits) // 2
    await append(event_log, commits[:half])
    await projectors.caught_up()
    built = await generations(client)
    await projectors.stop()
    await append(event_log, commits[half:])
    for shard in event_log.all_shards():
        await client.xtrim(shard.feed, maxlen=1, approximate=False)
    projectors.start()
    await projectors.caught_up()
    followed = await everything(client)
    assert await generations(client) == built, "nothing had to be rebuilt"
    await projectors.stop()
    await Rebuild(event_log, MODELS, 100).run()
    assert await everything(client) == followed


async def test_when_the_server_has_lost_commits_the_models_are_rebuilt(
    event_log: EventLog, projectors: Projectors, client: Client
) -> None:
    """As after a crash with durability `everysec`, on a cluster whose other nodes lost nothing."""
    projectors.start()
    commits = played("g1", 10)
    await append(event_log, commits)
    await projectors.caught_up()
    shard = event_log.shard("g1")
    await client.delete(shard.game("g1"), shard.feed, shard.games)
    await append(event_log, commits[:4])

    async def rows() -> list[int]:
        return [row.seq for row in (await TableLists(client).page(Wanted(), 9)).rows]

    async def is_true_again() -> bool:
        return await rows() == [4]

    await eventually(is_true_again, "the row tells of no commit that is lost")
    await append(event_log, commits[4:])
    await projectors.caught_up()
    assert await rows() == [10]


@pytest.mark.parametrize("live", ["v999.1", "nonsense", None])
async def test_a_model_of_another_version_or_none_is_built_by_itself(
    event_log: EventLog, projectors: Projectors, client: Client, live: str | None
) -> None:
    await append(event_log, many_games(2, seed=22))
    projectors.start()
    await projectors.caught_up()
    before = await everything(client)
    if live is None:
        await client.hdel(LIVE, "standings")
    else:
        await client.hset(LIVE, "standings", live)

    async def is_rebuilt() -> bool:
        return (await generations(client)).get(b"standings") == b"v1.2"

    await eventually(is_rebuilt, "the model is rebuilt")
    assert (await generations(client))[b"tables"] == b"v1.1", "the others went on"
    await projectors.caught_up()
    assert await everything(client) == before


async def test_a_seal_whose_rebuild_has_died_is_taken_off(
    event_log: EventLog, projectors: Projectors, client: Client
) -> None:
    projectors.start()
    commits = played("g1", 10)
    await append(event_log, commits[:5])
    await projectors.caught_up()
    live = await live_generation(client, "tables")
    assert live is not None
    await client.hset(live.cursors, "sealed", "v1.2")
    await append(event_log, commits[5:])
    await projectors.caught_up()
    assert not await client.hexists(live.cursors, "sealed")


async def test_lag_and_cursors_are_told_to_those_who_measure_and_trim(
    event_log: EventLog, projectors: Projectors, client: Client
) -> None:
    await append(event_log, many_games(3, seed=23))
    projectors.start()
    await projectors.caught_up()

    async def told() -> bool:
        for shard in event_log.all_shards():
            last = await client.xrevrange(shard.feed, count=1)
            cursor = await client.hget(shard.cursors, "projector")
            if cursor != (last[0][0] if last else b"0-0"):
                return False
        return True

    await eventually(told, "trimming knows how far the projector has come")
    for shard in range(SHARDS):
        assert LAG_ENTRIES.labels(str(shard), "projector")._value.get() == 0


async def test_the_status_counts_what_is_not_in_the_models(
    event_log: EventLog, projectors: Projectors, client: Client
) -> None:
    empty = await model_status(event_log)
    assert not empty.projecting
    assert {model.generation for model in empty.models} == {None}
    await append(event_log, many_games(2, seed=24))
    await Rebuild(event_log, MODELS[1:], 100).run()
    await append(event_log, played("late", 7))
    tables, players, *_ = (await model_status(event_log)).models
    assert sum(tables.lag) == sum([await client.xlen(s.feed) for s in event_log.all_shards()])
    assert sum(players.lag) == 7
    assert players.games == 2
    assert players.age_seconds is not None
    projectors.start()
    await projectors.caught_up()
    found = await model_status(event_log)
    assert [(one.model, sum(one.lag), one.games) for one in found.models] == [
        (model, 0, 3) for model in VERSIONS
    ]


async def test_one_leads_and_the_next_takes_over_when_it_goes(client: Client) -> None:
    at_work: list[str] = []

    def lead(name: str) -> asyncio.Task[None]:
        async def work() -> None:
            at_work.append(name)
            try:
                await asyncio.Event().wait()
            finally:
                at_work.remove(name)

        return asyncio.create_task(run_while_leading(client, 1.0, Health(), work))

    async def is_at_work(name: str) -> bool:
        return at_work == [name]

    first = lead("first")
    await eventually(lambda: is_at_work("first"), "the first leads")
    second = lead("second")
    # Several times as long as a lock lasts: it is renewed.
    for _ in range(30):
        await asyncio.sleep(0.1)
        assert at_work == ["first"]
    await end(first)
    await eventually(lambda: is_at_work("second"), "the second has taken over")
    await end(second)
    assert at_work == []


async def test_one_that_loses_the_lock_stops_writing(client: Client) -> None:
    stopped = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            stopped.set()

    leading = asyncio.create_task(run_while_leading(client, 1.0, Health(), work))
    await eventually(lambda: client.exists("bluemoon:projector"), "it leads")
    await client.set("bluemoon:projector", "somebody else")
    await asyncio.wait_for(stopped.wait(), 10)
    await end(leading)
    assert await client.get("bluemoon:projector") == b"somebody else"


async def test_a_failure_of_the_work_is_not_hidden(client: Client) -> None:
    async def work() -> None:
        raise RuntimeError("a mistake in the code")

    with pytest.raises(RuntimeError, match="a mistake in the code"):
        await run_while_leading(client, 1.0, Health(), work)
