"""The tables read model: rows, lists and the stream of changes."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from schemas.read_models import TableRow
from schemas.table import SYSTEM, AbortTable, StartGame, TakeSeat, VoidTable
from schemas.terms import Terms
from services.projector.models import MODELS
from services.projector.rebuilding import Rebuild
from services.runtime.readmodels.generations import NotBuiltError, live_generation
from services.runtime.readmodels.table_changes import TableChanges, follow_tables
from services.runtime.readmodels.table_lists import TableLists, TableQuery
from services.runtime.readmodels.table_rows import changes_key
from services.runtime.store.dispatch import Dispatcher
from services.runtime.store.event_log import EventLog
from tests.services.commands import new_command, new_table_id, open_command
from tests.services.engines import Engines
from tests.services.full_client import FullClient, stores_of
from tests.services.projector.histories import append, bot_commits
from tests.services.projectors import Projectors
from tests.waiting import DEADLINE_SECONDS

pytestmark = pytest.mark.anyio


HOUSE_TABLES = ("",)
ALL = TableQuery(HOUSE_TABLES)


async def listed(client: FullClient, query: TableQuery = ALL) -> list[TableRow]:
    return list((await TableLists(client).page(query, 100)).rows)


async def test_a_row_follows_its_table(
    engines: Engines, dispatcher: Dispatcher, projectors: Projectors, client: FullClient
) -> None:
    await engines.start()
    projectors.start()
    table_id = new_table_id()
    await dispatcher.send(open_command(table_id))
    await projectors.caught_up()
    [row] = await listed(client)
    assert (row.table, row.game, row.rules, row.stage) == (table_id, "city", "city/2", "open")
    assert (row.player_ids, row.to_act, row.seq) == ((None, None), (), 1)
    assert row.options["players"] == 2
    assert row.terms == Terms()

    for seat, player in enumerate(("Amber", "Basalt")):
        await dispatcher.send(new_command(table_id, TakeSeat(player), seat))
    await dispatcher.send(new_command(table_id, StartGame()))
    await projectors.caught_up()
    [row] = await listed(client)
    assert (row.stage, row.player_ids, row.seq) == ("playing", ("Amber", "Basalt"), 4)
    assert len(row.to_act) == 1
    assert row.opened_at < row.updated_at

    other_id = new_table_id()
    await dispatcher.send(open_command(other_id))
    await dispatcher.send(new_command(other_id, AbortTable("nobody came"), SYSTEM))
    await projectors.caught_up()
    row, first = await listed(client)
    assert (row.table, row.stage, row.reason) == (other_id, "aborted", "nobody came")
    assert first.table == table_id

    await dispatcher.send(new_command(table_id, VoidTable("cheating"), SYSTEM))
    await projectors.caught_up()
    _, row = await listed(client)
    assert (row.stage, row.reason, row.to_act, row.results) == ("voided", "cheating", (), ())


async def test_a_finished_table_has_results(
    event_log: EventLog, projectors: Projectors, client: FullClient
) -> None:
    projectors.start()
    commits = bot_commits("g1")
    await append(event_log, commits)
    await projectors.caught_up()
    [row] = await listed(client)
    assert (row.stage, row.seq, row.to_act) == ("over", len(commits), ())
    assert {result.seat for result in row.results} == {0, 1}
    assert row.updated_at == commits[-1].at


async def test_filters_and_pages_lists_newest_first(
    event_log: EventLog, projectors: Projectors, client: FullClient
) -> None:
    """All tables open at the same time, so ids decide. No page loses or repeats a table."""
    projectors.start()
    names = [f"g{number:02}" for number in range(12)]
    for number, name in enumerate(names):
        commits = (1, 3, 6)[number % 3]
        await append(event_log, bot_commits(name, commits, ("Amber", "Basalt")))
    await append(event_log, bot_commits("coral", 3, ("Coral", "Jade")))
    await projectors.caught_up()

    lists = TableLists(client)
    paged: list[str] = []
    after = None
    pages = 0
    while True:
        page = await lists.page(ALL, 5, after)
        paged += [row.table for row in page.rows]
        pages += 1
        after = page.after
        if after is None:
            break
    assert paged == sorted([*names, "coral"], reverse=True)
    assert pages == 3

    async def tables(query: TableQuery) -> list[str]:
        return [row.table for row in await listed(client, query)]

    playing = sorted((name for number, name in enumerate(names) if number % 3 == 2), reverse=True)
    assert await tables(TableQuery(HOUSE_TABLES, stage="playing")) == playing
    assert await tables(TableQuery(HOUSE_TABLES, stage="playing", game="city")) == playing
    assert await tables(TableQuery(HOUSE_TABLES, stage="playing", game="duel")) == []
    assert await tables(TableQuery(HOUSE_TABLES, stage="over")) == []
    assert await tables(TableQuery(HOUSE_TABLES, player="Coral")) == ["coral"]
    assert (
        await tables(TableQuery(HOUSE_TABLES, player="Amber", stage="playing", game="city"))
        == playing
    )
    assert await tables(TableQuery(HOUSE_TABLES, player="Amber", stage="open")) == sorted(
        (name for number, name in enumerate(names) if number % 3 == 1), reverse=True
    )


async def test_raises_if_no_projector_has_run(client: FullClient) -> None:
    with pytest.raises(NotBuiltError, match="no projector has run"):
        await listed(client)


async def next_changes(following: AsyncIterator[TableChanges]) -> TableChanges:
    return await asyncio.wait_for(anext(following), DEADLINE_SECONDS)


async def test_a_follower_gets_all_rows_then_changes_and_resumes(
    event_log: EventLog, projectors: Projectors, client: FullClient
) -> None:
    commits = bot_commits("g1", 10)
    await append(event_log, [*commits[:3], *bot_commits("g2", 1)])
    projectors.start()
    following = follow_tables(client, None)
    full = await next_changes(following)
    assert full.is_full
    assert {row.table: row.seq for row in full.rows} == {"g1": 3, "g2": 1}

    await append(event_log, commits[3:5])
    changes, seqs = full, [3]
    while seqs[-1] < 5:
        changes = await next_changes(following)
        assert not changes.is_full
        assert {row.table for row in changes.rows} == {"g1"}
        seqs += [row.seq for row in changes.rows]
    assert seqs == sorted(seqs)

    await append(event_log, commits[5:])
    await projectors.caught_up()
    resumed = await next_changes(follow_tables(client, changes.cursor))
    assert not resumed.is_full
    assert resumed.rows[-1].seq == 10


@pytest.mark.parametrize("after", ["v2.999:1-0", "v2.1:1-0", "nonsense", "v2.1:999999999999999-0"])
async def test_an_unknown_cursor_returns_all_rows(
    event_log: EventLog, projectors: Projectors, client: FullClient, after: str
) -> None:
    projectors.start()
    await append(event_log, bot_commits("g1", 3))
    await projectors.caught_up()
    full = await next_changes(follow_tables(client, after))
    assert full.is_full
    assert [row.seq for row in full.rows] == [3]


async def test_a_trimmed_cursor_returns_all_rows(
    event_log: EventLog, projectors: Projectors, client: FullClient
) -> None:
    projectors.start()
    await append(event_log, bot_commits("g1", 3))
    await projectors.caught_up()
    following = follow_tables(client, None)
    await next_changes(following)
    await append(event_log, bot_commits("g1", 6)[3:])
    await projectors.caught_up()
    live = await live_generation(client, "tables")
    assert live is not None
    await client.xtrim(changes_key(live), maxlen=0, approximate=False)
    later = await next_changes(following)
    assert later.is_full
    assert [row.seq for row in later.rows] == [6]


async def test_a_new_generation_returns_all_rows(
    event_log: EventLog, projectors: Projectors, client: FullClient
) -> None:
    projectors.start()
    await append(event_log, bot_commits("g1", 3))
    await projectors.caught_up()
    following = follow_tables(client, None)
    await next_changes(following)
    await Rebuild(stores_of(event_log), MODELS, 100).run()
    later = await next_changes(following)
    assert later.is_full
    assert [row.seq for row in later.rows] == [3]
    assert later.cursor.startswith("v2.2:")
