"""Server-Sent Events, over real connections."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from schemas.terms import Terms
from services.runtime.dispatch import Dispatcher
from services.runtime.event_log import EventLog
from services.runtime.telemetry import OPEN_STREAMS
from tests.services.asking import ask_open, history, new_game
from tests.services.engines import Engines, eventually
from tests.services.notifier.conftest import PLATFORM_KEY
from tests.services.notifier.playing import go_on, keep, opened, started
from tests.services.notifier.watching import ANSWER_SECONDS, Notifier
from tests.services.projectors import Projectors

pytestmark = pytest.mark.anyio


class Stream:
    """Reads a stream as a browser's EventSource does."""

    def __init__(self, answer: httpx.Response) -> None:
        self._lines = answer.aiter_lines()
        self.last_id = ""
        self.retry = ""

    async def next(self) -> tuple[str, Any]:
        """The next event: its name and what it says."""
        name, data = "message", ""
        async with asyncio.timeout(ANSWER_SECONDS):
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
                        raise AssertionError(f"no line of a stream: {line!r}")
        raise EOFError

    async def comment(self) -> str:
        """The next comment."""
        async with asyncio.timeout(ANSWER_SECONDS):
            async for line in self._lines:
                if line.startswith(": "):
                    return line.removeprefix(": ")
        raise EOFError

    async def versions(self, count: int) -> list[int]:
        found: list[int] = []
        while len(found) < count:
            name, message = await self.next()
            assert (name, message["type"]) == ("message", "commit_seen")
            assert self.last_id == str(message["seq"])
            found.append(message["seq"])
        return found


@asynccontextmanager
async def streaming(
    notifier: Notifier, path: str, headers: dict[str, str] | None = None, **query: Any
) -> AsyncIterator[Stream]:
    async with (
        httpx.AsyncClient(base_url=notifier.http, timeout=ANSWER_SECONDS) as http,
        http.stream("GET", path, params=query, headers=headers) as answer,
    ):
        if answer.status_code != 200:
            await answer.aread()
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
        yield Stream(answer)


async def refused(notifier: Notifier, path: str, **query: Any) -> tuple[int, str]:
    async with httpx.AsyncClient(base_url=notifier.http) as http:
        answer = await http.get(path, params=query)
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["status"] == answer.status_code
    assert (answer.status_code != 503) or int(answer.headers["retry-after"]) > 0
    return answer.status_code, problem["code"]


