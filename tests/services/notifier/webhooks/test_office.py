"""Webhooks from the feed to a platform's receiver, whatever fails on the way."""

import json
import time

import pytest

from schemas.webhook import Delivery
from services.notifier.webhooks import courier
from services.runtime.connection import Client
from services.runtime.deliveries import Deliveries, Queued
from services.runtime.event_log import EventLog
from services.runtime.keys import WebhookKeys
from services.runtime.settings import Settings
from services.runtime.signing import SignatureError, verify
from services.runtime.webhooks import Webhooks, keys_of
from tests.services.asking import new_game
from tests.services.engines import eventually
from tests.services.notifier.webhooks.conftest import Offices
from tests.services.notifier.webhooks.receiver import HANG, Receiver
from tests.services.notifier.webhooks.told import (
    AMBER,
    BASALT,
    commits,
    expected,
    play,
    publish,
    register,
    turns,
)

pytestmark = pytest.mark.anyio


async def received(receiver: Receiver, count: int) -> None:
    async def enough() -> bool:
        return len(receiver.received) >= count

    await eventually(enough, f"{count} messages")


async def settled(log: EventLog, keys: WebhookKeys, waiting: int, dead: int) -> None:
    async def counted() -> bool:
        return await Deliveries(log.client).counts(keys) == (waiting, dead)

    await eventually(counted, f"{waiting} wait and {dead} are dead")


async def passed(log: EventLog) -> None:
    """Everything that stands in the feeds was looked at."""

    async def at_the_head() -> bool:
        for shard in log.all_shards():
            head = await log.client.xrevrange(shard.feed, count=1)
            cursor = await log.client.hget(shard.cursors, "webhooks")
            if head and head[0][0] != cursor:
                return False
        return True

    await eventually(at_the_head, "trimming may go as far as the head")


async def test_a_platform_hears_of_every_turn_and_of_the_end(
    offices: Offices, event_log: EventLog
) -> None:
    async with Receiver() as receiver:
        hook = await register(event_log, receiver.url)
        await offices.start_and_begin()
        game = await play(event_log)
        await received(receiver, len(expected(game)))
        await settled(event_log, keys_of(hook), 0, 0)
    assert sorted(receiver.ids) == sorted(expected(game))
    told = {one.message["id"]: one.message for one in receiver.received}
    for seq, seat in turns():
        message = told[f"{game}:{seq}:your_turn"]
        assert message["seats"] == [seat]
        assert message["players"] == [("Amber", "Basalt")[seat]]
    over = told[expected(game)[-1]]
    assert (over["kind"], over["table"], over["game"]) == ("game_over", game, "city")
    assert [result["seat"] for result in over["results"]] == [0, 1]


async def test_every_message_is_signed_and_a_changed_one_is_not_believed(
    offices: Offices, event_log: EventLog
) -> None:
    async with Receiver() as receiver:
        hook = await register(event_log, receiver.url, "game_over")
        await offices.start_and_begin()
        game = await play(event_log)
        await received(receiver, 1)
    [one] = receiver.received
    signature, now = one.headers["bluemoon-signature"], int(time.time())
    verify(hook.secret, signature, one.body, now)
    with pytest.raises(SignatureError):
        verify(hook.secret, signature, one.body.replace(b"city", b"duel"), now)
    assert one.headers["bluemoon-event"] == "game_over"
    assert one.headers["content-type"] == "application/json"
    assert one.headers["host"].startswith("localhost:")
    assert one.id == one.message["id"] == expected(game)[-1]


async def test_a_message_holds_nothing_that_a_spectator_could_not_know(
    offices: Offices, event_log: EventLog
) -> None:
    async with Receiver() as receiver:
        await register(event_log, receiver.url)
        await offices.start_and_begin()
        game = await play(event_log)
        await received(receiver, len(expected(game)))
    public = {"at", "game", "id", "kind", "players", "reason", "results", "seats", "seq", "table"}
    for one in receiver.received:
        assert one.message.keys() == public
        assert bool(one.message["results"]) == (one.message["kind"] == "game_over")


async def test_only_hooks_of_the_tables_own_platform_are_told(
    offices: Offices, event_log: EventLog
) -> None:
    async with Receiver() as ours, Receiver() as theirs:
        await register(event_log, ours.url, "game_over")
        await register(event_log, theirs.url, "game_over", platform=BASALT)
        await offices.start_and_begin()
        nobodys = await play(event_log, None)
        our_game = await play(event_log, AMBER)
        their_game = await play(event_log, BASALT)
        await received(ours, 1)
        await received(theirs, 1)
        last = await play(event_log, AMBER)
        await received(ours, 2)
    assert nobodys not in str(ours.ids + theirs.ids)
    assert ours.ids == [expected(our_game)[-1], expected(last)[-1]]
    assert theirs.ids == [expected(their_game)[-1]]


