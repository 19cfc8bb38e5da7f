"""Webhooks from the feed to a platform's receiver, through failures of all kinds."""

import json
import time

import pytest

from schemas.webhook import Delivery
from services.notifier.webhooks import sender
from services.runtime.access.player_directory import PlayerDirectory, PlayerEntry
from services.runtime.operations.settings import Settings
from services.runtime.store.cursor import Cursor
from services.runtime.store.event_log import EventLog
from services.runtime.store.keys import WebhookKeys
from services.runtime.webhooks.deliveries import Deliveries, QueuedDelivery
from services.runtime.webhooks.registry import Webhooks, webhook_keys
from services.runtime.webhooks.signing import SignatureError, verify
from tests.services.commands import new_table_id
from tests.services.full_client import FullClient, client_of
from tests.services.notifier.webhooks.conftest import Dispatchers
from tests.services.notifier.webhooks.platform_tables import (
    AMBER,
    BASALT,
    expected_ids,
    history_of,
    play,
    publish,
    register,
    turn_changes,
)
from tests.services.notifier.webhooks.receiver import HANG, Receiver
from tests.waiting import eventually

pytestmark = pytest.mark.anyio


async def wait_for_requests(receiver: Receiver, count: int) -> None:
    async def enough() -> bool:
        return len(receiver.received) >= count

    await eventually(enough, f"{count} messages")


async def wait_for_counts(
    log: EventLog, keys: WebhookKeys, waiting: int, dead_letters: int
) -> None:
    async def counted() -> bool:
        return await Deliveries(client_of(log)).counts(keys) == (waiting, dead_letters)

    await eventually(counted, f"{waiting} waiting and {dead_letters} dead letters")


async def wait_for_feeds(log: EventLog) -> None:
    """Wait until all feeds are read."""

    async def is_at_the_end() -> bool:
        for shard in log.all_shards():
            entries = await client_of(log).xrevrange(shard.feed, count=1)
            cursor = await client_of(log).hget(shard.cursors, "webhooks")
            if entries and entries[0][0] != cursor:
                return False
        return True

    await eventually(is_at_the_end, "all cursors are at the end")


async def test_sends_a_message_for_every_turn_and_the_end(
    dispatchers: Dispatchers, event_log: EventLog
) -> None:
    directory = PlayerDirectory(client_of(event_log))
    for player in ("Amber", "Basalt"):
        await directory.add(player, PlayerEntry(AMBER, f"{player}-id", player))
    async with Receiver() as receiver:
        webhook = await register(event_log, receiver.url)
        await dispatchers.start_and_wait()
        table_id = await play(event_log)
        await wait_for_requests(receiver, len(expected_ids(table_id)))
        await wait_for_counts(event_log, webhook_keys(webhook), 0, 0)
    assert sorted(receiver.ids) == sorted(expected_ids(table_id))
    messages = {request.id: request.message for request in receiver.received}
    for seq, seat in turn_changes():
        message = messages[f"{table_id}:{seq}:your_turn"]
        assert message["seats"] == [seat]
        assert message["players"] == [("Amber-id", "Basalt-id")[seat]]
    over = messages[expected_ids(table_id)[-1]]
    assert (over["event"], over["table"], over["game"]) == ("game_over", table_id, "city")
    assert [result["seat"] for result in over["results"]] == [0, 1]


async def test_signs_every_message(dispatchers: Dispatchers, event_log: EventLog) -> None:
    async with Receiver() as receiver:
        webhook = await register(event_log, receiver.url, "game_over")
        await dispatchers.start_and_wait()
        table_id = await play(event_log)
        await wait_for_requests(receiver, 1)
    [request] = receiver.received
    signature, now = request.headers["bluemoon-signature"], int(time.time())
    verify(webhook.secret, signature, request.body, now)
    with pytest.raises(SignatureError):
        verify(webhook.secret, signature, request.body.replace(b"city", b"duel"), now)
    assert request.headers["bluemoon-event"] == "game_over"
    assert request.headers["content-type"] == "application/json"
    assert request.headers["host"].startswith("localhost:")
    assert request.id == request.message["id"] == expected_ids(table_id)[-1]


