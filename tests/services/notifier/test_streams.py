"""Server-Sent Events, over real connections."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from schemas.terms import Terms
from services.runtime.operations.telemetry import SSE_CONNECTIONS
from services.runtime.store.dispatch import Dispatcher
from services.runtime.store.event_log import EventLog
from tests.services.commands import history, new_table_id, open_command
from tests.services.engines import Engines
from tests.services.full_client import client_of
from tests.services.notifier.conftest import PLATFORM_KEY
from tests.services.notifier.live_client import Notifier
from tests.services.notifier.tables import add_commits, open_table, start_game, write_history
from tests.services.projectors import Projectors
from tests.waiting import DEADLINE_SECONDS, eventually, time_limit

pytestmark = pytest.mark.anyio


class StreamReader:
    """Reads a stream like a browser's EventSource."""

    def __init__(self, response: httpx.Response) -> None:
        self._lines = response.aiter_lines()
        self.last_id = ""
        self.retry = ""

    async def next(self) -> tuple[str, Any]:
        """Return the name and data of the next event."""
        name, data = "message", ""
        async with time_limit():
            async for line in self._lines:
                field, _, value = line.partition(": ")
                match field:
                    case "":
                        if data:
                            return name, json.loads(data)
                    case "id":
                        self.last_id = value
                    case "data":
                        data = value
                    case "event":
                        name = value
                    case "retry":
                        self.retry = value
                    case _:
                        raise AssertionError(f"unexpected line: {line!r}")
        raise EOFError

    async def comment(self) -> str:
        """Return the next comment."""
        async with time_limit():
            async for line in self._lines:
                if line.startswith(": "):
                    return line.removeprefix(": ")
        raise EOFError

    async def seqs(self, count: int) -> list[int]:
        seqs: list[int] = []
        while len(seqs) < count:
            name, message = await self.next()
            assert (name, message["type"]) == ("message", "commit_update")
            assert self.last_id == str(message["seq"])
            seqs.append(message["seq"])
        return seqs


@asynccontextmanager
async def open_stream(
    notifier: Notifier, path: str, headers: dict[str, str] | None = None, **query: Any
) -> AsyncIterator[StreamReader]:
    async with (
        httpx.AsyncClient(base_url=notifier.http, timeout=DEADLINE_SECONDS) as http,
        http.stream("GET", path, params=query, headers=headers) as response,
    ):
        if response.status_code != 200:
            await response.aread()
        assert response.status_code == 200, response.text
        assert response.headers["content-type"] == "text/event-stream; charset=utf-8"
        yield StreamReader(response)


async def refusal(notifier: Notifier, path: str, **query: Any) -> tuple[int, str]:
    async with httpx.AsyncClient(base_url=notifier.http) as http:
        response = await http.get(path, params=query)
    assert response.headers["content-type"] == "application/problem+json"
    problem = response.json()
    assert problem["status"] == response.status_code
    assert (response.status_code != 503) or int(response.headers["retry-after"]) > 0
    return response.status_code, problem["code"]


