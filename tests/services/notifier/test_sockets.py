"""The WebSocket endpoint, with real sockets."""

import asyncio
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from schemas.commit import canonical, seen
from schemas.secrecy import SPECTATOR, Viewer
from services.notifier.closing import MALFORMED_TOO_OFTEN, TRY_AGAIN_LATER
from services.notifier.sockets import FRAME_BYTES_MAX, MALFORMED_MAX
from services.runtime.dispatch import Dispatcher
from services.runtime.event_log import EventLog
from services.runtime.tokens import Holder, Tokens
from tests.services.asking import history, new_game
from tests.services.engines import Engines
from tests.services.notifier.playing import go_on, keep, opened
from tests.services.notifier.watching import Notifier

pytestmark = pytest.mark.anyio

TOO_LARGE = 1009


@pytest.mark.parametrize("after", [0, 1, 2, 3, 4, 5])
async def test_what_was_and_what_comes_is_told_once_and_in_order_from_any_version(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier, after: int
) -> None:
    await engines.start()
    await notifier.start()
    game = await opened(dispatcher, commits=5)
    going_on = asyncio.create_task(go_on(dispatcher, game, 4, 6))
    async with notifier.watcher() as watcher:
        head = await watcher.follow(game, notifier.token(game), after)
        assert head >= 5
        assert await watcher.versions(11 - after) == list(range(after + 1, 12))
    await going_on


async def test_every_version_of_a_whole_game_can_be_resumed_from(
    event_log: EventLog, notifier: Notifier
) -> None:
    """Hidden events are told too, without what is hidden: versions have no holes for anyone."""
    game = new_game()
    commits = [commit for commit, _ in history(game, commits=40)]
    await keep(event_log, commits)
    await notifier.start()
    for viewer in (0, 1, SPECTATOR):
        async with notifier.watcher() as watcher:
            for after in range(len(commits)):
                name = f"from-{after}"
                assert await watcher.follow(game, notifier.token(game, viewer), after, name) == 40
                told = await watcher.commits(40 - after, name)
                expected = [seen(commit, viewer, over=False) for commit in commits[after:]]
                assert canonical(told) == canonical(expected)
                await watcher.send(type="unsubscribe", id=name)
                assert (await watcher.next())["code"] == "unsubscribed"


async def test_two_seats_see_what_is_theirs(event_log: EventLog, notifier: Notifier) -> None:
    game = new_game()
    await keep(event_log, [commit for commit, _ in history(game, commits=30)])
    await notifier.start()
    told: dict[Viewer, list[Any]] = {}
    for viewer in (0, 1, SPECTATOR):
        async with notifier.watcher() as watcher:
            await watcher.follow(game, notifier.token(game, viewer))
            told[viewer] = await watcher.commits(30)
    dealt = {
        viewer: [event for commit in commits for event in commit["events"] if "cards" in event]
        for viewer, commits in told.items()
    }
    assert dealt[0] != dealt[1] != dealt[SPECTATOR]
    for viewer, events in dealt.items():
        for event in events:
            if "seat" in event and event["type"] == "cards_drawn":
                assert isinstance(event["cards"], list) == (event["seat"] == viewer), event
    assert all(commits[0]["events"][0]["seed"] is None for commits in told.values())


