"""The tables: rows, lists, and the stream of changes."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from schemas.reading import TableRow
from schemas.table import SYSTEM, AbortTable, StartGame, TakeSeat
from schemas.terms import Terms
from services.projector.models import MODELS
from services.projector.rebuilding import Rebuild
from services.runtime.connection import Client
from services.runtime.dispatch import Dispatcher
from services.runtime.event_log import EventLog
from services.runtime.generations import NotBuiltError, live_generation
from services.runtime.table_changes import TableChanges, follow_tables
from services.runtime.table_lists import TableLists, Wanted
from services.runtime.table_rows import changes_key
from tests.services.asking import ask, ask_open, new_game
from tests.services.engines import Engines
from tests.services.projector.playing import append, played
from tests.services.projectors import Projectors

pytestmark = pytest.mark.anyio

SECONDS = 20.0


ALL = Wanted()


async def listed(client: Client, wanted: Wanted = ALL) -> list[TableRow]:
    return list((await TableLists(client).page(wanted, 100)).rows)


async def test_a_row_follows_a_real_game(
    engines: Engines, dispatcher: Dispatcher, projectors: Projectors, client: Client
) -> None:
    await engines.start()
    projectors.start()
    game = new_game()
    await dispatcher.send(ask_open(game))
    await projectors.caught_up()
    [row] = await listed(client)
    assert (row.table, row.game, row.rules, row.stage) == (game, "city", "city/1", "open")
    assert (row.players, row.to_act, row.seq) == ((None, None), (), 1)
    assert row.options["players"] == 2
    assert row.terms == Terms()

    for seat, player in enumerate(("Amber", "Basalt")):
        await dispatcher.send(ask(game, TakeSeat(player), seat))
    await dispatcher.send(ask(game, StartGame()))
    await projectors.caught_up()
    [row] = await listed(client)
    assert (row.stage, row.players, row.seq) == ("playing", ("Amber", "Basalt"), 4)
    assert len(row.to_act) == 1
    assert row.opened_at < row.updated_at

    other = new_game()
    await dispatcher.send(ask_open(other))
    await dispatcher.send(ask(other, AbortTable("nobody came"), SYSTEM))
    await projectors.caught_up()
    row, first = await listed(client)
    assert (row.table, row.stage, row.reason) == (other, "aborted", "nobody came")
    assert first.table == game


async def test_a_game_that_is_over_has_results(
    event_log: EventLog, projectors: Projectors, client: Client
) -> None:
    projectors.start()
    commits = played("g1")
    await append(event_log, commits)
    await projectors.caught_up()
    [row] = await listed(client)
    assert (row.stage, row.seq, row.to_act) == ("over", len(commits), ())
    assert {result.seat for result in row.results} == {0, 1}
    assert row.updated_at == commits[-1].at


async def test_lists_are_filtered_and_paged_newest_first(
    event_log: EventLog, projectors: Projectors, client: Client
) -> None:
    """All games open at the same moment: names decide, and no page loses or repeats one."""
    projectors.start()
    names = [f"g{number:02}" for number in range(12)]
    for number, name in enumerate(names):
        commits = (1, 3, 6)[number % 3]
        await append(event_log, played(name, commits, ("Amber", "Basalt")))
    await append(event_log, played("coral", 3, ("Coral", "Jade")))
    await projectors.caught_up()

    lists = TableLists(client)
    found: list[str] = []
    after = None
    pages = 0
    while True:
        page = await lists.page(Wanted(), 5, after)
        found += [row.table for row in page.rows]
        pages += 1
        after = page.after
        if after is None:
            break
    assert found == sorted([*names, "coral"], reverse=True)
    assert pages == 3

    async def tables(wanted: Wanted) -> list[str]:
        return [row.table for row in await listed(client, wanted)]

    playing = sorted((name for number, name in enumerate(names) if number % 3 == 2), reverse=True)
    assert await tables(Wanted(stage="playing")) == playing
    assert await tables(Wanted(stage="playing", game="city")) == playing
    assert await tables(Wanted(stage="playing", game="duel")) == []
    assert await tables(Wanted(stage="over")) == []
    assert await tables(Wanted(player="Coral")) == ["coral"]
    assert await tables(Wanted(player="Amber", stage="playing", game="city")) == playing
    assert await tables(Wanted(player="Amber", stage="open")) == sorted(
        (name for number, name in enumerate(names) if number % 3 == 1), reverse=True
    )


async def test_without_a_projector_there_is_nothing_to_read_and_it_says_so(client: Client) -> None:
    with pytest.raises(NotBuiltError, match="no projector has run"):
        await listed(client)


async def next_of(following: AsyncIterator[TableChanges]) -> TableChanges:
    return await asyncio.wait_for(anext(following), SECONDS)


async def test_a_follower_gets_all_then_what_changes_and_resumes(
    event_log: EventLog, projectors: Projectors, client: Client
) -> None:
    commits = played("g1", 10)
    await append(event_log, [*commits[:3], *played("g2", 1)])
    projectors.start()
    following = follow_tables(client, None)
    whole = await next_of(following)
    assert whole.whole
    assert {row.table: row.seq for row in whole.rows} == {"g1": 3, "g2": 1}

    await append(event_log, commits[3:5])
    changes, seqs = whole, [3]
    while seqs[-1] < 5:
        changes = await next_of(following)
        assert not changes.whole
        assert {row.table for row in changes.rows} == {"g1"}
        seqs += [row.seq for row in changes.rows]
    assert seqs == sorted(seqs)

    await append(event_log, commits[5:])
    await projectors.caught_up()
    resumed = await next_of(follow_tables(client, changes.cursor))
    assert not resumed.whole
    assert resumed.rows[-1].seq == 10


@pytest.mark.parametrize("after", ["v1.999:1-0", "v1.1:1-0", "nonsense", "v1.1:999999999999999-0"])
async def test_a_cursor_that_is_not_kept_leads_to_all(
    event_log: EventLog, projectors: Projectors, client: Client, after: str
) -> None:
    projectors.start()
    await append(event_log, played("g1", 3))
    await projectors.caught_up()
    whole = await next_of(follow_tables(client, after))
    assert whole.whole
    assert [row.seq for row in whole.rows] == [3]


async def test_a_stream_cut_past_the_cursor_leads_to_all(
    event_log: EventLog, projectors: Projectors, client: Client
) -> None:
    projectors.start()
    await append(event_log, played("g1", 3))
    await projectors.caught_up()
    following = follow_tables(client, None)
    await next_of(following)
    await append(event_log, played("g1", 6)[3:])
    await projectors.caught_up()
    live = await live_generation(client, "tables")
    assert live is not None
    await client.xtrim(changes_key(live), maxlen=0, approximate=False)
    again = await next_of(following)
    assert again.whole
    assert [row.seq for row in again.rows] == [6]


async def test_a_new_generation_leads_to_all(
    event_log: EventLog, projectors: Projectors, client: Client
) -> None:
    projectors.start()
    await append(event_log, played("g1", 3))
    await projectors.caught_up()
    following = follow_tables(client, None)
    await next_of(following)
    await Rebuild(event_log, MODELS, 100).run()
    again = await next_of(following)
    assert again.whole
    assert [row.seq for row in again.rows] == [3]
    assert again.cursor.startswith("v1.2:")
