"""Webhooks over HTTP: create, change, list, delete, retry."""

from typing import Any

import pytest
from msgspec.structs import replace

from schemas.webhook import Delivery
from services.runtime.operations.settings import Settings
from services.runtime.store.cursor import Cursor
from services.runtime.store.event_log import EventLog
from services.runtime.store.keys import WebhookKeys
from services.runtime.webhooks.deliveries import Deliveries, QueuedDelivery
from services.runtime.webhooks.registry import WEBHOOKS_MAX
from tests.services.full_client import client_of
from tests.services.gateway.conftest import OTHER_KEY, PLATFORM_KEY, GatewayClient
from tests.services.notifier.webhooks.conftest import Dispatchers
from tests.services.notifier.webhooks.receiver import Receiver
from tests.waiting import eventually

pytestmark = pytest.mark.anyio

PATH = "/v1/webhooks/main"
WEBHOOK = {"url": "https://amber.example/hook", "events": ["your_turn", "game_over"]}


async def put(gateway: GatewayClient, **changes: Any) -> Any:
    return await gateway("PUT", PATH, WEBHOOK | changes, token=PLATFORM_KEY)


async def add_dead_letters(event_log: EventLog, *ids: str) -> WebhookKeys:
    """Create dead letters of the webhook."""
    keys, queue = WebhookKeys("test", "main"), Deliveries(client_of(event_log))
    shard = event_log.all_shards()[0]
    for number, message in enumerate(ids):
        delivery = Delivery(message, "your_turn", "g", "{}", 1, 16, "500 no", 2)
        cursor = await queue.cursor(shard)
        await queue.enqueue(
            shard, cursor, Cursor(f"{number + 1}-0"), [QueuedDelivery(keys, delivery, 0)]
        )
        await queue.mark_as_dead_letter(keys, delivery, number)
    return keys


async def test_returns_the_secret_only_when_created_or_rotated(gateway: GatewayClient) -> None:
    first = await put(gateway)
    assert len(first["secret"]) >= 43
    assert (await put(gateway))["secret"] is None
    rotated = await put(gateway, rotate=True)
    assert len(rotated["secret"]) >= 43
    assert rotated["secret"] != first["secret"]
    listed = await gateway("GET", "/v1/webhooks", token=PLATFORM_KEY)
    assert rotated["secret"] not in str(listed)


async def test_changes_lists_and_deletes_a_webhook(gateway: GatewayClient) -> None:
    await put(gateway)
    await put(gateway, url="https://amber.example/other", events=["game_over"])
    [webhook] = (await gateway("GET", "/v1/webhooks", token=PLATFORM_KEY))["webhooks"]
    assert webhook["created_at"] > 0
    assert webhook | {"created_at": 0} == {
        "name": "main",
        "url": "https://amber.example/other",
        "events": ["game_over"],
        "created_at": 0,
        "disabled": "",
        "waiting": 0,
        "dead_letters": 0,
    }
    assert await gateway("DELETE", PATH, token=PLATFORM_KEY) == {"name": "main"}
    assert (await gateway("GET", "/v1/webhooks", token=PLATFORM_KEY))["webhooks"] == []
    gone = await gateway("DELETE", PATH, token=PLATFORM_KEY, status=404)
    assert gone["code"] == "not_found"


async def test_lists_and_retries_dead_letters(gateway: GatewayClient, event_log: EventLog) -> None:
    await put(gateway)
    keys = await add_dead_letters(event_log, "g:1:your_turn", "g:2:your_turn", "g:3:your_turn")
    dead_letters = (await gateway("GET", f"{PATH}/dead-letters", token=PLATFORM_KEY))[
        "dead_letters"
    ]
    assert [dead_letter["id"] for dead_letter in dead_letters] == [
        "g:1:your_turn",
        "g:2:your_turn",
        "g:3:your_turn",
    ]
    assert (dead_letters[0]["last_response"], dead_letters[0]["attempts"]) == ("500 no", 16)
    body = {"id": "g:2:your_turn"}
    retry_path = f"{PATH}/retry"
    assert await gateway("POST", retry_path, body, token=PLATFORM_KEY) == {"retried": 1}
    repeated = await gateway("POST", retry_path, body, token=PLATFORM_KEY, status=404)
    assert repeated["detail"] == "There is no dead letter 'g:2:your_turn'."
    assert await gateway("POST", retry_path, {}, token=PLATFORM_KEY) == {"retried": 2}
    queue = Deliveries(client_of(event_log))
    assert await queue.counts(keys) == (3, 0)
    assert {delivery.attempts for delivery in await queue.due(keys, 2**53, 9)} == {0}


