"""Webhooks over HTTP: registered, changed, listed, deleted, by their own platform only."""

from typing import Any

import pytest
from msgspec.structs import replace

from schemas.webhook import Delivery
from services.runtime.deliveries import Deliveries, Queued
from services.runtime.event_log import EventLog
from services.runtime.keys import WebhookKeys
from services.runtime.settings import Settings
from services.runtime.webhooks import HOOKS_MAX
from tests.services.engines import eventually
from tests.services.gateway.conftest import OTHER_KEY, PLATFORM_KEY, Caller
from tests.services.notifier.webhooks.conftest import Offices
from tests.services.notifier.webhooks.receiver import Receiver

pytestmark = pytest.mark.anyio

HOOK = "/v1/webhooks/main"
WANTED = {"url": "https://amber.example/hook", "events": ["your_turn", "game_over"]}


async def put(gateway: Caller, **changes: Any) -> Any:
    return await gateway("PUT", HOOK, WANTED | changes, token=PLATFORM_KEY)


async def kill(event_log: EventLog, *ids: str) -> WebhookKeys:
    """Messages of the hook that were given up."""
    keys, queue = WebhookKeys("test", "main"), Deliveries(event_log.client)
    shard = event_log.all_shards()[0]
    for number, message in enumerate(ids):
        delivery = Delivery(message, "your_turn", "g", "{}", 1, 16, "500 no", 2)
        cursor = await queue.cursor(shard)
        await queue.enqueue(shard, cursor, f"{number + 1}-0", [Queued(keys, delivery, 0)])
        await queue.bury(keys, delivery, number)
    return keys


async def test_the_secret_is_said_once_and_when_it_is_rotated(gateway: Caller) -> None:
    first = await put(gateway)
    assert len(first["secret"]) >= 43
    assert (await put(gateway))["secret"] is None
    rotated = await put(gateway, rotate=True)
    assert len(rotated["secret"]) >= 43
    assert rotated["secret"] != first["secret"]
    listed = await gateway("GET", "/v1/webhooks", token=PLATFORM_KEY)
    assert rotated["secret"] not in str(listed)


async def test_a_hook_is_changed_listed_and_deleted(gateway: Caller) -> None:
    await put(gateway)
    await put(gateway, url="https://amber.example/other", events=["game_over"])
    [hook] = (await gateway("GET", "/v1/webhooks", token=PLATFORM_KEY))["webhooks"]
    assert hook["made_at"] > 0
    assert hook | {"made_at": 0} == {
        "name": "main",
        "url": "https://amber.example/other",
        "events": ["game_over"],
        "made_at": 0,
        "disabled": "",
        "waiting": 0,
        "dead": 0,
    }
    assert await gateway("DELETE", HOOK, token=PLATFORM_KEY) == {"name": "main"}
    assert (await gateway("GET", "/v1/webhooks", token=PLATFORM_KEY))["webhooks"] == []
    gone = await gateway("DELETE", HOOK, token=PLATFORM_KEY, status=404)
    assert gone["code"] == "not_found"


async def test_dead_messages_are_listed_and_replayed(gateway: Caller, event_log: EventLog) -> None:
    await put(gateway)
    keys = await kill(event_log, "g:1:your_turn", "g:2:your_turn", "g:3:your_turn")
    dead = (await gateway("GET", f"{HOOK}/dead", token=PLATFORM_KEY))["dead"]
    assert [one["id"] for one in dead] == ["g:1:your_turn", "g:2:your_turn", "g:3:your_turn"]
    assert (dead[0]["answer"], dead[0]["attempts"]) == ("500 no", 16)
    one = {"id": "g:2:your_turn"}
    replay = f"{HOOK}/replay"
    assert await gateway("POST", replay, one, token=PLATFORM_KEY) == {"replayed": 1}
    again = await gateway("POST", replay, one, token=PLATFORM_KEY, status=404)
    assert again["detail"] == "There is no dead message 'g:2:your_turn'."
    assert await gateway("POST", replay, {}, token=PLATFORM_KEY) == {"replayed": 2}
    queue = Deliveries(event_log.client)
    assert await queue.counts(keys) == (3, 0)
    assert {one.attempts for one in await queue.due(keys, 2**53, 9)} == {0}


async def test_a_platform_sees_and_touches_its_own_hooks_only(
    gateway: Caller, event_log: EventLog
) -> None:
    await put(gateway)
    keys = await kill(event_log, "g:1:your_turn")
    assert (await gateway("GET", "/v1/webhooks", token=OTHER_KEY))["webhooks"] == []
    await gateway("DELETE", HOOK, token=OTHER_KEY, status=404)
    await gateway("GET", f"{HOOK}/dead", token=OTHER_KEY, status=404)
    await gateway("POST", f"{HOOK}/replay", {}, token=OTHER_KEY, status=404)
    theirs = await gateway("PUT", HOOK, WANTED | {"events": ["game_over"]}, token=OTHER_KEY)
    assert theirs["secret"] is not None
    [mine] = (await gateway("GET", "/v1/webhooks", token=PLATFORM_KEY))["webhooks"]
    assert mine["events"] == ["your_turn", "game_over"]
    await gateway("DELETE", HOOK, token=OTHER_KEY)
    assert await Deliveries(event_log.client).counts(keys) == (0, 1)


async def test_only_a_platform_has_webhooks(gateway: Caller) -> None:
    _, tokens = await gateway.start_game()
    refused = await gateway("PUT", HOOK, WANTED, token=tokens[0], status=403)
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
async def test_a_bad_hook_is_refused_with_a_reason(
    gateway: Caller, change: dict[str, Any], reason: str
) -> None:
    problem = await gateway("PUT", HOOK, WANTED | change, token=PLATFORM_KEY, status=400)
    assert reason in problem["detail"]
    named = await gateway("PUT", "/v1/webhooks/Main", WANTED, token=PLATFORM_KEY, status=404)
    assert "'Main' is no name" in named["detail"]
    assert (await gateway("GET", "/v1/webhooks", token=PLATFORM_KEY))["webhooks"] == []


async def test_a_platform_has_so_many_hooks_at_most(gateway: Caller) -> None:
    for number in range(HOOKS_MAX):
        await gateway("PUT", f"/v1/webhooks/h{number}", WANTED, token=PLATFORM_KEY)
    problem = await gateway("PUT", "/v1/webhooks/more", WANTED, token=PLATFORM_KEY, status=400)
    assert f"at most {HOOKS_MAX}" in problem["detail"]
    await gateway("PUT", "/v1/webhooks/h0", WANTED, token=PLATFORM_KEY)


async def test_from_the_table_that_a_platform_opens_to_its_receiver(
    gateway: Caller, settings: Settings
) -> None:
    """The address is written by name: where it leads is judged when it is sent to."""
    offices = Offices(replace(settings, webhook_allow_private=True))
    async with Receiver() as receiver:
        await put(gateway, url=receiver.url, events=["game_started", "your_turn", "game_over"])
        await offices.start_and_begin()
        table, tokens = await gateway.start_game()
        resign = {"id": "enough", "action": {"type": "resign"}}
        await gateway("POST", f"/v1/tables/{table}/commands", resign, token=tokens[1])

        async def told() -> bool:
            return len(receiver.received) == 3

        await eventually(told, "three messages")
        await offices.stop()
    by_kind = {one.message["kind"]: one.message for one in receiver.received}
    assert by_kind["game_started"]["players"] == ["player 0", "player 1"]
    assert len(by_kind["your_turn"]["seats"]) == 1
    assert [result["won"] for result in by_kind["game_over"]["results"]] == [True, False]