async def test_streams_a_table_and_resumes_from_last_event_id(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start()
    table_id = await open_table(dispatcher, commits=3)
    path, token = f"/v1/tables/{table_id}/events", notifier.token(table_id)
    bearer = {"Authorization": f"Bearer {token}"}
    async with open_stream(notifier, path, bearer) as stream:
        _, subscribed = await stream.next()
        assert (subscribed["type"], subscribed["latest_seq"]) == ("subscribed", 3)
        assert stream.retry.isdigit()
        assert await stream.seqs(3) == [1, 2, 3]
        await add_commits(dispatcher, table_id, 2, 1)
        assert await stream.seqs(1) == [4]
    await add_commits(dispatcher, table_id, 3, 2)
    resumed = {"Last-Event-ID": stream.last_id}
    async with open_stream(notifier, path, resumed, token=token, after=1) as stream:
        await stream.next()
        assert await stream.seqs(2) == [5, 6]
    async with open_stream(notifier, path, token=token, after=2) as stream:
        await stream.next()
        assert await stream.seqs(4) == [3, 4, 5, 6]


async def test_errors_before_the_stream_starts_are_problem_responses(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start()
    table_id, missing = await open_table(dispatcher), new_table_id()
    no_spectators = await start_game(dispatcher, Terms(spectators="forbidden"))
    token = notifier.token(table_id)
    path = "/v1/tables/{}/events".format
    assert await refusal(notifier, path(table_id)) == (401, "no_token")
    assert await refusal(notifier, path(table_id), token="nonsense") == (401, "bad_token")
    assert await refusal(notifier, path(missing), token=token) == (403, "not_allowed")
    assert await refusal(notifier, path(no_spectators), token=notifier.token(no_spectators)) == (
        403,
        "not_allowed",
    )
    missing_token = notifier.token(missing)
    assert await refusal(notifier, path(missing), token=missing_token) == (404, "not_found")
    assert await refusal(notifier, path(table_id), token=token, after=9) == (404, "no_such_seq")
    assert await refusal(notifier, path(table_id), token=token, after="x") == (400, "malformed")
    assert await refusal(notifier, path(table_id), token=token, since=1) == (400, "malformed")
    assert await refusal(notifier, path("no table"), token=token) == (400, "malformed")
    assert await refusal(notifier, "/v1/lobby/events", stage="new") == (400, "malformed")
    assert await refusal(notifier, "/v1/players/Amber/events", token="x") == (401, "bad_token")
    assert await refusal(notifier, "/v1/nothing") == (404, "not_found")


async def test_refuses_streams_above_the_limit(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start(sockets_max=1)
    table_id = await open_table(dispatcher)
    path, token = f"/v1/tables/{table_id}/events", notifier.token(table_id)
    async with open_stream(notifier, path, token=token) as stream:
        await stream.next()
        assert await refusal(notifier, path, token=token) == (503, "too_many_connections")


async def test_a_disconnected_stream_is_not_counted(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start()
    table_id = await open_table(dispatcher)
    async with open_stream(
        notifier, f"/v1/tables/{table_id}/events", token=notifier.token(table_id)
    ) as stream:
        await stream.next()
        assert SSE_CONNECTIONS._value.get() == 1

    async def is_closed() -> bool:
        return bool(SSE_CONNECTIONS._value.get() == 0)

    await eventually(is_closed, "the stream is closed")


async def test_comments_keep_a_silent_stream_open(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start(heartbeat_seconds=0.1, idle_seconds=0.1)
    table_id = await open_table(dispatcher)
    path = f"/v1/tables/{table_id}/events"
    async with open_stream(notifier, path, token=notifier.token(table_id), after=1) as stream:
        await stream.next()
        assert await stream.comment() == "heartbeat"
        await add_commits(dispatcher, table_id, 0, 1)
        assert await stream.seqs(1) == [2]
        assert await stream.comment() == "heartbeat"


async def test_a_stopping_notifier_ends_streams_with_a_goodbye(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start()
    table_id = await open_table(dispatcher)
    path = f"/v1/tables/{table_id}/events"
    async with open_stream(notifier, path, token=notifier.token(table_id), after=1) as stream:
        await stream.next()
        notifier.request_stop()
        name, goodbye = await stream.next()
        assert name == "goodbye"
        assert goodbye["reason"] == "draining"
        assert goodbye["reconnect_ms_min"] <= int(stream.retry) <= goodbye["reconnect_ms_max"]
        with pytest.raises(EOFError):
            await stream.next()
    await notifier.stop()


async def test_a_stream_ends_if_its_table_cannot_be_followed(
    event_log: EventLog, notifier: Notifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.notifier.feed.RECONCILE_SECONDS", 0.05)
    table_id = new_table_id()
    await write_history(event_log, [commit for commit, _ in history(table_id, commits=4)])
    await notifier.start()
    path, token = f"/v1/tables/{table_id}/events", notifier.token(table_id)
    async with open_stream(notifier, path, token=token, after=4) as stream:
        await stream.next()
        await client_of(event_log).hset(event_log.shard(table_id).tables, table_id, 3)
        _, ended = await stream.next()
        assert (ended["type"], ended["code"]) == ("subscription_ended", "no_such_seq")
        name, goodbye = await stream.next()
        assert (name, goodbye["reason"]) == ("goodbye", "unavailable")
        with pytest.raises(EOFError):
            await stream.next()


async def test_streams_lists_and_resumes_from_their_cursor(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier, projectors: Projectors
) -> None:
    await engines.start()
    projectors.start()
    await notifier.start()
    table_id = new_table_id()
    await dispatcher.send(open_command(table_id))
    await add_commits(dispatcher, table_id, 0, 1)
    await projectors.caught_up()
    resumed: dict[str, str] = {}
    queries: dict[str, dict[str, Any]] = {
        "/v1/players/Amber/events": {"token": PLATFORM_KEY},
        "/v1/lobby/events": {"stage": "open", "game": "city"},
    }
    for path, query in queries.items():
        async with open_stream(notifier, path, **query) as stream:
            assert (await stream.next())[1]["type"] == "subscribed"
            rows: list[Any] = []
            while not (rows and rows[-1]["seq"] == 2):
                _, message = await stream.next()
                assert message["type"] == "rows"
                assert message["cursor"] == stream.last_id
                rows += message["rows"]
            assert {row["table"] for row in rows} == {table_id}
            resumed = {"Last-Event-ID": stream.last_id}
    # Nothing has changed, so the first frame of the resumed list is the next change.
    async with open_stream(notifier, "/v1/lobby/events", resumed) as stream:
        await stream.next()
        await add_commits(dispatcher, table_id, 1, 1)
        _, message = await stream.next()
        assert (message["whole"], [row["seq"] for row in message["rows"]]) == (False, [3])