async def test_a_game_is_streamed_and_resumed_by_the_last_event_id(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start()
    game = await opened(dispatcher, commits=3)
    path, token = f"/v1/tables/{game}/events", notifier.token(game)
    bearer = {"Authorization": f"Bearer {token}"}
    async with streaming(notifier, path, bearer) as stream:
        _, subscribed = await stream.next()
        assert (subscribed["type"], subscribed["head"]) == ("subscribed", 3)
        assert stream.retry.isdigit()
        assert await stream.versions(3) == [1, 2, 3]
        await go_on(dispatcher, game, 2, 1)
        assert await stream.versions(1) == [4]
    await go_on(dispatcher, game, 3, 2)
    resumed = {"Last-Event-ID": stream.last_id}
    async with streaming(notifier, path, resumed, token=token, after=1) as stream:
        await stream.next()
        assert await stream.versions(2) == [5, 6]
    async with streaming(notifier, path, token=token, after=2) as stream:
        await stream.next()
        assert await stream.versions(4) == [3, 4, 5, 6]


async def test_what_is_wrong_is_answered_before_the_stream_begins(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start()
    game, missing = await opened(dispatcher), new_game()
    closed = await started(dispatcher, Terms(spectators="forbidden"))
    token = notifier.token(game)
    path = "/v1/tables/{}/events".format
    assert await refused(notifier, path(game)) == (401, "no_token")
    assert await refused(notifier, path(game), token="nonsense") == (401, "bad_token")
    assert await refused(notifier, path(missing), token=token) == (403, "not_allowed")
    assert await refused(notifier, path(closed), token=notifier.token(closed)) == (
        403,
        "not_allowed",
    )
    nowhere = notifier.token(missing)
    assert await refused(notifier, path(missing), token=nowhere) == (404, "not_found")
    assert await refused(notifier, path(game), token=token, after=9) == (404, "no_such_version")
    assert await refused(notifier, path(game), token=token, after="x") == (400, "malformed")
    assert await refused(notifier, path(game), token=token, since=1) == (400, "malformed")
    assert await refused(notifier, path("no table"), token=token) == (400, "malformed")
    assert await refused(notifier, "/v1/lobby/events", stage="new") == (400, "malformed")
    assert await refused(notifier, "/v1/players/Amber/events", token="x") == (401, "bad_token")
    assert await refused(notifier, "/v1/nothing") == (404, "not_found")


async def test_one_stream_too_many_is_told_when_to_try_again(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start(sockets_max=1)
    game = await opened(dispatcher)
    path, token = f"/v1/tables/{game}/events", notifier.token(game)
    async with streaming(notifier, path, token=token) as stream:
        await stream.next()
        assert await refused(notifier, path, token=token) == (503, "too_many_connections")


async def test_a_stream_that_is_left_is_forgotten(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start()
    game = await opened(dispatcher)
    async with streaming(notifier, f"/v1/tables/{game}/events", token=notifier.token(game)) as one:
        await one.next()
        assert OPEN_STREAMS._value.get() == 1

    async def gone() -> bool:
        return bool(OPEN_STREAMS._value.get() == 0)

    await eventually(gone, "the stream is forgotten")


async def test_a_silent_stream_is_kept_open_by_comments(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start(alive_seconds=0.1, idle_seconds=0.1)
    game = await opened(dispatcher)
    path = f"/v1/tables/{game}/events"
    async with streaming(notifier, path, token=notifier.token(game), after=1) as stream:
        await stream.next()
        assert await stream.comment() == "alive"
        await go_on(dispatcher, game, 0, 1)
        assert await stream.versions(1) == [2]
        assert await stream.comment() == "alive"


async def test_a_notifier_that_stops_ends_its_streams_with_a_goodbye(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start()
    game = await opened(dispatcher)
    path = f"/v1/tables/{game}/events"
    async with streaming(notifier, path, token=notifier.token(game), after=1) as stream:
        await stream.next()
        notifier.stop_soon()
        name, goodbye = await stream.next()
        assert name == "goodbye"
        assert goodbye["reason"] == "draining"
        assert goodbye["reconnect_ms_min"] <= int(stream.retry) <= goodbye["reconnect_ms_max"]
        with pytest.raises(EOFError):
            await stream.next()
    await notifier.stop()


async def test_a_stream_whose_game_cannot_be_followed_any_further_ends(
    event_log: EventLog, notifier: Notifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.notifier.feed.COMPARE_SECONDS", 0.05)
    game = new_game()
    await keep(event_log, [commit for commit, _ in history(game, commits=4)])
    await notifier.start()
    path, token = f"/v1/tables/{game}/events", notifier.token(game)
    async with streaming(notifier, path, token=token, after=4) as stream:
        await stream.next()
        await event_log.client.hset(event_log.shard(game).games, game, 3)
        _, ended = await stream.next()
        assert (ended["type"], ended["code"]) == ("subscription_ended", "no_such_version")
        name, goodbye = await stream.next()
        assert (name, goodbye["reason"]) == ("goodbye", "unavailable")
        with pytest.raises(EOFError):
            await stream.next()


async def test_lists_are_streamed_and_resumed_by_their_cursor(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier, projectors: Projectors
) -> None:
    await engines.start()
    projectors.start()
    await notifier.start()
    game = new_game()
    await dispatcher.send(ask_open(game))
    await go_on(dispatcher, game, 0, 1)
    await projectors.caught_up()
    resumed: dict[str, str] = {}
    queries: dict[str, dict[str, Any]] = {
        "/v1/players/Amber/events": {"token": PLATFORM_KEY},
        "/v1/lobby/events": {"stage": "open", "game": "city"},
    }
    for path, query in queries.items():
        async with streaming(notifier, path, **query) as stream:
            assert (await stream.next())[1]["type"] == "subscribed"
            rows: list[Any] = []
            while not (rows and rows[-1]["seq"] == 2):
                _, message = await stream.next()
                assert message["type"] == "rows"
                assert message["cursor"] == stream.last_id
                rows += message["rows"]
            assert {row["table"] for row in rows} == {game}
            resumed = {"Last-Event-ID": stream.last_id}
    # Nothing has changed: the first thing a resumed list hears is the next change.
    async with streaming(notifier, "/v1/lobby/events", resumed) as stream:
        await stream.next()
        await go_on(dispatcher, game, 1, 1)
        _, message = await stream.next()
        assert (message["whole"], [row["seq"] for row in message["rows"]]) == (False, [3])
