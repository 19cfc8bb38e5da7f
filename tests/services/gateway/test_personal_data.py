"""Export and erasure of personal data, without breaking a hash."""

import pytest

from games.codec import read_commit
from games.history import replay, start
from schemas.commit import canonical
from schemas.webhook import Delivery, WebhookMessage
from services.runtime.store.event_log import EventLog
from services.runtime.store.keys import WebhookKeys
from tests.services.full_client import client_of, stores_of
from tests.services.gateway.conftest import OTHER_KEY, PLATFORM_KEY, GatewayClient
from tests.services.projectors import Projectors

pytestmark = pytest.mark.anyio


@pytest.fixture
async def lists(gateway: GatewayClient, projectors: Projectors) -> GatewayClient:
    projectors.start()
    return gateway


async def test_exports_what_is_stored_about_a_player(
    lists: GatewayClient, projectors: Projectors
) -> None:
    table, _ = await lists.start_game()
    player = (await lists.player_ids(table))[0]
    await projectors.caught_up()
    exported = await lists("GET", f"/v1/players/{player}/export", token=PLATFORM_KEY)
    assert (exported["id"], exported["player"], exported["name"]) == (
        player,
        "player 0",
        "player 0",
    )
    assert exported["record"]["playing"] == 1
    assert [row["table"] for row in exported["tables"]] == [table]
    assert "player 1" not in str(exported), "other players have their own export"


async def test_erasure_removes_the_name_everywhere_and_keeps_every_hash(
    lists: GatewayClient, event_log: EventLog, projectors: Projectors
) -> None:
    table, tokens = await lists.start_game()
    player = (await lists.player_ids(table))[0]
    before = [line async for line in event_log.read(table)]
    await projectors.caught_up()
    await lists("DELETE", f"/v1/players/{player}", token=PLATFORM_KEY)

    assert [line async for line in event_log.read(table)] == before
    first = read_commit(before[0])
    position = start(first)
    for line in before:
        position = replay(position, read_commit(line))
    row = await lists("GET", f"/v1/tables/{table}", token=PLATFORM_KEY)
    assert row["players"] == ["Anonymous", "player 1"]
    view = await lists("GET", f"/v1/tables/{table}/view", token=tokens[1])
    assert view["names"][player] == "Anonymous"
    await lists("GET", f"/v1/players/{player}", token=PLATFORM_KEY, status=404)
    await lists("DELETE", f"/v1/players/{player}", token=PLATFORM_KEY, status=404)
    entries = [entry async for entry in stores_of(event_log).audit_log.entries()]
    assert [(entry.intervention, entry.subject) for entry in entries] == [("player_erased", player)]


async def test_erasure_reaches_webhooks_that_still_wait(
    gateway: GatewayClient, event_log: EventLog
) -> None:
    table, _ = await gateway.start_game()
    player = (await gateway.player_ids(table))[0]
    hook = {"url": "https://amber.example/hook", "events": ["game_started"]}
    await gateway("PUT", "/v1/webhooks/hook", hook, token=PLATFORM_KEY)
    message = WebhookMessage(
        "m", "game_started", table, "city", 4, 0, (0, 1), ("player 0", "player 1")
    )
    delivery = Delivery("m", "game_started", table, canonical(message).decode(), 0)
    key = WebhookKeys("test", "hook").deliveries
    await client_of(event_log).hset(key, "m", canonical(delivery))

    erased = await gateway("DELETE", f"/v1/players/{player}", token=PLATFORM_KEY)
    assert erased == {"player": player, "webhook_messages": 1}
    stored = await client_of(event_log).hget(key, "m")
    assert stored is not None
    assert b"player 0" not in stored
    assert b"player 1" in stored


async def test_only_the_players_platform_may_export_or_erase(gateway: GatewayClient) -> None:
    table, tokens = await gateway.start_game()
    player = (await gateway.player_ids(table))[0]
    await gateway("DELETE", f"/v1/players/{player}", token=OTHER_KEY, status=404)
    await gateway("GET", f"/v1/players/{player}/export", token=OTHER_KEY, status=404)
    await gateway("DELETE", f"/v1/players/{player}", token=tokens[0], status=403)
