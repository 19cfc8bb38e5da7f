"""Operators manage platforms at run time."""

import pytest

from services.runtime.access.platform_registry import key_digest
from services.runtime.access.platforms import Platforms
from services.runtime.operations.settings import Settings
from services.runtime.store.event_log import EventLog
from tests.services.full_client import client_of, stores_of
from tests.services.gateway.conftest import (
    OPERATOR_KEY,
    PLATFORM_KEY,
    GatewayClient,
    serve_gateway,
)
from tests.services.projectors import Projectors
from tests.waiting import eventually

pytestmark = pytest.mark.anyio

NEW = "/v1/platforms/new"
OPEN = {"game": "city", "options": {"players": 2}}


async def add(gateway: GatewayClient, **body: object) -> str:
    return str((await gateway("PUT", NEW, body, token=OPERATOR_KEY))["key"])


async def test_a_new_platform_can_open_tables_at_once(gateway: GatewayClient) -> None:
    key = await add(gateway)
    await gateway("POST", "/v1/tables", OPEN, token=key, status=201)
    again = await gateway("PUT", NEW, {"shares_lobby": True}, token=OPERATOR_KEY)
    assert again["key"] is None, "a key is shown only once"
    assert again["platform"]["shares_lobby"]


async def test_keys_are_stored_as_digests_only(gateway: GatewayClient, event_log: EventLog) -> None:
    key = await add(gateway)
    stored = await client_of(event_log).hgetall("bluemoon:platforms")
    assert stored
    assert key.encode() not in b"".join(stored.values())


async def test_only_operators_manage_platforms(gateway: GatewayClient) -> None:
    for token in (PLATFORM_KEY, await add(gateway)):
        assert (await gateway("PUT", NEW, {}, token=token, status=403))["code"] == "not_allowed"
        await gateway("GET", "/v1/platforms", token=token, status=403)
    await gateway("GET", "/v1/platforms", status=401)


async def test_a_rotated_key_stays_valid_for_a_while(gateway: GatewayClient) -> None:
    first = await add(gateway)
    second = (await gateway("POST", f"{NEW}/rotate", {}, token=OPERATOR_KEY))["key"]
    for key in (first, second):
        await gateway("GET", "/v1/webhooks", token=key)
    body = {"overlap_seconds": 0}
    third = (await gateway("POST", f"{NEW}/rotate", body, token=OPERATOR_KEY))["key"]
    for key in (first, second):
        assert (await gateway("GET", "/v1/webhooks", token=key, status=401))["code"] == "bad_token"
    await gateway("GET", "/v1/webhooks", token=third)


async def test_suspends_platforms_of_the_settings_too(gateway: GatewayClient) -> None:
    path = "/v1/platforms/test"
    added = await gateway("PUT", path, {}, token=OPERATOR_KEY)
    assert added["key"] is None, "its key is in the settings"
    reason = {"reason": "unpaid bills"}
    await gateway("POST", f"{path}/suspend", reason, token=OPERATOR_KEY)
    problem = await gateway("GET", "/v1/webhooks", token=PLATFORM_KEY, status=403)
    assert "unpaid bills" in problem["detail"]
    await gateway("POST", f"{path}/resume", token=OPERATOR_KEY)
    await gateway("GET", "/v1/webhooks", token=PLATFORM_KEY)
    await gateway("POST", "/v1/platforms/none/resume", token=OPERATOR_KEY, status=404)


async def test_every_change_is_in_the_audit_log(
    gateway: GatewayClient, event_log: EventLog
) -> None:
    await add(gateway)
    await gateway("POST", f"{NEW}/suspend", {"reason": "a test"}, token=OPERATOR_KEY)
    log = stores_of(event_log).audit_log
    entries = [entry async for entry in log.entries()]
    assert [(entry.actor, entry.intervention, entry.detail) for entry in entries] == [
        ("operator:amber", "platform_added", ""),
        ("operator:amber", "platform_suspended", "a test"),
    ]
    assert await log.verify() == 2


async def test_other_gateways_learn_of_changes(
    gateway: GatewayClient, gateway_settings: Settings, event_log: EventLog
) -> None:
    key = await add(gateway)
    async with serve_gateway(gateway_settings, event_log) as other:

        async def is_known() -> bool:
            response = await other.http.get(
                "/v1/webhooks", headers={"Authorization": f"Bearer {key}"}
            )
            return response.status_code == 200

        await eventually(is_known, "the other gateway accepts the key")


async def test_quotas_are_enforced(gateway: GatewayClient, projectors: Projectors) -> None:
    projectors.start()
    await projectors.caught_up()
    limits = {"open_tables": 1, "webhooks": 0}
    key = await add(gateway, limits=limits)
    await gateway("POST", "/v1/tables", OPEN, token=key, status=201)
    await projectors.caught_up()
    problem = await gateway("POST", "/v1/tables", OPEN, token=key, status=429)
    assert (problem["code"], problem["extra"]["quota"]) == ("quota_exceeded", 1)
    hook = {"url": "https://amber.example/hook", "events": ["game_over"]}
    problem = await gateway("PUT", "/v1/webhooks/hook", hook, token=key, status=429)
    assert problem["code"] == "quota_exceeded"


async def test_commands_of_a_platform_have_a_quota(gateway: GatewayClient) -> None:
    key = await add(gateway, limits={"commands_per_second": 0.01})
    table = (await gateway("POST", "/v1/tables", OPEN, token=key, status=201))["table"]
    path = f"/v1/tables/{table}"
    token = (await gateway("POST", f"{path}/seats/0", {"player": "Amber"}, token=key))["token"]
    command = {"id": "one", "action": {"type": "leave_seat"}, "wait": 0}
    await gateway("POST", f"{path}/commands", command, token=token, status=202)
    problem = await gateway("POST", f"{path}/commands", command, token=token, status=429)
    assert problem["code"] == "quota_exceeded"
    assert problem["extra"]["retry_after_seconds"] > 0


def test_a_digest_of_a_key_is_not_a_key() -> None:
    platforms = Platforms(Settings(platform_keys=("one:first",)))
    assert platforms.platform("first") == "one"
    assert platforms.platform(key_digest("first")) is None
