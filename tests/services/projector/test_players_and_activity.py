"""The players and activity read models."""

import datetime

import pytest

from schemas.city.options import CityOptions
from schemas.table import SYSTEM, AbortTable, LeaveSeat, OpenTable, Resign, TakeSeat
from schemas.terms import Terms
from services.runtime.readmodels.activity_days import activity
from services.runtime.readmodels.player_records import player_record
from services.runtime.readmodels.standings import StandingList, standings_page
from services.runtime.store.dispatch import Dispatcher
from services.runtime.store.event_log import EventLog
from tests.services.commands import new_command, new_table_id
from tests.services.engines import Engines
from tests.services.full_client import FullClient
from tests.services.projector.histories import append, bot_commits
from tests.services.projector.rows import EPOCH_RANGE_END
from tests.services.projectors import Projectors

pytestmark = pytest.mark.anyio


async def test_counts_a_player_only_while_seated(
    engines: Engines, dispatcher: Dispatcher, projectors: Projectors, client: FullClient
) -> None:
    await engines.start()
    projectors.start()
    first, second = new_table_id(), new_table_id()

    async def counts() -> tuple[int, int, int]:
        await projectors.caught_up()
        row = (await player_record(client, "", "Amber")).row
        return row.open, row.playing, row.over

    for table in (first, second):
        await dispatcher.send(new_command(table, OpenTable("city", CityOptions(2))))
        await dispatcher.send(new_command(table, TakeSeat("Amber"), 0))
    assert await counts() == (2, 0, 0)
    await dispatcher.send(new_command(first, LeaveSeat(), 0))
    assert await counts() == (1, 0, 0)
    await dispatcher.send(new_command(second, AbortTable(), SYSTEM))
    assert await counts() == (0, 0, 0)


async def test_tallies_match_the_results(
    event_log: EventLog, projectors: Projectors, client: FullClient
) -> None:
    projectors.start()
    names = ("Amber", "Basalt", "Coral")
    histories = [bot_commits(f"g{number}", None, names) for number in range(3)]
    for history in histories:
        await append(event_log, history)
    await projectors.caught_up()
    for seat, name in enumerate(names):
        results = [history[-1].events[-1].results[seat] for history in histories]
        [tally] = (await player_record(client, "", name)).row.tallies
        assert tally.played == len(histories)
        assert tally.won == sum(result.won for result in results)
        places = [result.place for result in results]
        assert tally.places == {str(place): places.count(place) for place in sorted(set(places))}


async def test_counts_activity_by_day_and_game(
    event_log: EventLog, projectors: Projectors, client: FullClient
) -> None:
    """Test histories start at the Unix epoch and take one second per command."""
    projectors.start()
    over = bot_commits("g1", None, ("Amber", "Basalt"))
    await append(event_log, over)
    await append(event_log, bot_commits("g2", 30, ("Basalt", "Coral")))
    await append(event_log, bot_commits("g3", 2, ("Jade", "Coral")))
    await projectors.caught_up()
    [day] = (await activity(client, EPOCH_RANGE_END, 20)).days
    assert (day.day, day.game) == ("1970-01-01", "city")
    assert (day.opened, day.started, day.finished, day.aborted) == (3, 2, 1, 0)
    assert day.commits == len(over) + 30 + 2
    assert day.players == 3, "Jade only took a seat"
    assert (await activity(client, datetime.date(1970, 1, 2), 1)).days == ()
    assert (await activity(client, datetime.date(1970, 1, 2), 2)).days == (day,)


@pytest.mark.parametrize(("platform", "counted"), [("guests", 0), ("a platform", 1)])
async def test_does_not_count_tables_of_guests(  # noqa: PLR0917 - fixtures
    engines: Engines,
    dispatcher: Dispatcher,
    projectors: Projectors,
    client: FullClient,
    platform: str,
    counted: int,
) -> None:
    """A guest may choose the name of a platform's player."""
    await engines.start()
    projectors.start()
    table_id = new_table_id()
    terms = Terms(platform=platform, autostart=True)
    await dispatcher.send(new_command(table_id, OpenTable("city", CityOptions(2), terms)))
    for seat, player in enumerate(("Amber", "Basalt")):
        await dispatcher.send(new_command(table_id, TakeSeat(player), seat))
    await dispatcher.send(new_command(table_id, Resign(), 1))
    await projectors.caught_up()
    row = (await player_record(client, platform, "Amber")).row
    assert (row.over, len(row.tallies)) == (counted, counted)
    assert (await standings_page(client, StandingList(platform, "city"), 10)).players == 2 * counted
