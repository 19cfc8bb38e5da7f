"""The WebSocket endpoint, with real sockets."""

import asyncio
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from schemas.commit import canonical, redact_commit
from schemas.redaction import SPECTATOR, Viewer
from services.notifier.closing import TOO_MANY_MALFORMED, TRY_AGAIN_LATER
from services.notifier.sockets import FRAME_BYTES_MAX, MALFORMED_FRAMES_MAX
from services.runtime.access.tokens import TokenClaims, Tokens
from services.runtime.store.dispatch import Dispatcher
from services.runtime.store.event_log import EventLog
from tests.services.commands import history, new_table_id
from tests.services.engines import Engines
from tests.services.full_client import client_of
from tests.services.notifier.live_client import Notifier
from tests.services.notifier.tables import add_commits, open_table, write_history
from tests.waiting import eventually

pytestmark = pytest.mark.anyio

TOO_LARGE = 1009


@pytest.mark.parametrize("after", [0, 1, 2, 3, 4, 5])
async def test_delivers_every_commit_once_and_in_order_from_any_seq(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier, after: int
) -> None:
    await engines.start()
    await notifier.start()
    table_id = await open_table(dispatcher, commits=5)
    adding = asyncio.create_task(add_commits(dispatcher, table_id, 4, 6))
    async with notifier.connect() as live_client:
        latest_seq = await live_client.subscribe(table_id, notifier.token(table_id), after)
        assert latest_seq >= 5
        assert await live_client.seqs(11 - after) == list(range(after + 1, 12))
    await adding


async def test_can_resume_from_every_seq_of_a_game(event_log: EventLog, notifier: Notifier) -> None:
    """Commits with hidden events are delivered redacted, so seqs have no gaps for any viewer."""
    table_id = new_table_id()
    commits = [commit for commit, _ in history(table_id, commits=40)]
    await write_history(event_log, commits)
    await notifier.start()
    for viewer in (0, 1, SPECTATOR):
        async with notifier.connect() as live_client:
            for after in range(len(commits)):
                name = f"from-{after}"
                assert (
                    await live_client.subscribe(
                        table_id, notifier.token(table_id, viewer), after, name
                    )
                    == 40
                )
                received = await live_client.commits(40 - after, name)
                expected = [redact_commit(commit, viewer, over=False) for commit in commits[after:]]
                assert canonical(received) == canonical(expected)
                await live_client.send(type="unsubscribe", id=name)
                assert (await live_client.next())["code"] == "unsubscribed"


async def test_each_viewer_sees_only_its_own_cards(event_log: EventLog, notifier: Notifier) -> None:
    table_id = new_table_id()
    await write_history(event_log, [commit for commit, _ in history(table_id, commits=30)])
    await notifier.start()
    received: dict[Viewer, list[Any]] = {}
    for viewer in (0, 1, SPECTATOR):
        async with notifier.connect() as live_client:
            await live_client.subscribe(table_id, notifier.token(table_id, viewer))
            received[viewer] = await live_client.commits(30)
    dealt = {
        viewer: [event for commit in commits for event in commit["events"] if "cards" in event]
        for viewer, commits in received.items()
    }
    assert dealt[0] != dealt[1] != dealt[SPECTATOR]
    for viewer, events in dealt.items():
        for event in events:
            if "seat" in event and event["type"] == "cards_drawn":
                assert isinstance(event["cards"], list) == (event["seat"] == viewer), event
    assert all(commits[0]["events"][0]["seed"] is None for commits in received.values())


