"""A rebuild gives what following gave, byte for byte, and nobody sees the seam."""

import asyncio
import contextlib
from collections.abc import Sequence

import pytest

from services.projector.models import MODELS
from services.projector.rebuilding import BuildTarget, Rebuild, RebuildRunningError
from services.runtime import generations
from services.runtime.activity_days import activity
from services.runtime.connection import Client
from services.runtime.event_log import EventLog
from services.runtime.feed_place import FeedHead, feed_head
from services.runtime.generations import (
    GENERATIONS,
    LIVE,
    Generation,
    ModelName,
    live_generation,
)
from services.runtime.player_records import player_record
from services.runtime.standings import standings_page
from services.runtime.table_lists import TableLists, Wanted
from services.runtime.tasks import end
from tests.services.engines import eventually
from tests.services.projector.playing import append, many_games, played
from tests.services.projector.rows import FIRST_DAYS, everything
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


async def test_the_old_generation_does_not_run_ahead_of_its_successor(
    event_log: EventLog,
    projectors: Projectors,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Commits come in at the worst moment: after the new one has caught up, before it is live."""
    projectors.start()
    commits = played("g1", 10)
    await append(event_log, commits[:5])
    await projectors.caught_up()

    async def seq() -> int:
        [row] = (await TableLists(client).page(Wanted(), 10)).rows
        return row.seq

    follow = Rebuild._follow
    follows = 0
    shown = 0

    async def follow_and_play(rebuild: Rebuild, targets: Sequence[BuildTarget]) -> int:
        nonlocal follows, shown
        entries = await follow(rebuild, targets)
        follows += 1
        if follows == 2:
            await append(event_log, commits[5:])
            # Time enough for a projector that is not kept from it.
            with contextlib.suppress(AssertionError):
                await eventually(has_run_ahead, "the old one runs ahead", 2.0)
            shown = await seq()
        return entries

    async def has_run_ahead() -> bool:
        return await seq() > 5

    monkeypatch.setattr(Rebuild, "_follow", follow_and_play)
    await Rebuild(event_log, MODELS[:1], 100).run()
    assert follows == 2, "once to come close, once when the old one was sealed"
    assert await seq() >= shown
    await projectors.caught_up()
    assert await seq() == 10


async def test_a_reader_that_looked_before_the_switch_finds_what_is_live(
    event_log: EventLog, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    await append(event_log, played("g1", 5))
    await Rebuild(event_log, MODELS, 100).run()
    look = generations._readable_generation
    looked = 0

    async def look_and_wait(client: Client, model: ModelName) -> Generation:
        """Between looking for a generation and reading it, a rebuild takes its place."""
        nonlocal looked
        found = await look(client, model)
        looked += 1
        if looked == 1:
            await Rebuild(event_log, MODELS, 100).run()
        return found

    monkeypatch.setattr(generations, "_readable_generation", look_and_wait)
    for read in (
        lambda: TableLists(client).page(Wanted(), 10),
        lambda: player_record(client, "Amber"),
        lambda: standings_page(client, "city", 10),
        lambda: activity(client, FIRST_DAYS, 20),
    ):
        looked = 0
        found = await read()
        assert looked == 2
        looked = 2
        assert found == await read()


async def test_what_comes_in_while_games_are_read_is_counted_once(
    event_log: EventLog, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is in the games that are read, and in the feed that is followed afterwards."""
    waiting = many_games(4, seed=9)

    async def head_then_commits(client: Client, feed: str) -> FeedHead:
        head = await feed_head(client, feed)
        some = waiting[:300]
        del waiting[:300]
        await append(event_log, some)
        return head

    with monkeypatch.context() as patched:
        patched.setattr("services.projector.sweeping.feed_head", head_then_commits)
        await Rebuild(event_log, MODELS, 100).run()
    assert not waiting
    overlapping = await everything(client)
    await Rebuild(event_log, MODELS, 100).run()
    assert await everything(client) == overlapping


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