async def test_platforms_have_separate_webhooks(
    gateway: GatewayClient, event_log: EventLog
) -> None:
    await put(gateway)
    keys = await add_dead_letters(event_log, "g:1:your_turn")
    assert (await gateway("GET", "/v1/webhooks", token=OTHER_KEY))["webhooks"] == []
    await gateway("DELETE", PATH, token=OTHER_KEY, status=404)
    await gateway("GET", f"{PATH}/dead-letters", token=OTHER_KEY, status=404)
    await gateway("POST", f"{PATH}/retry", {}, token=OTHER_KEY, status=404)
    theirs = await gateway("PUT", PATH, WEBHOOK | {"events": ["game_over"]}, token=OTHER_KEY)
    assert theirs["secret"] is not None
    [mine] = (await gateway("GET", "/v1/webhooks", token=PLATFORM_KEY))["webhooks"]
    assert mine["events"] == ["your_turn", "game_over"]
    await gateway("DELETE", PATH, token=OTHER_KEY)
    assert await Deliveries(client_of(event_log)).counts(keys) == (0, 1)


async def test_requires_a_platform_key(gateway: GatewayClient) -> None:
    _, tokens = await gateway.start_game()
    refused = await gateway("PUT", PATH, WEBHOOK, token=tokens[0], status=403)
    assert refused["code"] == "not_allowed"
    assert (await gateway("GET", "/v1/webhooks", status=401))["code"] == "no_token"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"url": "ftp://amber.example/"}, "expected http:// or https://, got ftp"),
        ({"url": "http://127.0.0.1:6379/"}, "127.0.0.1 is not a public address"),
        ({"url": "http://169.254.169.254/latest"}, "is not a public address"),
        ({"events": []}, "`$.events`"),
        ({"events": ["card_drawn"]}, "Invalid enum value 'card_drawn'"),
        ({"secret": "mine"}, "unknown field `secret`"),
    ],
)
async def test_rejects_an_invalid_webhook_with_a_reason(
    gateway: GatewayClient, change: dict[str, Any], reason: str
) -> None:
    problem = await gateway("PUT", PATH, WEBHOOK | change, token=PLATFORM_KEY, status=400)
    assert reason in problem["detail"]
    named = await gateway("PUT", "/v1/webhooks/Main", WEBHOOK, token=PLATFORM_KEY, status=404)
    assert "'Main' is not a valid name" in named["detail"]
    assert (await gateway("GET", "/v1/webhooks", token=PLATFORM_KEY))["webhooks"] == []


async def test_limits_the_webhooks_of_a_platform(gateway: GatewayClient) -> None:
    for number in range(WEBHOOKS_MAX):
        await gateway("PUT", f"/v1/webhooks/h{number}", WEBHOOK, token=PLATFORM_KEY)
    problem = await gateway("PUT", "/v1/webhooks/more", WEBHOOK, token=PLATFORM_KEY, status=429)
    assert f"at most {WEBHOOKS_MAX}" in problem["detail"]
    await gateway("PUT", "/v1/webhooks/h0", WEBHOOK, token=PLATFORM_KEY)


async def test_delivers_messages_of_a_table_to_the_receiver(
    gateway: GatewayClient, settings: Settings
) -> None:
    """The URL contains a host name, which is resolved and checked on delivery."""
    dispatchers = Dispatchers(replace(settings, webhook_allow_private=True))
    async with Receiver() as receiver:
        await put(gateway, url=receiver.url, events=["game_started", "your_turn", "game_over"])
        await dispatchers.start_and_wait()
        table, tokens = await gateway.start_game()
        resign = {"id": "enough", "action": {"type": "resign"}}
        await gateway("POST", f"/v1/tables/{table}/commands", resign, token=tokens[1])

        async def has_all_messages() -> bool:
            return len(receiver.received) == 3

        await eventually(has_all_messages, "three messages")
        await dispatchers.stop()
    by_event = {request.message["event"]: request.message for request in receiver.received}
    assert by_event["game_started"]["players"] == ["player 0", "player 1"]
    assert len(by_event["your_turn"]["seats"]) == 1
    assert [result["won"] for result in by_event["game_over"]["results"]] == [True, False]