async def test_clients_with_the_same_viewer_receive_the_same(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start()
    table_id = await open_table(dispatcher)

    async def watch() -> list[Any]:
        async with notifier.connect() as live_client:
            await live_client.subscribe(table_id, notifier.token(table_id))
            subscribed.release()
            return await live_client.commits(6)

    subscribed = asyncio.Semaphore(0)
    watching = [asyncio.create_task(watch()) for _ in range(20)]
    for _ in watching:
        await subscribed.acquire()
    await add_commits(dispatcher, table_id, 0, 5)
    histories = await asyncio.gather(*watching)
    assert all(history == histories[0] for history in histories)


async def test_one_socket_follows_many_tables(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start()
    table_ids = [await open_table(dispatcher) for _ in range(5)]
    async with notifier.connect() as live_client:
        for table_id in table_ids:
            await live_client.subscribe(table_id, notifier.token(table_id), 1, name=table_id)
        await live_client.send(type="unsubscribe", id=table_ids[0])
        ended = await live_client.next()
        assert (ended["id"], ended["code"]) == (table_ids[0], "unsubscribed")
        for table_id in table_ids:
            await add_commits(dispatcher, table_id, 0, 2)
        frames = [await live_client.next() for _ in range(8)]
    for table_id in table_ids[1:]:
        assert [frame["seq"] for frame in frames if frame["id"] == table_id] == [2, 3]
    assert not [frame for frame in frames if frame["id"] == table_ids[0]]


async def test_refuses_a_subscription_with_a_code_and_keeps_the_socket_open(
    engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    await notifier.start(subscriptions_per_socket_max=2)
    table_id, other, missing = (
        await open_table(dispatcher),
        await open_table(dispatcher),
        new_table_id(),
    )
    token = notifier.token(table_id)
    foreign_token = Tokens({"test": "some other key of the same length"}, 60).mint(
        TokenClaims("", table_id, SPECTATOR), 0
    )
    async with notifier.connect() as live_client:
        assert (
            await live_client.refusal_code(type="table", table=table_id, token="nonsense")
            == "bad_token"
        )
        assert (
            await live_client.refusal_code(type="table", table=table_id, token=foreign_token)
            == "bad_token"
        )
        assert (
            await live_client.refusal_code(type="table", table=other, token=token) == "not_allowed"
        )
        missing_token = notifier.token(missing)
        assert (
            await live_client.refusal_code(type="table", table=missing, token=missing_token)
            == "no_such_table"
        )
        ahead = {"type": "table", "table": table_id, "token": token, "after": 2}
        assert await live_client.refusal_code(**ahead) == "no_such_seq"
        await live_client.subscribe(table_id, token, 1, name="refused")
        assert (
            await live_client.refusal_code(type="table", table=table_id, token=token) == "id_taken"
        )
        await live_client.subscribe(table_id, token, 1, name="second")
        await live_client.send(type="subscribe", id="third", topic=ahead | {"after": 1})
        assert (await live_client.next())["code"] == "too_many"
        await add_commits(dispatcher, table_id, 0, 1)
        assert {(await live_client.next())["id"], (await live_client.next())["id"]} == {
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
            '{"type": "subscribe", "id": "g", "topic": {"type": "table", "table": "g", "tok": 1}}',
            "Object contains unknown field `tok` - at `$.topic`",
        ),
        (b"{}", "Expected a text frame, got a binary frame"),
    ],
)
async def test_a_malformed_frame_is_answered_with_the_expected_type_and_path(
    notifier: Notifier, frame: str | bytes, reason: str
) -> None:
    await notifier.start()
    async with notifier.connect() as live_client:
        await live_client.socket.send(frame)
        ended = await live_client.next()
        assert (ended["type"], ended["id"]) == ("subscription_ended", None)
        assert (ended["code"], ended["message"]) == ("malformed", reason)


async def test_too_many_malformed_frames_close_the_socket(notifier: Notifier) -> None:
    await notifier.start()
    async with notifier.connect() as live_client:
        for _ in range(MALFORMED_FRAMES_MAX):
            await live_client.socket.send("garbage")
            assert (await live_client.next())["code"] == "malformed"
        await live_client.socket.send("garbage")
        assert await live_client.close_code() == TOO_MANY_MALFORMED


async def test_an_oversized_frame_closes_the_socket(notifier: Notifier) -> None:
    await notifier.start()
    async with notifier.connect() as live_client:
        await live_client.socket.send("x" * (FRAME_BYTES_MAX + 1))
        assert await live_client.close_code() == TOO_LARGE


async def test_refuses_other_paths(notifier: Notifier) -> None:
    await notifier.start()
    with pytest.raises(InvalidStatus, match="403"):
        await connect(notifier.http.replace("http", "ws") + "/v1/tables/g/live")


@pytest.mark.parametrize("limit", ["sockets_max", "sockets_per_address_max"])
async def test_refuses_sockets_above_the_limit(notifier: Notifier, limit: str) -> None:
    await notifier.start(**{limit: 2})
    async with notifier.connect() as first, notifier.connect():
        async with notifier.connect() as third:
            goodbye = await third.next()
            assert (goodbye["type"], goodbye["reason"]) == ("goodbye", "unavailable")
            assert 0 < goodbye["reconnect_ms_min"] < goodbye["reconnect_ms_max"]
            assert await third.close_code() == TRY_AGAIN_LATER
        await first.socket.close()

        async def accepts_another() -> bool:
            """The notifier may notice the close with a delay."""
            async with notifier.connect() as fourth:
                await fourth.send(type="unsubscribe", id="nothing")
                return bool((await fourth.next())["type"] != "goodbye")

        await eventually(accepts_another, "another socket is accepted")


async def test_uses_the_forwarded_address_behind_a_trusted_proxy(
    notifier: Notifier,
) -> None:
    await notifier.start(sockets_per_address_max=1, trusted_proxies=("127.0.0.1",))
    forwarded = {"X-Forwarded-For": "192.0.2.1"}
    async with (
        notifier.connect(),
        notifier.connect(additional_headers=forwarded),
        notifier.connect(additional_headers=forwarded) as third,
    ):
        assert (await third.next())["reason"] == "unavailable"


async def test_fills_a_gap_in_the_feed_from_the_table_stream(
    engines: Engines, event_log: EventLog, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    """Commits 2 and 3 never reach the feed, as if it was trimmed before the notifier read it."""
    await engines.start()
    table_id = await open_table(dispatcher)
    await notifier.start()
    async with notifier.connect() as live_client:
        await live_client.subscribe(table_id, notifier.token(table_id), 1)
        commits = [commit for commit, _ in history(table_id, commits=4)]
        await write_history(event_log, commits[1:])
        entry: dict[Any, Any] = {"table": table_id, "seq": 4, "commit": canonical(commits[3])}
        await client_of(event_log).xadd(event_log.shard(table_id).feed, entry)
        assert await live_client.seqs(3) == [2, 3, 4]


async def test_reconciling_finds_commits_missing_from_the_feed(
    event_log: EventLog, notifier: Notifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.notifier.feed.RECONCILE_SECONDS", 0.05)
    table_id = new_table_id()
    commits = [commit for commit, _ in history(table_id, commits=4)]
    await write_history(event_log, commits[:1])
    await notifier.start()
    async with notifier.connect() as live_client:
        await live_client.subscribe(table_id, notifier.token(table_id), 1)
        await write_history(event_log, commits[1:])
        await client_of(event_log).hset(event_log.shard(table_id).tables, table_id, 4)
        assert await live_client.seqs(3) == [2, 3, 4]


async def test_ends_the_subscription_if_the_history_became_shorter(
    event_log: EventLog, notifier: Notifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a server crash with durability `everysec`."""
    monkeypatch.setattr("services.notifier.feed.RECONCILE_SECONDS", 0.05)
    table_id = new_table_id()
    await write_history(event_log, [commit for commit, _ in history(table_id, commits=4)])
    await notifier.start()
    async with notifier.connect() as live_client:
        await live_client.subscribe(table_id, notifier.token(table_id), 4)
        await client_of(event_log).hset(event_log.shard(table_id).tables, table_id, 3)
        ended = await live_client.next()
        assert (ended["id"], ended["code"]) == ("g", "no_such_seq")
