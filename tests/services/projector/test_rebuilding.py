"""A rebuild gives what following gave, byte for byte, and nobody sees the seam."""

import asyncio

import pytest

from services.projector.models import MODELS
from services.projector.rebuilding import Rebuild, RebuildRunningError
from services.runtime.connection import Client
from services.runtime.event_log import EventLog
from services.runtime.generations import GENERATIONS, LIVE, live_generation
from services.runtime.table_lists import TableLists, Wanted
from services.runtime.tasks import end
from tests.services.projector.playing import append, many_games
from tests.services.projector.rows import everything
from tests.services.projectors import Projectors

pytestmark = pytest.mark.anyio


async def test_what_was_followed_and_what_is_built_are_the_same_bytes(
    event_log: EventLog, projectors: Projectors, client: Client
) -> None:
    projectors.start()
    await append(event_log, many_games(12, seed=1))
    await projectors.caught_up()
    followed = await everything(client)
    await projectors.stop()
    await Rebuild(event_log, MODELS, 100).run()
    assert await client.hgetall(LIVE) == {model.name.encode(): b"v1.2" for model in MODELS}
    assert await everything(client) == followed


async def test_a_rebuild_while_games_go_on_misses_nothing(
    event_log: EventLog, projectors: Projectors, client: Client
) -> None:
    projectors.start()
    commits = many_games(12, seed=2)
    half = len(commits) // 2
    await append(event_log, commits[:half])
    await projectors.caught_up()
    playing = asyncio.create_task(append(event_log, commits[half:]))
    await Rebuild(event_log, MODELS, 100).run()
    await Rebuild(event_log, MODELS[:2], 100).run()
    await playing
    await projectors.caught_up()
    followed = await everything(client)
    await projectors.stop()
    await Rebuild(event_log, MODELS, 100).run()
    assert await everything(client) == followed


async def test_who_looks_again_and_again_never_sees_fewer_or_older_rows(
    event_log: EventLog, projectors: Projectors, client: Client
) -> None:
    projectors.start()
    commits = many_games(8, seed=3)
    await append(event_log, commits[:200])
    await projectors.caught_up()
    looked = 0

    async def look() -> None:
        nonlocal looked
        seen: dict[str, int] = {}
        while True:
            page = await TableLists(client).page(Wanted(), 100)
            found = {row.table: row.seq for row in page.rows}
            assert seen.keys() <= found.keys(), "a row is missing"
            older = {table for table in seen if found[table] < seen[table]}
            assert not older, "a row is older than it was"
            seen, looked = found, looked + 1

    looking = asyncio.create_task(look())
    playing = asyncio.create_task(append(event_log, commits[200:1500]))
    for _ in range(5):
        await Rebuild(event_log, MODELS[:1], 100).run()
    await playing
    await projectors.caught_up()
    assert not looking.done(), looking
    await end(looking)
    assert looked > 10


async def test_without_a_projector_a_rebuild_does_all_by_itself(
    event_log: EventLog, client: Client
) -> None:
    await append(event_log, many_games(3, seed=4))
    told: list[tuple[int, int]] = []
    await Rebuild(event_log, MODELS, 100).run(lambda done, total: told.append((done, total)))
    assert told[0] == (0, 3)
    assert told[-1] == (3, 3)
    assert len((await TableLists(client).page(Wanted(), 10)).rows) == 3


async def test_a_second_rebuild_at_the_same_time_is_refused(event_log: EventLog) -> None:
    await append(event_log, many_games(2, seed=5))
    first = Rebuild(event_log, MODELS[:1], 100)
    refused: list[str] = []

    async def run_second() -> None:
        try:
            await Rebuild(event_log, MODELS[:1], 100).run()
        except RebuildRunningError as error:
            refused.append(str(error))

    seconds: list[asyncio.Task[None]] = []
    await first.run(lambda _done, _total: seconds.append(asyncio.create_task(run_second())))
    await asyncio.gather(*seconds)
    assert refused
    assert "tables are being rebuilt already" in refused[0]


async def test_old_generations_leave_no_keys(
    event_log: EventLog, projectors: Projectors, client: Client
) -> None:
    projectors.start()
    await append(event_log, many_games(3, seed=6))
    await projectors.caught_up()
    for _ in range(3):
        await Rebuild(event_log, MODELS, 100).run()
    await projectors.stop()
    live = {str(await live_generation(client, model.name)) for model in MODELS}
    assert {text.decode() for text in await client.smembers(GENERATIONS)} == live
    keys = [key.decode() async for key in client.scan_iter(match="{*v1.*}*")]
    assert keys
    assert {key[1:].partition("}")[0] for key in keys} == live


async def test_a_rebuild_that_is_cancelled_anywhere_does_no_harm(
    event_log: EventLog, projectors: Projectors, client: Client
) -> None:
    projectors.start()
    await append(event_log, many_games(3, seed=7))
    await projectors.caught_up()
    before = await everything(client)
    for turns in range(0, 400, 7):
        rebuilding = asyncio.create_task(Rebuild(event_log, MODELS, 100).run())
        for _ in range(turns):
            await asyncio.sleep(0)
        await end(rebuilding)
        assert await everything(client) == before
    await projectors.caught_up()
    await append(event_log, many_games(1, seed=8))
    await projectors.caught_up()
    assert await everything(client) != before