async def test_what_fails_is_sent_again_until_it_is_taken(
    offices: Offices, event_log: EventLog
) -> None:
    async with Receiver(500, 503, 302, 404, 200) as receiver:
        hook = await register(event_log, receiver.url, "game_over")
        await offices.start_and_begin()
        game = await play(event_log)
        await received(receiver, 5)
        await settled(event_log, keys_of(hook), 0, 0)
    assert receiver.ids == [expected(game)[-1]] * 5
    assert len({one.body for one in receiver.received}) == 1


async def test_what_is_never_taken_is_dead_and_can_be_replayed(
    offices: Offices, event_log: EventLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(courier, "ATTEMPTS_MAX", 3)
    queue = Deliveries(event_log.client)
    async with Receiver(then=500) as receiver:
        hook = await register(event_log, receiver.url, "game_over")
        await offices.start_and_begin()
        first, second = await play(event_log), await play(event_log)
        await settled(event_log, keys_of(hook), 0, 2)
        dead = await queue.dead(keys_of(hook), 10)
        assert {one.id for one in dead} == {expected(first)[-1], expected(second)[-1]}
        assert {(one.attempts, one.answer) for one in dead} == {(3, "500 answer 500")}
        assert len(receiver.received) == 6
        receiver.then = 200
        assert await queue.replay(keys_of(hook), expected(first)[-1], 0) == 1
        await settled(event_log, keys_of(hook), 0, 1)
        assert receiver.ids[6:] == [expected(first)[-1]]
        assert await queue.replay(keys_of(hook), expected(first)[-1], 0) == 0
        assert await queue.replay(keys_of(hook), None, 0) == 1
        await settled(event_log, keys_of(hook), 0, 0)
    assert receiver.ids[7:] == [expected(second)[-1]]


async def test_a_receiver_that_hangs_delays_no_other(offices: Offices, event_log: EventLog) -> None:
    async with Receiver(then=HANG) as stuck, Receiver() as well:
        await register(event_log, stuck.url, name="stuck")
        await register(event_log, well.url, name="well")
        await offices.start_and_begin()
        game = await play(event_log)
        await received(well, len(expected(game)))
        assert len(stuck.received) <= courier.TOGETHER_MAX


async def test_a_receiver_that_hangs_is_given_up_and_tried_again(
    offices: Offices, event_log: EventLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.notifier.webhooks.office.TIMEOUT_SECONDS", 0.2)
    async with Receiver(HANG, HANG) as receiver:
        hook = await register(event_log, receiver.url, "game_over")
        await offices.start_and_begin()
        await play(event_log)
        await received(receiver, 3)
        await settled(event_log, keys_of(hook), 0, 0)


async def test_a_receiver_that_is_gone_gets_nothing_until_its_platform_says_so(
    offices: Offices, event_log: EventLog
) -> None:
    hooks = Webhooks(event_log.client)
    async with Receiver(then=410) as receiver:
        hook = await register(event_log, receiver.url, "game_over")
        await offices.start_and_begin()
        await play(event_log)
        await settled(event_log, keys_of(hook), 0, 1)
        kept = await hooks.find(keys_of(hook))
        assert kept is not None
        assert kept.disabled == "its receiver answered 410 Gone"
        receiver.then = 200
        unheard = await play(event_log)
        await passed(event_log)
        await register(event_log, receiver.url, "game_over")
        heard = await play(event_log)
        await received(receiver, 2)
    assert receiver.ids[1:] == [expected(heard)[-1]]
    assert unheard not in str(receiver.ids)


async def test_two_offices_queue_nothing_twice(offices: Offices, event_log: EventLog) -> None:
    async with Receiver() as receiver:
        hook = await register(event_log, receiver.url)
        await offices.start_and_begin()
        await offices.start()
        games = [await play(event_log) for _ in range(3)]
        wanted = sorted(one for game in games for one in expected(game))
        await received(receiver, len(wanted))
        await settled(event_log, keys_of(hook), 0, 0)
    assert sorted(receiver.ids) == wanted


async def test_another_office_goes_on_where_one_stopped(
    offices: Offices, event_log: EventLog
) -> None:
    async with Receiver() as receiver:
        hook = await register(event_log, receiver.url)
        await offices.start_and_begin()
        before = await play(event_log)
        await received(receiver, 3)
        await offices.stop()
        meanwhile = await play(event_log)
        await offices.start()
        wanted = sorted(expected(before) + expected(meanwhile))

        async def all_heard() -> bool:
            return sorted(set(receiver.ids)) == wanted

        await eventually(all_heard, "everything was told")
        await settled(event_log, keys_of(hook), 0, 0)


async def test_messages_are_queued_with_the_cursor_or_not_at_all(event_log: EventLog) -> None:
    hook = await register(event_log, "https://basalt.example/hook")
    queue, shard = Deliveries(event_log.client), event_log.all_shards()[0]
    queued = Queued(keys_of(hook), Delivery("g:1:your_turn", "your_turn", "g", "{}", 0), 0)
    assert await queue.enqueue(shard, None, "5-0", [queued])
    assert not await queue.enqueue(shard, None, "6-0", [queued])
    assert not await queue.enqueue(shard, "4-0", "6-0", [queued])
    assert await queue.cursor(shard) == "5-0"
    assert await queue.counts(keys_of(hook)) == (1, 0)
    assert await queue.enqueue(shard, "5-0", "6-0", [queued])
    assert await queue.counts(keys_of(hook)) == (1, 0), "the same message is the same delivery"


async def test_a_receiver_that_is_away_fills_no_server(
    event_log: EventLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.runtime.deliveries.WAITING_MAX", 3)
    monkeypatch.setattr("services.runtime.deliveries.DEAD_MAX", 2)
    hook = await register(event_log, "https://basalt.example/hook")
    queue, shard = Deliveries(event_log.client), event_log.all_shards()[0]
    queued = [
        Queued(keys_of(hook), Delivery(f"g:{n}:your_turn", "your_turn", "g", "{}", 0), n)
        for n in range(9)
    ]
    await queue.enqueue(shard, None, "5-0", queued)
    assert await queue.counts(keys_of(hook)) == (3, 2)
    assert [one.id for one in await queue.dead(keys_of(hook), 9)] == [
        "g:7:your_turn",
        "g:8:your_turn",
    ]
    assert await event_log.client.hlen(keys_of(hook).deliveries) == 5


async def test_a_deleted_hook_leaves_nothing_behind(
    event_log: EventLog, client: Client, offices: Offices
) -> None:
    async with Receiver(then=HANG) as receiver:
        hook = await register(event_log, receiver.url)
        await offices.start_and_begin()
        await play(event_log)
        await received(receiver, 1)
        assert await Webhooks(client).delete(keys_of(hook))
        queue, shard = Deliveries(client), event_log.all_shards()[0]
        late = Delivery("g:1:your_turn", "your_turn", "g", "{}", 0)
        cursor = await queue.cursor(shard)
        await queue.enqueue(shard, cursor, "9999999999999-0", [Queued(keys_of(hook), late, 0)])
        await queue.again(keys_of(hook), late, 0)
    for key in (keys_of(hook).deliveries, keys_of(hook).due, keys_of(hook).dead):
        assert await client.exists(key) == 0


async def test_without_hooks_the_cursor_follows_and_a_new_hook_misses_nothing(
    offices: Offices, event_log: EventLog
) -> None:
    await offices.start_and_begin()
    await play(event_log)
    await passed(event_log)
    async with Receiver() as receiver:
        await register(event_log, receiver.url, "game_over")
        after = await play(event_log)
        await received(receiver, 1)
    assert receiver.ids == [expected(after)[-1]]


async def test_what_can_not_be_read_stops_nobody_elses_messages(
    offices: Offices, event_log: EventLog
) -> None:
    async with Receiver() as receiver:
        await register(event_log, receiver.url, "game_over")
        await offices.start_and_begin()
        broken, well = new_game(0), new_game(0)
        shard = event_log.shard(broken)
        await event_log.client.xadd(shard.feed, {"game": broken, "seq": 1, "commit": "nonsense"})
        # A table whose middle is missing: commit 9 does not follow the first.
        written = commits(broken, AMBER)
        await publish(event_log, [written[0], written[8]])
        await publish(event_log, commits(well, AMBER))
        await received(receiver, 1)
    assert receiver.ids == [expected(well)[-1]]


async def test_an_address_that_is_not_public_is_not_sent_to(
    settings: Settings, event_log: EventLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(courier, "ATTEMPTS_MAX", 1)
    offices = Offices(settings)
    async with Receiver() as receiver:
        hook = await register(event_log, receiver.url, "game_over")
        await offices.start_and_begin()
        await play(event_log)
        await settled(event_log, keys_of(hook), 0, 1)
        await offices.stop()
    assert receiver.received == []
    [dead] = await Deliveries(event_log.client).dead(keys_of(hook), 1)
    assert "is not a public address" in dead.answer
    assert json.dumps(dead.answer).isascii()
