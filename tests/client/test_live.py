"""Subscriptions: through every kind of interruption, without a gap and without a repetition."""

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from client import LineChange, Live, SubscriptionEndedError
from client.backoff import Backoff
from client.decoding import AnySeenCommit
from client.line import SUBSCRIPTIONS_MAX
from client.subscription import WAITING_MAX, Subscription
from schemas.live import Alive, CommitSeen, Rows
from tests.client.conftest import GAME
from tests.client.speaker import REFUSED, Speaker
from tests.services.engines import eventually

pytestmark = pytest.mark.anyio

Told = tuple[AnySeenCommit, ...]


def at_once() -> Backoff:
    return Backoff(0.01, 0.05)


@pytest.fixture
def changes() -> list[LineChange]:
    return []


@pytest.fixture
async def live(speaker: Speaker, changes: list[LineChange]) -> AsyncIterator[Live]:
    async with Live(speaker.url, heard=changes.append, backoff=at_once) as live:
        yield live


async def taken(subscription: Subscription[AnySeenCommit], count: int) -> list[int]:
    return [(await anext(subscription)).seq for _ in range(count)]


async def settled(found: Callable[[], bool], what: str) -> None:
    async def ask() -> bool:
        return found()

    await eventually(ask, what)


async def test_a_game_is_told_from_any_version(live: Live, speaker: Speaker, told: Told) -> None:
    await speaker.tell(GAME, *told[:10])
    for after in (0, 4, 10):
        async with live.commits(GAME, "token", after) as commits:
            assert await taken(commits, 10 - after) == list(range(after + 1, 11))


async def test_what_is_told_is_what_was_sent(live: Live, speaker: Speaker, told: Told) -> None:
    await speaker.tell(GAME, *told)
    async with live.commits(GAME, "token") as commits:
        assert tuple([await anext(commits) for _ in told]) == told


@pytest.mark.parametrize("how", ["broken", "stopped"])
async def test_a_lost_line_is_found_again_and_nothing_is_lost_or_told_twice(
    live: Live, speaker: Speaker, told: Told, changes: list[LineChange], how: str
) -> None:
    await speaker.tell(GAME, *told[:5])
    async with live.commits(GAME, "token") as commits:
        assert await taken(commits, 3) == [1, 2, 3]
        if how == "stopped":
            await speaker.stop()
            await speaker.tell(GAME, *told[5:8])
            await settled(lambda: len(changes) > 3, "the line is looked for again and again")
            await speaker.start()
        else:
            speaker.break_lines()
            await speaker.tell(GAME, *told[5:8])
        assert await taken(commits, 5) == [4, 5, 6, 7, 8]
    assert [change.up for change in changes[:2]] == [True, False]
    assert changes[-1].up
    assert speaker.subscribed[-1].after >= 3


async def test_who_is_told_goodbye_comes_back_in_the_span_that_was_named(
    live: Live, speaker: Speaker, told: Told, changes: list[LineChange]
) -> None:
    await speaker.tell(GAME, *told[:2])
    async with live.commits(GAME, "token") as commits:
        assert await taken(commits, 2) == [1, 2]
        await speaker.say_goodbye(300, 400)
        await speaker.tell(GAME, told[2])
        assert await taken(commits, 1) == [3]
    lost = changes[1]
    assert (lost.up, lost.reason) == (False, "the notifier said goodbye: draining")
    assert 0.3 <= lost.again_in_seconds <= 0.4


async def test_a_line_on_which_nothing_is_heard_is_given_up(speaker: Speaker, told: Told) -> None:
    changes: list[LineChange] = []
    await speaker.tell(GAME, told[0])
    async with (
        Live(speaker.url, heard=changes.append, silence_seconds=0.3, backoff=at_once) as live,
        live.commits(GAME, "token") as commits,
    ):
        assert await taken(commits, 1) == [1]
        for _ in range(6):
            await asyncio.sleep(0.1)
            await speaker.say(Alive(0))
        assert [change.up for change in changes] == [True], "signs of life keep a line"
        await settled(lambda: len(changes) > 1, "silence ends it")
        assert changes[1].reason == "nothing was heard for 0.3 s"
        await settled(lambda: len(changes) > 2, "it is found again")
        await speaker.tell(GAME, told[1])
        assert await taken(commits, 1) == [2]


