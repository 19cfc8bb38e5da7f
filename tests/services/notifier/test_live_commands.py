"""Commands on live sockets: the ids, checks and problems of HTTP."""

from pathlib import Path
from typing import Any

import pytest

from schemas.table import LeaveSeat, TakeSeat
from schemas.terms import Terms
from services.notifier import live_commands
from services.runtime.operations.settings import Settings
from services.runtime.server.connection import connect, parse_address
from services.runtime.store.dispatch import Dispatcher
from services.runtime.store.event_log import EventLog
from tests.services.commands import history, new_command, new_table_id
from tests.services.engines import SHARDS, Engines
from tests.services.notifier.live_client import LiveClient, Notifier
from tests.services.notifier.tables import open_table, start_game
from tests.services.projector.histories import append
from tests.services.servers import ServerProcess

pytestmark = pytest.mark.anyio

RESIGN = {"type": "resign"}


async def send(client: LiveClient, name: str = "m1", action: Any = RESIGN, **fields: Any) -> None:
    frame = {"type": "command", "subscription": "g", "id": name, "action": action}
    await client.send(**frame | fields)


async def outcome_of(client: LiveClient) -> Any:
    """Return the next outcome. Commits may come before it."""
    while (frame := await client.next())["type"] == "commit_update":
        pass
    assert frame["type"] == "outcome", frame
    return frame


async def problem_of(client: LiveClient) -> Any:
    frame = await outcome_of(client)
    assert frame["seq"] is None
    return frame["problem"]


async def test_a_seat_plays_on_the_socket_that_it_follows_the_table_with(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start()
    table_id = await start_game(dispatcher, Terms())
    async with notifier.connect() as amber, notifier.connect() as basalt:
        await amber.subscribe(table_id, notifier.token(table_id, 0), after=4)
        await basalt.subscribe(table_id, notifier.token(table_id, 1), after=4)
        await send(amber, expected_seq=4)
        [commit] = await amber.commits(1)
        assert commit["command"]["action"] == RESIGN
        assert await amber.next() == {
            "type": "outcome",
            "id": "g",
            "command": "m1",
            "seq": 5,
            "problem": None,
        }
        assert await basalt.seqs(1) == [5]


async def test_a_repeated_command_gets_the_first_outcome(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier, event_log: EventLog
) -> None:
    await engines.start()
    await notifier.start()
    table_id = await start_game(dispatcher, Terms())
    for _connection in range(2):
        async with notifier.connect() as amber:
            await amber.subscribe(table_id, notifier.token(table_id, 0), after=4)
            await send(amber)
            assert (await outcome_of(amber))["seq"] == 5
    assert await event_log.last_seq(table_id) == 5


async def test_a_rejection_is_the_problem_of_http(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start()
    table_id = await start_game(dispatcher, Terms())
    async with notifier.connect() as amber:
        await amber.subscribe(table_id, notifier.token(table_id, 0), after=4)
        await send(amber, expected_seq=3)
        problem = await problem_of(amber)
    assert (problem["code"], problem["status"]) == ("rejected", 409)
    assert problem["rejection"]["code"] == "stale"
    assert problem["rejection"]["detail"] == {"expected": 3, "actual": 4}


@pytest.mark.parametrize(
    ("fields", "code", "detail"),
    [
        (
            {"action": {"type": "swim"}},
            "malformed",
            "The action is malformed: Invalid value 'swim'",
        ),
        (
            {"action": RESIGN | {"now": True}},
            "malformed",
            "The action is malformed: Object contains unknown field `now`",
        ),
        ({"action": {"type": "take_seat", "player": "x"}}, "not_allowed", "Platforms assign seats"),
        ({"subscription": "h"}, "not_found", "There is no subscription 'h'."),
    ],
)
async def test_a_command_that_is_not_queued_has_a_problem(  # noqa: PLR0917
    engines: Engines,
    dispatcher: Dispatcher,
    notifier: Notifier,
    fields: dict[str, Any],
    code: str,
    detail: str,
) -> None:
    await engines.start()
    await notifier.start()
    table_id = await start_game(dispatcher, Terms())
    async with notifier.connect() as amber:
        await amber.subscribe(table_id, notifier.token(table_id, 0), after=4)
        await send(amber, **fields)
        problem = await problem_of(amber)
        assert problem["code"] == code
        assert problem["detail"].startswith(detail)
        await send(amber, "m2", expected_seq=4)
        assert (await outcome_of(amber))["seq"] == 5, "the socket stays open"


async def test_spectators_and_lists_send_no_commands(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start()
    table_id = await start_game(dispatcher, Terms())
    async with notifier.connect() as client:
        await client.subscribe(table_id, notifier.token(table_id), after=4)
        await send(client)
        assert (await problem_of(client))["code"] == "not_allowed"
        await client.send(type="subscribe", id="l", topic={"type": "lobby"})
        await send(client, subscription="l")
        while (frame := await client.next())["type"] != "outcome":
            pass
        assert frame["problem"]["code"] == "not_allowed"


async def test_each_seat_has_its_own_budget(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start(seat_commands_per_second=0.5)
    table_id = await start_game(dispatcher, Terms())
    async with notifier.connect() as amber, notifier.connect() as basalt:
        await amber.subscribe(table_id, notifier.token(table_id, 0), after=4)
        await basalt.subscribe(table_id, notifier.token(table_id, 1), after=4)
        for number in range(2):
            await send(amber, f"m{number}", expected_seq=1)
        assert (await problem_of(amber))["code"] == "too_many"
        assert (await problem_of(amber))["rejection"]["code"] == "stale"
        await send(basalt, expected_seq=1)
        assert (await problem_of(basalt))["rejection"]["code"] == "stale"


async def test_the_engine_refuses_a_former_sitting(
    engines: Engines,
    dispatcher: Dispatcher,
    notifier: Notifier,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Even while the notifier has not seen that the sitting ended."""
    monkeypatch.setattr("services.notifier.followed_tables.FollowedTables.receive", lambda *_: None)
    await engines.start()
    await notifier.start()
    table_id = await open_table(dispatcher)
    await dispatcher.send(new_command(table_id, TakeSeat("Amber"), 0))
    async with notifier.connect() as amber:
        await amber.subscribe(table_id, notifier.token(table_id, 0), after=2)
        await dispatcher.send(new_command(table_id, LeaveSeat(), 0))
        await dispatcher.send(new_command(table_id, TakeSeat("Basalt"), 0))
        await send(amber, action={"type": "leave_seat"})
        problem = await problem_of(amber)
    assert (problem["code"], problem["status"]) == ("former_sitting", 403)


async def test_a_command_that_the_server_does_not_take_is_unavailable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_commands, "QUEUE_SECONDS", 0.3)
    server = ServerProcess(tmp_path / "server")
    url = server.start()
    client = connect(parse_address(url))
    event_log = EventLog(client, SHARDS)
    settings = Settings(server=url, shards=SHARDS, data=str(tmp_path))
    notifier = await Notifier(settings, event_log).start()
    try:
        table_id = new_table_id()
        await append(event_log, [commit for commit, _ in history(table_id, commits=2)])
        async with notifier.connect() as amber:
            await amber.subscribe(table_id, notifier.token(table_id, 0), after=2)
            await send(amber, "m0", action={"type": "swim"})
            assert (await problem_of(amber))["code"] == "malformed", "the table's facts are known"
            server.kill()
            await send(amber)
            problem = await problem_of(amber)
        assert (problem["code"], problem["status"]) == ("unavailable", 503)
    finally:
        await notifier.stop()
        await client.aclose()
        server.stop()