async def test_messages_hold_nothing_secret(dispatchers: Dispatchers, event_log: EventLog) -> None:
    async with Receiver() as receiver:
        await register(event_log, receiver.url)
        await dispatchers.start_and_wait()
        table_id = await play(event_log)
        await wait_for_requests(receiver, len(expected_ids(table_id)))
    public = {"at", "game", "id", "event", "players", "reason", "results", "seats", "seq", "table"}
    for request in receiver.received:
        message = request.message
        assert message.keys() == public
        assert bool(message["results"]) == (message["event"] == "game_over")


async def test_sends_only_to_webhooks_of_the_tables_platform(
    dispatchers: Dispatchers, event_log: EventLog
) -> None:
    async with Receiver() as ours, Receiver() as theirs:
        await register(event_log, ours.url, "game_over")
        await register(event_log, theirs.url, "game_over", platform=BASALT)
        await dispatchers.start_and_wait()
        without_platform = await play(event_log, None)
        our_game = await play(event_log, AMBER)
        their_game = await play(event_log, BASALT)
        await wait_for_requests(ours, 1)
        await wait_for_requests(theirs, 1)
        last = await play(event_log, AMBER)
        await wait_for_requests(ours, 2)
    assert without_platform not in str(ours.ids + theirs.ids)
    assert ours.ids == [expected_ids(our_game)[-1], expected_ids(last)[-1]]
    assert theirs.ids == [expected_ids(their_game)[-1]]


async def test_retries_until_the_receiver_accepts(
    dispatchers: Dispatchers, event_log: EventLog
) -> None:
    async with Receiver(500, 503, 302, 404, 200) as receiver:
        webhook = await register(event_log, receiver.url, "game_over")
        await dispatchers.start_and_wait()
        table_id = await play(event_log)
        await wait_for_requests(receiver, 5)
        await wait_for_counts(event_log, webhook_keys(webhook), 0, 0)
    assert receiver.ids == [expected_ids(table_id)[-1]] * 5
    assert len({request.body for request in receiver.received}) == 1


async def test_a_delivery_is_a_dead_letter_after_too_many_attempts_and_can_be_retried(
    dispatchers: Dispatchers, event_log: EventLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "ATTEMPTS_MAX", 3)
    queue = Deliveries(client_of(event_log))
    async with Receiver(default_status=500) as receiver:
        webhook = await register(event_log, receiver.url, "game_over")
        await dispatchers.start_and_wait()
        first, second = await play(event_log), await play(event_log)
        await wait_for_counts(event_log, webhook_keys(webhook), 0, 2)
        dead_letters = await queue.dead_letters(webhook_keys(webhook), 10)
        assert {dead_letter.id for dead_letter in dead_letters} == {
            expected_ids(first)[-1],
            expected_ids(second)[-1],
        }
        assert {
            (dead_letter.attempts, dead_letter.last_response) for dead_letter in dead_letters
        } == {(3, "500 response 500")}
        assert len(receiver.received) == 6
        receiver.default_status = 200
        assert await queue.retry(webhook_keys(webhook), expected_ids(first)[-1], 0) == 1
        await wait_for_counts(event_log, webhook_keys(webhook), 0, 1)
        assert receiver.ids[6:] == [expected_ids(first)[-1]]
        assert await queue.retry(webhook_keys(webhook), expected_ids(first)[-1], 0) == 0
        assert await queue.retry(webhook_keys(webhook), None, 0) == 1
        await wait_for_counts(event_log, webhook_keys(webhook), 0, 0)
    assert receiver.ids[7:] == [expected_ids(second)[-1]]


async def test_a_hanging_receiver_does_not_delay_others(
    dispatchers: Dispatchers, event_log: EventLog
) -> None:
    async with Receiver(default_status=HANG) as hanging, Receiver() as healthy:
        await register(event_log, hanging.url, name="hanging")
        await register(event_log, healthy.url, name="healthy")
        await dispatchers.start_and_wait()
        table_id = await play(event_log)
        await wait_for_requests(healthy, len(expected_ids(table_id)))
        assert len(hanging.received) <= sender.CONCURRENT_POSTS_MAX