async def test_more_subscriptions_than_a_socket_takes_are_carried_by_several(
    live: Live, speaker: Speaker, told: Told
) -> None:
    games = [f"game-{number}" for number in range(SUBSCRIPTIONS_MAX + 1)]
    subscriptions = [live.commits(game, "token") for game in games]
    for subscription in subscriptions:
        await subscription.__aenter__()
    await settled(lambda: len(speaker.subscribed) == len(games), "all are subscribed")
    assert sorted(map(len, speaker.sockets.values())) == [1, SUBSCRIPTIONS_MAX]
    for game in games:
        await speaker.tell(game, told[0])
    for subscription in subscriptions:
        assert await taken(subscription, 1) == [1]
    await subscriptions[-1].__aexit__(None, None, None)
    await settled(lambda: len(speaker.sockets) == 1, "a line that carries nothing is closed")


async def test_a_refusal_is_for_one_subscription_only(
    live: Live, speaker: Speaker, told: Told
) -> None:
    async with live.commits(GAME, "token") as good, live.commits(GAME, REFUSED) as bad:
        with pytest.raises(SubscriptionEndedError) as refused:
            await anext(bad)
        assert refused.value.code == "bad_token"
        await settled(lambda: len(speaker.subscribed) == 2, "both have asked")
        await speaker.tell(GAME, told[0])
        assert await taken(good, 1) == [1]


async def test_what_is_not_to_be_had_now_is_asked_for_again_on_the_same_line(
    live: Live, speaker: Speaker, told: Told, changes: list[LineChange]
) -> None:
    speaker.away = 3
    await speaker.tell(GAME, told[0])
    async with live.commits(GAME, "token") as commits:
        assert await taken(commits, 1) == [1]
    assert len(speaker.subscribed) == 4
    assert [change.up for change in changes] == [True]


async def test_a_slow_reader_keeps_little_and_misses_nothing(
    live: Live, speaker: Speaker, told: Told
) -> None:
    many = 3 * WAITING_MAX
    speaker.histories[GAME] = [told[0]] * many
    speaker.histories["other"] = [told[0]]
    async with live.commits(GAME, "token") as slow, live.commits("other", "token") as other:
        assert await taken(other, 1) == [1]
        await settled(lambda: slow.ready == WAITING_MAX, "as much waits as may")
        assert len([await anext(slow) for _ in range(many)]) == many
        assert slow.ready == 0
    asked = [topic.after for topic in speaker.subscribed if topic.game == GAME]
    assert asked[0] == 0
    assert asked[1] == WAITING_MAX


async def test_a_version_left_out_is_asked_for_again(
    live: Live, speaker: Speaker, told: Told, changes: list[LineChange]
) -> None:
    await speaker.tell(GAME, told[0])
    async with live.commits(GAME, "token") as commits:
        assert await taken(commits, 1) == [1]
        speaker.histories[GAME] += told[1:3]
        name = next(iter(next(iter(speaker.sockets.values()))))
        await speaker.say(CommitSeen(name, 3, told[2]))
        assert await taken(commits, 2) == [2, 3]
    assert changes[1].reason == "version 3 came after 1"


async def test_a_frame_that_nobody_can_read_costs_a_line_and_nothing_else(
    live: Live, speaker: Speaker, told: Told, changes: list[LineChange]
) -> None:
    await speaker.tell(GAME, told[0])
    async with live.commits(GAME, "token") as commits:
        assert await taken(commits, 1) == [1]
        await speaker.say(b'{"type":"nonsense"}')
        await speaker.tell(GAME, told[1])
        assert await taken(commits, 1) == [2]
    assert changes[1].reason.startswith("a frame that is none of ours")


async def test_lists_go_on_after_their_cursor(live: Live, speaker: Speaker) -> None:
    speaker.rows = [Rows("", "c1", whole=True, rows=()), Rows("", "c2", whole=False, rows=())]
    async with live.lobby("city", "open") as lobby:
        assert [(await anext(lobby)).cursor for _ in range(2)] == ["c1", "c2"]
        speaker.rows.append(Rows("", "c3", whole=False, rows=()))
        speaker.break_lines()
        assert (await anext(lobby)).cursor == "c3"
    assert [topic.after for topic in speaker.subscribed] == [None, "c2"]


async def test_whoever_leaves_closes_properly_and_reading_ends(
    live: Live, speaker: Speaker, told: Told
) -> None:
    await speaker.tell(GAME, *told[:2])
    async with live.commits(GAME, "token") as commits:
        assert await taken(commits, 1) == [1]
    await settled(lambda: not speaker.sockets, "the line is closed")
    assert speaker.close_codes == [1000]
    assert [commit.seq async for commit in commits] in ([], [2])


def test_an_address_that_is_none_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="expected the notifier's address"):
        Live("http://127.0.0.1:8081")
