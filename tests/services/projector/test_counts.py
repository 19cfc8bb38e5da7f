"""Players and days: counted from the games themselves."""

import datetime

import pytest

from schemas.city import CityOptions
from schemas.table import SYSTEM, AbortTable, LeaveSeat, OpenTable, Resign, TakeSeat
from schemas.terms import Terms
from services.runtime.activity_days import activity
from services.runtime.connection import Client
from services.runtime.dispatch import Dispatcher
from services.runtime.event_log import EventLog
from services.runtime.player_records import player_record
from services.runtime.standings import standings_page
from tests.services.asking import ask, new_game
from tests.services.engines import Engines
from tests.services.projector.playing import append, played
from tests.services.projector.rows import FIRST_DAYS
from tests.services.projectors import Projectors

pytestmark = pytest.mark.anyio


async def test_a_player_is_counted_where_they_sit_and_no_longer_when_they_left(
    engines: Engines, dispatcher: Dispatcher, projectors: Projectors, client: Client
) -> None:
    await engines.start()
    projectors.start()
    game, other = new_game(), new_game()

    async def counts() -> tuple[int, int, int]:
        await projectors.caught_up()
        row = (await player_record(client, "Amber")).row
        return row.open, row.playing, row.over

    for table in (game, other):
        await dispatcher.send(ask(table, OpenTable("city", CityOptions(2))))
        await dispatcher.send(ask(table, TakeSeat("Amber"), 0))
    assert await counts() == (2, 0, 0)
    await dispatcher.send(ask(game, LeaveSeat(), 0))
    assert await counts() == (1, 0, 0)
    await dispatcher.send(ask(other, AbortTable(), SYSTEM))
    assert await counts() == (0, 0, 0)


async def test_tallies_agree_with_the_results(
    event_log: EventLog, projectors: Projectors, client: Client
) -> None:
    projectors.start()
    names = ("Amber", "Basalt", "Coral")
    games = [played(f"g{number}", None, names) for number in range(3)]
    for game in games:
        await append(event_log, game)
    await projectors.caught_up()
    for seat, name in enumerate(names):
        results = [game[-1].events[-1].results[seat] for game in games]
        [tally] = (await player_record(client, name)).row.tallies
        assert tally.played == len(games)
        assert tally.won == sum(result.won for result in results)
        places = [result.place for result in results]
        assert tally.places == {str(place): places.count(place) for place in sorted(set(places))}


async def test_days_are_counted_by_game(
    event_log: EventLog, projectors: Projectors, client: Client
) -> None:
    """Recorded games begin at the beginning of time, and take a second a command."""
    projectors.start()
    over = played("g1", None, ("Amber", "Basalt"))
    await append(event_log, over)
    await append(event_log, played("g2", 30, ("Basalt", "Coral")))
    await append(event_log, played("g3", 2, ("Jade", "Coral")))
    await projectors.caught_up()
    found = await activity(client, FIRST_DAYS, 20)
    [day] = found.days
    assert (day.day, day.game) == ("1970-01-01", "city")
    assert (day.opened, day.started, day.finished, day.aborted) == (3, 2, 1, 0)
    assert day.commits == len(over) + 30 + 2
    assert day.players == 3, "Jade has only sat down"
    assert (await activity(client, datetime.date(1970, 1, 2), 1)).days == ()
    assert (await activity(client, datetime.date(1970, 1, 2), 2)).days == (day,)


@pytest.mark.parametrize(("platform", "counted"), [("guests", 0), ("a platform", 1)])
async def test_what_guests_do_is_put_down_to_nobody(  # noqa: PLR0917 - a whole system
    engines: Engines,
    dispatcher: Dispatcher,
    projectors: Projectors,
    client: Client,
    platform: str,
    counted: int,
) -> None:
    """A guest may have any name, and so that of somebody whom a platform knows."""
    await engines.start()
    projectors.start()
    game = new_game()
    terms = Terms(platform=platform, autostart=True)
    await dispatcher.send(ask(game, OpenTable("city", CityOptions(2), terms)))
    for seat, player in enumerate(("Amber", "Basalt")):
        await dispatcher.send(ask(game, TakeSeat(player), seat))
    await dispatcher.send(ask(game, Resign(), 1))
    await projectors.caught_up()
    row = (await player_record(client, "Amber")).row
    assert (row.over, len(row.tallies)) == (counted, counted)
    assert (await standings_page(client, "city", 10)).players == 2 * counted