async def test_retries_after_a_timeout(
    dispatchers: Dispatchers, event_log: EventLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.notifier.webhooks.dispatcher.TIMEOUT_SECONDS", 0.2)
    async with Receiver(HANG, HANG) as receiver:
        webhook = await register(event_log, receiver.url, "game_over")
        await dispatchers.start_and_wait()
        await play(event_log)
        await wait_for_requests(receiver, 3)
        await wait_for_counts(event_log, webhook_keys(webhook), 0, 0)


async def test_410_gone_disables_the_webhook_until_it_is_put_again(
    dispatchers: Dispatchers, event_log: EventLog
) -> None:
    webhooks = Webhooks(client_of(event_log))
    async with Receiver(default_status=410) as receiver:
        webhook = await register(event_log, receiver.url, "game_over")
        await dispatchers.start_and_wait()
        await play(event_log)
        await wait_for_counts(event_log, webhook_keys(webhook), 0, 1)
        stored = await webhooks.find(webhook_keys(webhook))
        assert stored is not None
        assert stored.disabled == "the receiver responded 410 Gone"
        receiver.default_status = 200
        while_disabled = await play(event_log)
        await wait_for_feeds(event_log)
        await register(event_log, receiver.url, "game_over")
        after_enabling = await play(event_log)
        await wait_for_requests(receiver, 2)
    assert receiver.ids[1:] == [expected_ids(after_enabling)[-1]]
    assert while_disabled not in str(receiver.ids)


async def test_two_dispatchers_queue_nothing_twice(
    dispatchers: Dispatchers, event_log: EventLog
) -> None:
    async with Receiver() as receiver:
        webhook = await register(event_log, receiver.url)
        await dispatchers.start_and_wait()
        await dispatchers.start()
        table_ids = [await play(event_log) for _ in range(3)]
        expected = sorted(id_ for table_id in table_ids for id_ in expected_ids(table_id))
        await wait_for_requests(receiver, len(expected))
        await wait_for_counts(event_log, webhook_keys(webhook), 0, 0)
    assert sorted(receiver.ids) == expected


async def test_a_dispatcher_continues_where_another_stopped(
    dispatchers: Dispatchers, event_log: EventLog
) -> None:
    async with Receiver() as receiver:
        webhook = await register(event_log, receiver.url)
        await dispatchers.start_and_wait()
        before = await play(event_log)
        await wait_for_requests(receiver, 3)
        await dispatchers.stop()
        meanwhile = await play(event_log)
        await dispatchers.start()
        expected = sorted(expected_ids(before) + expected_ids(meanwhile))

        async def all_received() -> bool:
            return sorted(set(receiver.ids)) == expected

        await eventually(all_received, "all messages arrive")
        await wait_for_counts(event_log, webhook_keys(webhook), 0, 0)


async def test_queues_messages_and_moves_the_cursor_atomically(event_log: EventLog) -> None:
    webhook = await register(event_log, "https://basalt.example/hook")
    queue, shard = Deliveries(client_of(event_log)), event_log.all_shards()[0]
    queued = QueuedDelivery(
        webhook_keys(webhook), Delivery("g:1:your_turn", "your_turn", "g", "{}", 0), 0
    )
    assert await queue.enqueue(shard, None, Cursor("5-0"), [queued])
    assert not await queue.enqueue(shard, None, Cursor("6-0"), [queued])
    assert not await queue.enqueue(shard, Cursor("4-0"), Cursor("6-0"), [queued])
    assert await queue.cursor(shard) == "5-0"
    assert await queue.counts(webhook_keys(webhook)) == (1, 0)
    assert await queue.enqueue(shard, Cursor("5-0"), Cursor("6-0"), [queued])
    assert await queue.counts(webhook_keys(webhook)) == (1, 0), "a message is queued once"


async def test_limits_waiting_deliveries_and_dead_letters(
    event_log: EventLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.runtime.webhooks.deliveries.WAITING_MAX", 3)
    monkeypatch.setattr("services.runtime.webhooks.deliveries.DEAD_LETTERS_MAX", 2)
    webhook = await register(event_log, "https://basalt.example/hook")
    queue, shard = Deliveries(client_of(event_log)), event_log.all_shards()[0]
    queued = [
        QueuedDelivery(
            webhook_keys(webhook), Delivery(f"g:{n}:your_turn", "your_turn", "g", "{}", 0), n
        )
        for n in range(9)
    ]
    await queue.enqueue(shard, None, Cursor("5-0"), queued)
    assert await queue.counts(webhook_keys(webhook)) == (3, 2)
    assert [
        dead_letter.id for dead_letter in await queue.dead_letters(webhook_keys(webhook), 9)
    ] == [
        "g:7:your_turn",
        "g:8:your_turn",
    ]
    assert await client_of(event_log).hlen(webhook_keys(webhook).deliveries) == 5


async def test_deleting_a_webhook_removes_its_deliveries(
    event_log: EventLog, client: FullClient, dispatchers: Dispatchers
) -> None:
    async with Receiver(default_status=HANG) as receiver:
        webhook = await register(event_log, receiver.url)
        await dispatchers.start_and_wait()
        await play(event_log)
        await wait_for_requests(receiver, 1)
        assert await Webhooks(client).delete(webhook_keys(webhook))
        queue, shard = Deliveries(client), event_log.all_shards()[0]
        late = Delivery("g:1:your_turn", "your_turn", "g", "{}", 0)
        cursor = await queue.cursor(shard)
        await queue.enqueue(
            shard,
            cursor,
            Cursor("9999999999999-0"),
            [QueuedDelivery(webhook_keys(webhook), late, 0)],
        )
        await queue.reschedule(webhook_keys(webhook), late, 0)
    for key in (
        webhook_keys(webhook).deliveries,
        webhook_keys(webhook).due,
        webhook_keys(webhook).dead_letters,
    ):
        assert await client.exists(key) == 0


async def test_the_cursor_moves_without_webhooks_and_a_new_webhook_misses_nothing(
    dispatchers: Dispatchers, event_log: EventLog
) -> None:
    await dispatchers.start_and_wait()
    await play(event_log)
    await wait_for_feeds(event_log)
    async with Receiver() as receiver:
        await register(event_log, receiver.url, "game_over")
        after = await play(event_log)
        await wait_for_requests(receiver, 1)
    assert receiver.ids == [expected_ids(after)[-1]]


async def test_an_unreadable_table_does_not_stop_other_messages(
    dispatchers: Dispatchers, event_log: EventLog
) -> None:
    async with Receiver() as receiver:
        await register(event_log, receiver.url, "game_over")
        await dispatchers.start_and_wait()
        broken, healthy = new_table_id(0), new_table_id(0)
        shard = event_log.shard(broken)
        await client_of(event_log).xadd(
            shard.feed, {"table": broken, "seq": 1, "commit": "nonsense"}
        )
        # A table with missing commits: 9 does not follow 1.
        commits = history_of(broken, AMBER)
        await publish(event_log, [commits[0], commits[8]])
        await publish(event_log, history_of(healthy, AMBER))
        await wait_for_requests(receiver, 1)
    assert receiver.ids == [expected_ids(healthy)[-1]]


async def test_does_not_send_to_private_addresses(
    settings: Settings, event_log: EventLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "ATTEMPTS_MAX", 1)
    dispatchers = Dispatchers(settings)
    async with Receiver() as receiver:
        webhook = await register(event_log, receiver.url, "game_over")
        await dispatchers.start_and_wait()
        await play(event_log)
        await wait_for_counts(event_log, webhook_keys(webhook), 0, 1)
        await dispatchers.stop()
    assert receiver.received == []
    [dead_letter] = await Deliveries(client_of(event_log)).dead_letters(webhook_keys(webhook), 1)
    assert "is not a public address" in dead_letter.last_response
    assert json.dumps(dead_letter.last_response).isascii()
