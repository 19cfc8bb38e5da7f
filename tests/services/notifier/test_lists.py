"""The lobby and players' tables, built by a real projector and followed over real sockets."""

from typing import Any

import pytest

from schemas.city.options import CityOptions
from schemas.table import SYSTEM, AbortTable, LeaveSeat, OpenTable, StartGame, TakeSeat
from schemas.terms import Terms
from services.notifier import list_topics
from services.projector.models import MODELS
from services.projector.rebuilding import Rebuild
from services.runtime.store.dispatch import Dispatcher
from services.runtime.store.event_log import EventLog
from tests.services.commands import new_command, new_table_id
from tests.services.full_client import stores_of
from tests.services.notifier.conftest import OTHER_KEY, PLATFORM_KEY
from tests.services.notifier.live_client import LiveClient, Notifier
from tests.services.notifier.tables import open_table
from tests.services.projectors import Projectors

pytestmark = pytest.mark.anyio


class TableList:
    """A client's copy of a list, built from the frames of a subscription."""

    def __init__(self, live_client: LiveClient, name: str) -> None:
        self.live_client = live_client
        self.name = name
        self.rows: dict[str, Any] = {}
        self.cursor = ""
        self.resets = 0

    async def receive(self) -> None:
        message = await self.live_client.next()
        assert (message["type"], message["id"]) == ("rows", self.name), message
        if message["whole"]:
            self.rows = {}
            self.resets += 1
        for row in message["rows"]:
            known = self.rows.get(row["table"])
            assert known is None or known["seq"] <= row["seq"], "rows never get older"
            self.rows[row["table"]] = row
        self.cursor = message["cursor"]

    async def wait_for(self, **seqs: int) -> None:
        """Wait until the list holds exactly these tables at these seqs."""
        while {table: row["seq"] for table, row in self.rows.items()} != seqs:
            await self.receive()


async def subscribe(live_client: LiveClient, name: str = "list", **topic: Any) -> TableList:
    await live_client.send(type="subscribe", id=name, topic=topic)
    subscribed = await live_client.next()
    assert (subscribed["type"], subscribed["id"]) == ("subscribed", name)
    return TableList(live_client, name)


async def test_sends_the_full_lobby_and_then_changes(
    running: Notifier, dispatcher: Dispatcher
) -> None:
    first = await open_table(dispatcher)
    async with running.connect() as live_client:
        lobby = await subscribe(live_client, type="lobby")
        await lobby.wait_for(**{first: 1})
        assert lobby.resets == 1
        second = await open_table(dispatcher)
        await lobby.wait_for(**{first: 1, second: 1})
        await dispatcher.send(new_command(first, TakeSeat("Amber"), 0))
        await lobby.wait_for(**{first: 2, second: 1})
        assert lobby.rows[first]["player_ids"] == ["Amber", None]
        assert lobby.resets == 1


async def test_sends_an_empty_lobby(running: Notifier, projectors: Projectors) -> None:
    await projectors.caught_up()
    async with running.connect() as live_client:
        lobby = await subscribe(live_client, type="lobby")
        await lobby.receive()
        assert (lobby.resets, lobby.rows) == (1, {})


async def test_a_row_that_stops_matching_is_sent_once_more(
    running: Notifier, dispatcher: Dispatcher
) -> None:
    async with running.connect() as live_client:
        lobby = await subscribe(live_client, type="lobby", stage="open", game="city")
        nothing = await subscribe(live_client, name="nothing", type="lobby", game="duel")
        for table_list in (lobby, nothing):
            table_list.rows["before the first message"] = {"seq": 0}
        table_id = await open_table(dispatcher)
        frames: list[Any] = []
        while not any(row["stage"] == "aborted" for frame in frames for row in frame["rows"]):
            frames.append(await live_client.next())
            if any(row["stage"] == "open" for row in frames[-1]["rows"]):
                await dispatcher.send(new_command(table_id, AbortTable(), SYSTEM))
        assert all(frame["rows"] == [] for frame in frames if frame["id"] == "nothing")
        other = await open_table(dispatcher)
        await dispatcher.send(new_command(table_id, TakeSeat("Amber"), 0))
        last = await live_client.next()
        assert [row["table"] for row in last["rows"]] == [other], "only the matching table"


async def test_a_player_list_holds_tables_they_sit_at_or_left(
    running: Notifier, dispatcher: Dispatcher
) -> None:
    amber_table, basalt_table = await open_table(dispatcher), await open_table(dispatcher)
    await dispatcher.send(new_command(basalt_table, TakeSeat("Basalt"), 0))
    await dispatcher.send(new_command(amber_table, TakeSeat("Amber"), 0))
    async with running.connect() as live_client:
        tables = await subscribe(live_client, type="player", player="Amber")
        await tables.wait_for(**{amber_table: 2})
        await dispatcher.send(new_command(basalt_table, TakeSeat("Amber"), 1))
        await tables.wait_for(**{amber_table: 2, basalt_table: 3})
        await dispatcher.send(new_command(amber_table, LeaveSeat(), 0))
        await tables.wait_for(**{amber_table: 3, basalt_table: 3})
        assert "Amber" not in tables.rows[amber_table]["player_ids"]
        await dispatcher.send(new_command(amber_table, TakeSeat("Coral"), 0))
        await dispatcher.send(new_command(basalt_table, StartGame(), SYSTEM))
        await tables.wait_for(**{amber_table: 3, basalt_table: 4})


