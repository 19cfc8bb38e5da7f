"""A commit that can't be read or applied parks its own table and no other."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from schemas.commit import AnyCommit, canonical, seal
from services.projector.folding import FoldedCommits
from services.projector.models import MODELS
from services.projector.rebuilding import Rebuild
from services.runtime.operations.telemetry import PARKED_TABLES
from services.runtime.readmodels.generations import VERSIONS, live_generation
from services.runtime.readmodels.parked_tables import ParkedTable, parked_tables
from services.runtime.readmodels.table_lists import TableLists, TableQuery
from services.runtime.store.event_log import EventLog
from tests.services.full_client import FullClient, stores_of
from tests.services.projector.histories import append, append_raw, bot_commits
from tests.services.projector.rows import read_all_models
from tests.services.projectors import Projectors
from tests.waiting import eventually

pytestmark = pytest.mark.anyio


async def seqs(client: FullClient) -> dict[str, int]:
    page = await TableLists(client).page(TableQuery(("",)), 100)
    return {row.table: row.seq for row in page.rows}


async def parked_in(client: FullClient, model: str) -> list[ParkedTable]:
    generation = await live_generation(client, model)  # type: ignore[arg-type]
    assert generation is not None
    return await parked_tables(client, generation)


def with_wrong_state(commit: AnyCommit) -> bytes:
    """Return a sealed commit whose state hash does not match its events."""
    return canonical(seal(replace(commit, state="f" * 64)))


def truncated(commit: AnyCommit) -> bytes:
    return canonical(commit)[:100]


def with_unknown_rules(commit: AnyCommit) -> bytes:
    return canonical(replace(commit, rules="chess/1"))


@pytest.mark.parametrize("corrupt", [with_wrong_state, truncated, with_unknown_rules])
async def test_a_corrupt_commit_parks_its_table_in_every_model(
    event_log: EventLog, projectors: Projectors, client: FullClient, corrupt: object
) -> None:
    projectors.start()
    broken, intact = bot_commits("broken", 12), bot_commits("intact", 12)
    with capture_logs() as logs:
        await append(event_log, [*broken[:5], *intact[:5]])
        await projectors.caught_up()
        await append_raw(event_log, [("broken", 6, corrupt(broken[5]))])  # type: ignore[operator]
        await append(event_log, [*broken[6:], *intact[5:]])
        await projectors.caught_up()
    assert await seqs(client) == {"broken": 5, "intact": 12}
    for model in VERSIONS:
        [parked] = await parked_in(client, model)
        assert (parked.table, parked.seq) == ("broken", 6)
        assert parked.reason
    errors = [entry for entry in logs if entry["log_level"] == "error"]
    assert {entry["model"] for entry in errors} == set(VERSIONS)
    assert {(entry["table"], entry["seq"]) for entry in errors} == {("broken", 6)}

    async def gauge_is_set() -> bool:
        return all(PARKED_TABLES.labels(model)._value.get() == 1 for model in VERSIONS)

    await eventually(gauge_is_set, "the gauge is set")
    followed = await read_all_models(client)
    await Rebuild(stores_of(event_log), MODELS, 100).run()
    assert await read_all_models(client) == followed, "a rebuild parks the table at the same commit"
    assert [parked.seq for parked in await parked_in(client, "tables")] == [6]


async def test_a_rebuild_unparks_a_repaired_table(
    event_log: EventLog, projectors: Projectors, client: FullClient
) -> None:
    projectors.start()
    commits = bot_commits("g1", 12)
    await append(event_log, commits[:5])
    await append_raw(event_log, [("g1", 6, truncated(commits[5]))])
    await projectors.caught_up()
    assert len(await parked_in(client, "players")) == 1
    await client.delete(event_log.shard("g1").table("g1"))
    await append(event_log, commits)
    await projectors.caught_up()
    assert await seqs(client) == {"g1": 5}
    await Rebuild(stores_of(event_log), MODELS, 100).run()
    assert await seqs(client) == {"g1": 12}
    assert await parked_in(client, "players") == []


async def test_recovers_from_a_corrupt_feed(
    event_log: EventLog, projectors: Projectors, client: FullClient
) -> None:
    """The feed only copies the table streams."""
    projectors.start()
    commits = bot_commits("g1", 12)
    await append(event_log, commits[:5])
    await projectors.caught_up()
    shard = event_log.shard("g1")
    async with client.pipeline(transaction=True) as pipe:
        pipe.xadd(shard.table("g1"), {"commit": canonical(commits[5])}, id="6-0")
        pipe.xadd(shard.feed, {"table": "g1", "seq": 6, "commit": truncated(commits[5])})
        pipe.xadd(shard.feed, {"nonsense": "x"})
        pipe.xadd(shard.feed, {"table": "g1", "seq": "six", "commit": "x"})
        pipe.hset(shard.tables, "g1", 6)
        await pipe.execute()
    await append(event_log, commits[6:])
    await projectors.caught_up()
    assert await seqs(client) == {"g1": 12}
    assert await parked_in(client, "tables") == []


async def test_a_missing_commit_parks_its_table(
    event_log: EventLog, projectors: Projectors, client: FullClient
) -> None:
    await append(event_log, [*bot_commits("g1", 6), *bot_commits("g2", 6)])
    await client.xdel(event_log.shard("g1").table("g1"), "3-0")
    projectors.start()
    await projectors.caught_up()
    assert await seqs(client) == {"g1": 2, "g2": 6}
    [parked] = await parked_in(client, "activity")
    assert (parked.table, parked.seq) == ("g1", 3)
    assert "expected commit 3, got 4" in parked.reason


async def test_a_key_of_the_wrong_type_parks_its_table(
    event_log: EventLog, projectors: Projectors, client: FullClient
) -> None:
    await append(event_log, [*bot_commits("g1", 6), *bot_commits("g2", 6)])
    await client.delete(event_log.shard("g1").table("g1"))
    await client.set(event_log.shard("g1").table("g1"), "not a stream")
    projectors.start()
    await projectors.caught_up()
    assert await seqs(client) == {"g2": 6}
    [parked] = await parked_in(client, "tables")
    assert (parked.table, parked.seq) == ("g1", 1)
    assert "WRONGTYPE" in parked.reason


async def test_an_error_in_one_model_parks_the_table_only_there(
    event_log: EventLog,
    projectors: Projectors,
    client: FullClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    changes = MODELS[1].changes

    def fail(commits: FoldedCommits) -> Sequence[Any]:
        if commits.table_id == "g1":
            raise ValueError("a bug")
        return changes(commits)

    monkeypatch.setattr(MODELS[1], "changes", fail)
    await append(event_log, [*bot_commits("g1", 6), *bot_commits("g2", 6)])
    projectors.start()
    await projectors.caught_up()
    assert [parked.table for parked in await parked_in(client, "players")] == ["g1"]
    assert "a bug" in (await parked_in(client, "players"))[0].reason
    assert await parked_in(client, "tables") == []
    assert await seqs(client) == {"g1": 6, "g2": 6}
