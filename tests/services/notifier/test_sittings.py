"""A live subscription to a seat ends with its sitting."""

import pytest

from schemas.city.options import CityOptions
from schemas.table import LeaveSeat, OpenTable, TakeSeat
from schemas.terms import Terms
from services.notifier.followed_tables import FollowedTables
from services.runtime.store.dispatch import Dispatcher
from tests.services.commands import new_command, new_table_id
from tests.services.engines import Engines
from tests.services.notifier.live_client import Notifier
from tests.waiting import eventually

pytestmark = pytest.mark.anyio

FIRST, SECOND = TakeSeat("Basalt", "00"), TakeSeat("Basalt", "01")


async def open_table(dispatcher: Dispatcher) -> str:
    """Open a table with Amber on seat 0 and Basalt on seat 1."""
    table_id = new_table_id()
    terms = Terms(autostart=True)
    for command in (
        new_command(table_id, OpenTable("city", CityOptions(3), terms)),
        new_command(table_id, TakeSeat("Amber", "aa"), 0),
        new_command(table_id, FIRST, 1),
    ):
        await dispatcher.send(command)
    return table_id


async def replace_seat_1(dispatcher: Dispatcher, table_id: str) -> None:
    """Basalt leaves seat 1, a namesake takes it, and the game starts."""
    for command in (
        new_command(table_id, LeaveSeat(), 1),
        new_command(table_id, SECOND, 1),
        new_command(table_id, TakeSeat("Coral", "cc"), 2),
    ):
        assert (await dispatcher.send(command)).rejection is None


async def test_a_former_sitting_receives_nothing_of_the_next(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start()
    table_id = await open_table(dispatcher)
    async with notifier.connect() as former:
        assert await former.subscribe(table_id, notifier.token(table_id, 1, 1), after=3) == 3
        await replace_seat_1(dispatcher, table_id)
        assert await former.seqs(1) == [4], "leaving is still delivered"
        ended = await former.next()
        assert (ended["type"], ended["code"]) == ("subscription_ended", "former_sitting")


async def test_catching_up_checks_the_sitting_too(
    engines: Engines,
    dispatcher: Dispatcher,
    notifier: Notifier,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without the feed, reconciling finds the commits and subscribers catch up."""
    await engines.start()
    monkeypatch.setattr("services.notifier.feed.RECONCILE_SECONDS", 0.1)
    monkeypatch.setattr("services.notifier.followed_tables.FollowedTables.receive", lambda *_: None)
    await notifier.start()
    table_id = await open_table(dispatcher)
    async with notifier.connect() as former, notifier.connect() as amber:
        await former.subscribe(table_id, notifier.token(table_id, 1, 1), after=3)
        await amber.subscribe(table_id, notifier.token(table_id, 0, 1), after=3)
        await replace_seat_1(dispatcher, table_id)
        assert await amber.seqs(3) == [4, 5, 6]
        assert await former.seqs(1) == [4]
        assert (await former.next())["code"] == "former_sitting"


async def test_rejects_a_former_sitting_and_accepts_the_current_one(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start()
    table_id = await open_table(dispatcher)
    await replace_seat_1(dispatcher, table_id)
    async with notifier.connect() as live_client:
        former_token = notifier.token(table_id, 1, 1)
        assert (
            await live_client.refusal_code(type="table", table=table_id, token=former_token)
            == "former_sitting"
        )
        assert await live_client.subscribe(table_id, notifier.token(table_id, 1, 2)) == 6
        assert await live_client.seqs(6) == [1, 2, 3, 4, 5, 6]


async def test_accepts_a_sitting_that_began_after_the_last_commit_read(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A gateway gives out a token as soon as the seat is taken; the feed may come later."""
    await engines.start()
    monkeypatch.setattr("services.notifier.followed_tables.FollowedTables.receive", lambda *_: None)
    await notifier.start()
    table_id = await open_table(dispatcher)
    async with notifier.connect() as amber, notifier.connect() as basalt:
        assert await amber.subscribe(table_id, notifier.token(table_id, 0, 1), after=3) == 3
        await replace_seat_1(dispatcher, table_id)
        assert await basalt.subscribe(table_id, notifier.token(table_id, 1, 2), after=5) == 6
        assert await basalt.seqs(1) == [6]
        assert await amber.seqs(3) == [4, 5, 6], "the others catch up too"


async def test_a_leave_before_the_checked_sitting_does_not_end_it(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sittings are read from the table stream, which may be ahead of the feed."""
    await engines.start()
    held_back: list[tuple[FollowedTables, str, int, bytes]] = []
    receive = FollowedTables.receive
    monkeypatch.setattr(FollowedTables, "receive", lambda *entry: held_back.append(entry))
    await notifier.start()
    table_id = await open_table(dispatcher)
    async with notifier.connect() as spectator, notifier.connect() as basalt:
        assert await spectator.subscribe(table_id, notifier.token(table_id), after=3) == 3
        await replace_seat_1(dispatcher, table_id)
        assert await basalt.subscribe(table_id, notifier.token(table_id, 1, 2), after=3) == 3

        async def is_read() -> bool:
            return any(entry[1:3] == (table_id, 6) for entry in held_back)

        await eventually(is_read, "the feed is read")
        for entry in held_back:
            receive(*entry)
        assert await basalt.seqs(3) == [4, 5, 6]
        topic = {"type": "table", "table": table_id, "token": "none"}
        assert await basalt.refusal_code(**topic) == "bad_token", "nothing else was sent before"


async def test_accepts_a_seq_after_the_last_commit_read(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The client may have read it from a gateway."""
    await engines.start()
    monkeypatch.setattr("services.notifier.followed_tables.FollowedTables.receive", lambda *_: None)
    await notifier.start()
    table_id = await open_table(dispatcher)
    async with notifier.connect() as first, notifier.connect() as second:
        assert await first.subscribe(table_id, notifier.token(table_id), after=3) == 3
        await replace_seat_1(dispatcher, table_id)
        assert await second.subscribe(table_id, notifier.token(table_id), after=6) == 6
        topic = {"type": "table", "table": table_id, "token": notifier.token(table_id), "after": 7}
        assert await second.refusal_code(**topic) == "no_such_seq"


async def test_refuses_a_token_of_another_platform(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start()
    table_id = await open_table(dispatcher)
    token = notifier.token(table_id, 1, platform="other")
    async with notifier.connect() as live_client:
        code = await live_client.refusal_code(type="table", table=table_id, token=token)
        assert code == "no_such_table"
