"""The lobby and players' tables, kept by a real projector and followed over real sockets."""

from typing import Any

import pytest

from schemas.city import CityOptions
from schemas.table import SYSTEM, AbortTable, LeaveSeat, OpenTable, StartGame, TakeSeat
from schemas.terms import Terms
from services.notifier import list_topics
from services.projector.models import MODELS
from services.projector.rebuilding import Rebuild
from services.runtime.dispatch import Dispatcher
from services.runtime.event_log import EventLog
from tests.services.asking import ask, new_game
from tests.services.engines import Engines
from tests.services.notifier.conftest import PLATFORM_KEY
from tests.services.notifier.playing import opened
from tests.services.notifier.watching import Notifier, Watcher
from tests.services.projectors import Projectors

pytestmark = pytest.mark.anyio


class List:
    """What a client makes of the messages of one subscription."""

    def __init__(self, watcher: Watcher, name: str) -> None:
        self.watcher = watcher
        self.name = name
        self.rows: dict[str, Any] = {}
        self.cursor = ""
        self.wholes = 0

    async def hear(self) -> None:
        message = await self.watcher.next()
        assert (message["type"], message["id"]) == ("rows", self.name), message
        if message["whole"]:
            self.rows = {}
            self.wholes += 1
        for row in message["rows"]:
            had = self.rows.get(row["table"])
            assert had is None or had["seq"] <= row["seq"], "never an older one"
            self.rows[row["table"]] = row
        self.cursor = message["cursor"]

    async def until(self, **versions: int) -> None:
        """Until these tables, and no others, stand there with these versions."""
        while {table: row["seq"] for table, row in self.rows.items()} != versions:
            await self.hear()


async def follow(watcher: Watcher, name: str = "list", **topic: Any) -> List:
    await watcher.send(type="subscribe", id=name, topic=topic)
    subscribed = await watcher.next()
    assert (subscribed["type"], subscribed["id"]) == ("subscribed", name)
    return List(watcher, name)


@pytest.fixture
async def running(engines: Engines, projectors: Projectors, notifier: Notifier) -> Notifier:
    await engines.start()
    projectors.start()
    return await notifier.start()


async def test_the_lobby_is_told_whole_and_then_as_it_changes(
    running: Notifier, dispatcher: Dispatcher
) -> None:
    first = await opened(dispatcher)
    async with running.watcher() as watcher:
        lobby = await follow(watcher, type="lobby")
        await lobby.until(**{first: 1})
        assert lobby.wholes == 1
        second = await opened(dispatcher)
        await lobby.until(**{first: 1, second: 1})
        await dispatcher.send(ask(first, TakeSeat("Amber"), 0))
        await lobby.until(**{first: 2, second: 1})
        assert lobby.rows[first]["players"] == ["Amber", None]
        assert lobby.wholes == 1


async def test_an_empty_lobby_is_told_too(running: Notifier, projectors: Projectors) -> None:
    await projectors.caught_up()
    async with running.watcher() as watcher:
        lobby = await follow(watcher, type="lobby")
        await lobby.hear()
        assert (lobby.wholes, lobby.rows) == (1, {})


async def test_what_leaves_a_filtered_list_is_told_once_more_so_that_it_can_be_dropped(
    running: Notifier, dispatcher: Dispatcher
) -> None:
    async with running.watcher() as watcher:
        lobby = await follow(watcher, type="lobby", stage="open", game="city")
        nothing = await follow(watcher, name="nothing", type="lobby", game="duel")
        for one in (lobby, nothing):
            one.rows["before the first message"] = {"seq": 0}
        game = await opened(dispatcher)
        told: list[Any] = []
        while not any(row["stage"] == "aborted" for one in told for row in one["rows"]):
            told.append(await watcher.next())
            if any(row["stage"] == "open" for row in told[-1]["rows"]):
                await dispatcher.send(ask(game, AbortTable(), SYSTEM))
        assert all(one["rows"] == [] for one in told if one["id"] == "nothing")
        other = await opened(dispatcher)
        await dispatcher.send(ask(game, TakeSeat("Amber"), 0))
        last = await watcher.next()
        assert [row["table"] for row in last["rows"]] == [other], "the other one is not theirs"