async def test_many_who_watch_the_same_hear_the_same(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start()
    game = await opened(dispatcher)

    async def watch() -> list[Any]:
        async with notifier.watcher() as watcher:
            await watcher.follow(game, notifier.token(game))
            started.release()
            return await watcher.commits(6)

    started = asyncio.Semaphore(0)
    watching = [asyncio.create_task(watch()) for _ in range(20)]
    for _ in watching:
        await started.acquire()
    await go_on(dispatcher, game, 0, 5)
    told = await asyncio.gather(*watching)
    assert all(one == told[0] for one in told)


async def test_one_socket_follows_many_games_and_leaves_them(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start()
    games = [await opened(dispatcher) for _ in range(5)]
    async with notifier.watcher() as watcher:
        for game in games:
            await watcher.follow(game, notifier.token(game), 1, name=game)
        await watcher.send(type="unsubscribe", id=games[0])
        ended = await watcher.next()
        assert (ended["id"], ended["code"]) == (games[0], "unsubscribed")
        for game in games:
            await go_on(dispatcher, game, 0, 2)
        told = [await watcher.next() for _ in range(8)]
    for game in games[1:]:
        assert [one["seq"] for one in told if one["id"] == game] == [2, 3]
    assert not [one for one in told if one["id"] == games[0]]


async def test_what_cannot_be_followed_is_refused_with_a_code_and_the_socket_stays(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start(subscriptions_per_socket_max=2)
    game, other, missing = await opened(dispatcher), await opened(dispatcher), new_game()
    token = notifier.token(game)
    stranger = Tokens({"test": "some other key of the same length"}, 60).mint(
        Holder(game, SPECTATOR), 0
    )
    async with notifier.watcher() as watcher:
        assert await watcher.refused(type="game", game=game, token="nonsense") == "bad_token"
        assert await watcher.refused(type="game", game=game, token=stranger) == "bad_token"
        assert await watcher.refused(type="game", game=other, token=token) == "not_allowed"
        nowhere = notifier.token(missing)
        assert await watcher.refused(type="game", game=missing, token=nowhere) == "no_such_game"
        ahead = {"type": "game", "game": game, "token": token, "after": 2}
        assert await watcher.refused(**ahead) == "no_such_version"
        await watcher.follow(game, token, 1, name="refused")
        assert await watcher.refused(type="game", game=game, token=token) == "id_taken"
        await watcher.follow(game, token, 1, name="second")
        await watcher.send(type="subscribe", id="third", topic=ahead | {"after": 1})
        assert (await watcher.next())["code"] == "too_many"
        await go_on(dispatcher, game, 0, 1)
        assert {(await watcher.next())["id"], (await watcher.next())["id"]} == {
            "refused",
            "second",
        }


@pytest.mark.parametrize(
    ("frame", "reason"),
    [
        ("{", "Input data was truncated"),
        ('{"type": "shout"}', "Invalid value 'shout' - at `$.type`"),
        ('{"type": "unsubscribe"}', "Object missing required field `id`"),
        ('{"type": "unsubscribe", "id": 5}', "Expected `str`, got `int` - at `$.id`"),
        (
            '{"type": "subscribe", "id": "g", "topic": {"type": "game", "game": "g", "tok": 1}}',
            "Object contains unknown field `tok` - at `$.topic`",
        ),
        (b"{}", "Expected a frame of text, got a binary one"),
    ],
)
async def test_a_malformed_frame_is_answered_with_what_was_expected_and_where(
    notifier: Notifier, frame: str | bytes, reason: str
) -> None:
    await notifier.start()
    async with notifier.watcher() as watcher:
        await watcher.socket.send(frame)
        ended = await watcher.next()
        assert (ended["type"], ended["id"]) == ("subscription_ended", None)
        assert (ended["code"], ended["message"]) == ("malformed", reason)


async def test_who_sends_garbage_again_and_again_is_closed(notifier: Notifier) -> None:
    await notifier.start()
    async with notifier.watcher() as watcher:
        for _ in range(MALFORMED_MAX):
            await watcher.socket.send("garbage")
            assert (await watcher.next())["code"] == "malformed"
        await watcher.socket.send("garbage")
        assert await watcher.closed() == MALFORMED_TOO_OFTEN


async def test_a_frame_that_is_too_large_closes_the_socket(notifier: Notifier) -> None:
    await notifier.start()
    async with notifier.watcher() as watcher:
        await watcher.socket.send("x" * (FRAME_BYTES_MAX + 1))
        assert await watcher.closed() == TOO_LARGE


async def test_there_is_one_path(notifier: Notifier) -> None:
    await notifier.start()
    with pytest.raises(InvalidStatus, match="403"):
        await connect(notifier.http.replace("http", "ws") + "/v1/tables/g/live")


@pytest.mark.parametrize("limit", ["sockets_max", "sockets_per_address_max"])
async def test_one_socket_too_many_is_told_to_try_again_later(
    notifier: Notifier, limit: str
) -> None:
    await notifier.start(**{limit: 2})
    async with notifier.watcher() as first, notifier.watcher():
        async with notifier.watcher() as third:
            goodbye = await third.next()
            assert (goodbye["type"], goodbye["reason"]) == ("goodbye", "unavailable")
            assert 0 < goodbye["reconnect_ms_min"] < goodbye["reconnect_ms_max"]
            assert await third.closed() == TRY_AGAIN_LATER
        await first.socket.close()
        async with notifier.watcher() as fourth:
            await fourth.send(type="unsubscribe", id="nothing")
            assert (await fourth.next())["code"] == "unsubscribed"


async def test_behind_a_proxy_that_is_trusted_addresses_are_its_clients(
    notifier: Notifier,
) -> None:
    await notifier.start(sockets_per_address_max=1, trusted_proxies=("127.0.0.1",))
    forwarded = {"X-Forwarded-For": "192.0.2.1"}
    async with (
        notifier.watcher(),
        notifier.watcher(additional_headers=forwarded),
        notifier.watcher(additional_headers=forwarded) as third,
    ):
        assert (await third.next())["reason"] == "unavailable"


async def test_a_commit_the_feed_has_missed_out_is_filled_in_from_the_truth(
    engines: Engines, event_log: EventLog, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    """The notifier never hears of 2 and 3, as if the feed had been cut before it read them."""
    await engines.start()
    game = await opened(dispatcher)
    await notifier.start()
    async with notifier.watcher() as watcher:
        await watcher.follow(game, notifier.token(game), 1)
        commits = [commit for commit, _ in history(game, commits=4)]
        await keep(event_log, commits[1:])
        news: dict[Any, Any] = {"game": game, "seq": 4, "commit": canonical(commits[3])}
        await event_log.client.xadd(event_log.shard(game).feed, news)
        assert await watcher.versions(3) == [2, 3, 4]


async def test_what_the_feed_never_tells_is_found_by_comparing(
    event_log: EventLog, notifier: Notifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.notifier.feed.COMPARE_SECONDS", 0.05)
    game = new_game()
    commits = [commit for commit, _ in history(game, commits=4)]
    await keep(event_log, commits[:1])
    await notifier.start()
    async with notifier.watcher() as watcher:
        await watcher.follow(game, notifier.token(game), 1)
        await keep(event_log, commits[1:])
        await event_log.client.hset(event_log.shard(game).games, game, 4)
        assert await watcher.versions(3) == [2, 3, 4]


async def test_a_history_that_became_shorter_is_not_followed_any_further(
    event_log: EventLog, notifier: Notifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a crash of a server that is on disk every second only."""
    monkeypatch.setattr("services.notifier.feed.COMPARE_SECONDS", 0.05)
    game = new_game()
    await keep(event_log, [commit for commit, _ in history(game, commits=4)])
    await notifier.start()
    async with notifier.watcher() as watcher:
        await watcher.follow(game, notifier.token(game), 4)
        await event_log.client.hset(event_log.shard(game).games, game, 3)
        ended = await watcher.next()
        assert (ended["id"], ended["code"]) == ("g", "no_such_version")
