"""Subscriptions survive interruptions of all kinds, without gaps or repetitions."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable

import pytest

from client import ConnectionChange, Live, SubscriptionEndedError
from client.backoff import Backoff
from client.connection import SUBSCRIPTIONS_MAX
from client.decoding import AnyRedactedCommit
from client.subscription import BUFFERED_MESSAGES_MAX, Subscription
from schemas.live import CommitUpdate, Heartbeat, Rows
from tests.client.conftest import TABLE_ID
from tests.client.fake_notifier import REFUSED_TOKEN, FakeNotifier
from tests.waiting import eventually

pytestmark = pytest.mark.anyio

Commits = tuple[AnyRedactedCommit, ...]
SILENCE_SECONDS = 2.0
"""Much longer than a busy machine delays a test between two heartbeats."""


def short_backoff() -> Backoff:
    return Backoff(0.01, 0.05)


@pytest.fixture
def changes() -> list[ConnectionChange]:
    return []


@pytest.fixture
async def live(notifier: FakeNotifier, changes: list[ConnectionChange]) -> AsyncIterator[Live]:
    async with Live(
        notifier.url, on_connection_change=changes.append, backoff=short_backoff
    ) as live:
        yield live


async def read_seqs(subscription: Subscription[AnyRedactedCommit], count: int) -> list[int]:
    return [(await anext(subscription)).seq for _ in range(count)]


async def wait_until(condition: Callable[[], bool], description: str) -> None:
    async def check() -> bool:
        return condition()

    await eventually(check, description)


async def test_reads_a_table_from_any_seq(
    live: Live, notifier: FakeNotifier, game_commits: Commits
) -> None:
    await notifier.add_commits(TABLE_ID, *game_commits[:10])
    for after in (0, 4, 10):
        async with live.commits(TABLE_ID, "token", after) as commits:
            assert await read_seqs(commits, 10 - after) == list(range(after + 1, 11))


async def test_decodes_commits_as_they_were_sent(
    live: Live, notifier: FakeNotifier, game_commits: Commits
) -> None:
    await notifier.add_commits(TABLE_ID, *game_commits)
    async with live.commits(TABLE_ID, "token") as commits:
        assert tuple([await anext(commits) for _ in game_commits]) == game_commits


@pytest.mark.parametrize("how", ["broken", "stopped"])
async def test_reconnects_without_gaps_or_repetitions(
    live: Live,
    notifier: FakeNotifier,
    game_commits: Commits,
    changes: list[ConnectionChange],
    how: str,
) -> None:
    await notifier.add_commits(TABLE_ID, *game_commits[:5])
    async with live.commits(TABLE_ID, "token") as commits:
        assert await read_seqs(commits, 3) == [1, 2, 3]
        if how == "stopped":
            await notifier.stop()
            await notifier.add_commits(TABLE_ID, *game_commits[5:8])
            await wait_until(lambda: len(changes) > 3, "it retries the connection")
            await notifier.start()
        else:
            notifier.break_connections()
            await notifier.add_commits(TABLE_ID, *game_commits[5:8])
        assert await read_seqs(commits, 5) == [4, 5, 6, 7, 8]
    assert [change.is_up for change in changes[:2]] == [True, False]
    assert changes[-1].is_up
    assert notifier.topics[-1].after >= 3


async def test_reconnects_within_the_window_of_a_goodbye(
    live: Live, notifier: FakeNotifier, game_commits: Commits, changes: list[ConnectionChange]
) -> None:
    await notifier.add_commits(TABLE_ID, *game_commits[:2])
    async with live.commits(TABLE_ID, "token") as commits:
        assert await read_seqs(commits, 2) == [1, 2]
        await notifier.say_goodbye(300, 400)
        await notifier.add_commits(TABLE_ID, game_commits[2])
        assert await read_seqs(commits, 1) == [3]
    lost = changes[1]
    assert (lost.is_up, lost.reason) == (False, "the notifier said goodbye: draining")
    assert 0.3 <= lost.retry_in_seconds <= 0.4


async def test_reconnects_after_silence(notifier: FakeNotifier, game_commits: Commits) -> None:
    changes: list[ConnectionChange] = []
    await notifier.add_commits(TABLE_ID, game_commits[0])
    async with (
        Live(
            notifier.url,
            on_connection_change=changes.append,
            silence_seconds=SILENCE_SECONDS,
            backoff=short_backoff,
        ) as live,
        live.commits(TABLE_ID, "token") as commits,
    ):
        assert await read_seqs(commits, 1) == [1]
        began = time.monotonic()
        while time.monotonic() < began + 1.5 * SILENCE_SECONDS:
            await asyncio.sleep(SILENCE_SECONDS / 40)
            await notifier.send_all(Heartbeat(0))
        assert [change.is_up for change in changes] == [True], "heartbeats keep the connection"
        await wait_until(lambda: len(changes) > 1, "silence closes the connection")
        assert changes[1].reason == f"no frame received for {SILENCE_SECONDS:g} s"
        await wait_until(lambda: len(changes) > 2, "it reconnects")
        await notifier.add_commits(TABLE_ID, game_commits[1])
        assert await read_seqs(commits, 1) == [2]


async def test_opens_another_socket_above_the_subscription_limit(
    live: Live, notifier: FakeNotifier, game_commits: Commits
) -> None:
    table_ids = [f"table-{number}" for number in range(SUBSCRIPTIONS_MAX + 1)]
    subscriptions = [live.commits(table_id, "token") for table_id in table_ids]
    for subscription in subscriptions:
        await subscription.__aenter__()
    await wait_until(lambda: len(notifier.topics) == len(table_ids), "all are subscribed")
    assert sorted(map(len, notifier.sockets.values())) == [1, SUBSCRIPTIONS_MAX]
    for table_id in table_ids:
        await notifier.add_commits(table_id, game_commits[0])
    for subscription in subscriptions:
        assert await read_seqs(subscription, 1) == [1]
    await subscriptions[-1].__aexit__(None, None, None)
    await wait_until(lambda: len(notifier.sockets) == 1, "an unused connection is closed")


async def test_a_refusal_ends_only_one_subscription(
    live: Live, notifier: FakeNotifier, game_commits: Commits
) -> None:
    async with (
        live.commits(TABLE_ID, "token") as good,
        live.commits(TABLE_ID, REFUSED_TOKEN) as bad,
    ):
        with pytest.raises(SubscriptionEndedError) as error:
            await anext(bad)
        assert error.value.code == "bad_token"
        await wait_until(lambda: len(notifier.topics) == 2, "both are requested")
        await notifier.add_commits(TABLE_ID, game_commits[0])
        assert await read_seqs(good, 1) == [1]


async def test_retries_an_unavailable_subscription_on_the_same_connection(
    live: Live, notifier: FakeNotifier, game_commits: Commits, changes: list[ConnectionChange]
) -> None:
    notifier.unavailable_count = 3
    await notifier.add_commits(TABLE_ID, game_commits[0])
    async with live.commits(TABLE_ID, "token") as commits:
        assert await read_seqs(commits, 1) == [1]
    assert len(notifier.topics) == 4
    assert [change.is_up for change in changes] == [True]


async def test_a_slow_reader_buffers_a_limited_number_and_misses_nothing(
    live: Live, notifier: FakeNotifier, game_commits: Commits
) -> None:
    many = 3 * BUFFERED_MESSAGES_MAX
    notifier.histories[TABLE_ID] = [game_commits[0]] * many
    notifier.histories["other"] = [game_commits[0]]
    async with live.commits(TABLE_ID, "token") as slow, live.commits("other", "token") as other:
        assert await read_seqs(other, 1) == [1]
        await wait_until(lambda: slow.buffered_count == BUFFERED_MESSAGES_MAX, "the buffer is full")
        assert len([await anext(slow) for _ in range(many)]) == many
        assert slow.buffered_count == 0
    requested = [topic.after for topic in notifier.topics if topic.table == TABLE_ID]
    assert requested[0] == 0
    assert requested[1] == BUFFERED_MESSAGES_MAX


async def test_requests_skipped_commits_again(
    live: Live, notifier: FakeNotifier, game_commits: Commits, changes: list[ConnectionChange]
) -> None:
    await notifier.add_commits(TABLE_ID, game_commits[0])
    async with live.commits(TABLE_ID, "token") as commits:
        assert await read_seqs(commits, 1) == [1]
        notifier.histories[TABLE_ID] += game_commits[1:3]
        name = next(iter(next(iter(notifier.sockets.values()))))
        await notifier.send_all(CommitUpdate(name, 3, game_commits[2]))
        assert await read_seqs(commits, 2) == [2, 3]
    assert changes[1].reason == "received seq 3 after 1"


async def test_reconnects_after_an_invalid_frame(
    live: Live, notifier: FakeNotifier, game_commits: Commits, changes: list[ConnectionChange]
) -> None:
    await notifier.add_commits(TABLE_ID, game_commits[0])
    async with live.commits(TABLE_ID, "token") as commits:
        assert await read_seqs(commits, 1) == [1]
        await notifier.send_all(b'{"type":"nonsense"}')
        await notifier.add_commits(TABLE_ID, game_commits[1])
        assert await read_seqs(commits, 1) == [2]
    assert changes[1].reason.startswith("received an invalid frame")


async def test_lists_resume_from_their_cursor(live: Live, notifier: FakeNotifier) -> None:
    notifier.rows = [Rows("", "c1", whole=True, rows=()), Rows("", "c2", whole=False, rows=())]
    async with live.lobby("city", "open") as lobby:
        assert [(await anext(lobby)).cursor for _ in range(2)] == ["c1", "c2"]
        notifier.rows.append(Rows("", "c3", whole=False, rows=()))
        notifier.break_connections()
        assert (await anext(lobby)).cursor == "c3"
    assert [topic.after for topic in notifier.topics] == [None, "c2"]


async def test_leaving_closes_the_socket_and_ends_the_iteration(
    live: Live, notifier: FakeNotifier, game_commits: Commits
) -> None:
    await notifier.add_commits(TABLE_ID, *game_commits[:2])
    async with live.commits(TABLE_ID, "token") as commits:
        assert await read_seqs(commits, 1) == [1]
    await wait_until(lambda: not notifier.sockets, "the connection is closed")
    assert notifier.close_codes == [1000]
    assert [commit.seq async for commit in commits] in ([], [2])


def test_refuses_an_invalid_url() -> None:
    with pytest.raises(ValueError, match="expected the notifier's address"):
        Live("http://127.0.0.1:8081")