async def test_a_player_sees_the_tables_they_sit_at_and_those_they_left(
    running: Notifier, dispatcher: Dispatcher
) -> None:
    ambers, basalts = await opened(dispatcher), await opened(dispatcher)
    await dispatcher.send(ask(basalts, TakeSeat("Basalt"), 0))
    await dispatcher.send(ask(ambers, TakeSeat("Amber"), 0))
    async with running.watcher() as watcher:
        tables = await follow(watcher, type="player", player="Amber")
        await tables.until(**{ambers: 2})
        await dispatcher.send(ask(basalts, TakeSeat("Amber"), 1))
        await tables.until(**{ambers: 2, basalts: 3})
        await dispatcher.send(ask(ambers, LeaveSeat(), 0))
        await tables.until(**{ambers: 3, basalts: 3})
        assert "Amber" not in tables.rows[ambers]["players"]
        await dispatcher.send(ask(ambers, TakeSeat("Coral"), 0))
        await dispatcher.send(ask(basalts, StartGame(), SYSTEM))
        await tables.until(**{ambers: 3, basalts: 4})


async def test_tables_that_are_not_listed_are_for_the_platform_that_opened_them(
    running: Notifier, dispatcher: Dispatcher
) -> None:
    mine, theirs = new_game(), new_game()
    for game, platform in ((mine, "test"), (theirs, "other")):
        terms = Terms(listed=False, platform=platform)
        await dispatcher.send(ask(game, OpenTable("city", CityOptions(2), terms)))
        await dispatcher.send(ask(game, TakeSeat("Amber"), 0))
    open_to_all = await opened(dispatcher)
    await dispatcher.send(ask(open_to_all, TakeSeat("Amber"), 0))
    async with running.watcher() as watcher:
        own = await follow(watcher, type="player", player="Amber", token=PLATFORM_KEY)
        await own.until(**{mine: 2, open_to_all: 2})
        anyone = await follow(watcher, name="anyone", type="player", player="Amber")
        await anyone.until(**{open_to_all: 2})
        lobby = await follow(watcher, name="lobby", type="lobby")
        await lobby.until(**{open_to_all: 2})
        wrong = {"type": "player", "player": "Amber", "token": "a guess"}
        assert await watcher.refused(**wrong) == "bad_token"


async def test_who_comes_back_soon_gets_what_changed_and_later_everything(
    running: Notifier, dispatcher: Dispatcher
) -> None:
    first = await opened(dispatcher)
    async with running.watcher() as watcher:
        lobby = await follow(watcher, type="lobby")
        await lobby.until(**{first: 1})
        other = await follow(watcher, name="other", type="lobby")
        await other.until(**{first: 1})
        await watcher.send(type="unsubscribe", id="list")
        assert (await watcher.next())["code"] == "unsubscribed"
        second = await opened(dispatcher)
        await other.until(**{first: 1, second: 1})
        again = await follow(watcher, type="lobby", after=lobby.cursor)
        await again.until(**{second: 1})
        assert again.wholes == 0
        late = await follow(watcher, name="late", type="lobby", after="v9.9:1-1")
        await late.until(**{first: 1, second: 1})
        assert late.wholes == 1


async def test_a_long_list_comes_in_parts_and_is_whole_only_at_its_end(
    running: Notifier, dispatcher: Dispatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_topics, "FRAME_ROWS_MAX", 2)
    games = [await opened(dispatcher) for _ in range(5)]
    async with running.watcher() as watcher:
        await (await follow(watcher, type="lobby")).until(**dict.fromkeys(games, 1))
        lobby = await follow(watcher, name="parts", type="lobby")
        cursors = []
        for _ in range(3):
            await lobby.hear()
            cursors.append(lobby.cursor)
        assert lobby.rows.keys() == set(games)
        assert lobby.wholes == 1
        assert cursors[:2] == [list_topics.UNFINISHED] * 2
        assert cursors[2] != list_topics.UNFINISHED


async def test_after_a_rebuild_everything_is_told_anew(
    running: Notifier, dispatcher: Dispatcher, event_log: EventLog, projectors: Projectors
) -> None:
    game = await opened(dispatcher, commits=3)
    async with running.watcher() as watcher:
        lobby = await follow(watcher, type="lobby")
        tables = await follow(watcher, name="player", type="player", player="Amber")
        await projectors.caught_up()
        for one in (lobby, tables):
            one.rows["nothing yet"] = {"seq": 0}
        wholes = 0
        while wholes < 2:
            message = await watcher.next()
            wholes += message["whole"]
        await Rebuild(event_log, MODELS, 100).run()
        while wholes < 4:
            message = await watcher.next()
            wholes += message["whole"]
        await dispatcher.send(ask(game, TakeSeat("Amber"), 0))
        told = {(await watcher.next())["id"], (await watcher.next())["id"]}
        assert told == {"list", "player"}