async def test_only_the_platform_that_opened_them_sees_unlisted_tables(
    running: Notifier, dispatcher: Dispatcher
) -> None:
    own_table, foreign_table = new_table_id(), new_table_id()
    for table_id, platform in ((own_table, "test"), (foreign_table, "other")):
        terms = Terms(listed=False, platform=platform)
        await dispatcher.send(new_command(table_id, OpenTable("city", CityOptions(2), terms)))
        await dispatcher.send(new_command(table_id, TakeSeat("Amber"), 0))
    listed = await open_table(dispatcher)
    await dispatcher.send(new_command(listed, TakeSeat("Amber"), 0))
    async with running.connect() as live_client:
        own = await subscribe(live_client, type="player", player="Amber", token=PLATFORM_KEY)
        await own.wait_for(**{own_table: 2, listed: 2})
        anyone = await subscribe(live_client, name="anyone", type="player", player="Amber")
        await anyone.wait_for(**{listed: 2})
        lobby = await subscribe(live_client, name="lobby", type="lobby")
        await lobby.wait_for(**{listed: 2})
        wrong_token = {"type": "player", "player": "Amber", "token": "a guess"}
        assert await live_client.refusal_code(**wrong_token) == "bad_token"


async def test_the_lobby_of_a_platform_is_public_only_if_it_is_shared(
    running: Notifier, dispatcher: Dispatcher
) -> None:
    shared, private = new_table_id(), new_table_id()
    for table_id, platform in ((shared, "test"), (private, "other")):
        terms = Terms(platform=platform)
        await dispatcher.send(new_command(table_id, OpenTable("city", CityOptions(2), terms)))
    async with running.connect() as live_client:
        other = await subscribe(live_client, name="other", type="lobby", token=OTHER_KEY)
        await other.wait_for(**{private: 1})
        own = await subscribe(live_client, name="own", type="lobby", token=PLATFORM_KEY)
        await own.wait_for(**{shared: 1})
        anyone = await subscribe(live_client, name="anyone", type="lobby")
        await anyone.wait_for(**{shared: 1})


async def test_resuming_sends_changes_if_they_are_kept_and_the_full_list_otherwise(
    running: Notifier, dispatcher: Dispatcher
) -> None:
    first = await open_table(dispatcher)
    async with running.connect() as live_client:
        lobby = await subscribe(live_client, type="lobby")
        await lobby.wait_for(**{first: 1})
        other = await subscribe(live_client, name="other", type="lobby")
        await other.wait_for(**{first: 1})
        await live_client.send(type="unsubscribe", id="list")
        assert (await live_client.next())["code"] == "unsubscribed"
        second = await open_table(dispatcher)
        await other.wait_for(**{first: 1, second: 1})
        resumed = await subscribe(live_client, type="lobby", after=lobby.cursor)
        await resumed.wait_for(**{second: 1})
        assert resumed.resets == 0
        late = await subscribe(live_client, name="late", type="lobby", after="v9.9:1-1")
        await late.wait_for(**{first: 1, second: 1})
        assert late.resets == 1


async def test_a_long_list_is_split_into_several_frames(
    running: Notifier, dispatcher: Dispatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_topics, "FRAME_ROWS_MAX", 2)
    table_ids = [await open_table(dispatcher) for _ in range(5)]
    async with running.connect() as live_client:
        await (await subscribe(live_client, type="lobby")).wait_for(**dict.fromkeys(table_ids, 1))
        lobby = await subscribe(live_client, name="long", type="lobby")
        cursors = []
        for _ in range(3):
            await lobby.receive()
            cursors.append(lobby.cursor)
        assert lobby.rows.keys() == set(table_ids)
        assert lobby.resets == 1
        assert cursors[:2] == [list_topics.INCOMPLETE_CURSOR] * 2
        assert cursors[2] != list_topics.INCOMPLETE_CURSOR


async def test_a_rebuild_sends_the_full_lists_again(
    running: Notifier, dispatcher: Dispatcher, event_log: EventLog, projectors: Projectors
) -> None:
    table_id = await open_table(dispatcher, commits=3)
    async with running.connect() as live_client:
        lobby = await subscribe(live_client, type="lobby")
        tables = await subscribe(live_client, name="player", type="player", player="Amber")
        await projectors.caught_up()
        for table_list in (lobby, tables):
            table_list.rows["nothing yet"] = {"seq": 0}
        resets = 0
        while resets < 2:
            message = await live_client.next()
            resets += message["whole"]
        await Rebuild(stores_of(event_log), MODELS, 100).run()
        while resets < 4:
            message = await live_client.next()
            resets += message["whole"]
        await dispatcher.send(new_command(table_id, TakeSeat("Amber"), 0))
        updated = {(await live_client.next())["id"], (await live_client.next())["id"]}
        assert updated == {"list", "player"}
