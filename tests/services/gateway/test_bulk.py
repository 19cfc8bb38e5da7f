"""Many tables or tokens in one request."""

from typing import Any

import pytest

from tests.services.gateway.conftest import OTHER_KEY, PLATFORM_KEY, GatewayClient

pytestmark = pytest.mark.anyio

OPEN: dict[str, Any] = {"game": "city", "options": {"players": 2}}


async def test_opens_tables_and_reports_each_result(gateway: GatewayClient) -> None:
    tables = [OPEN, OPEN | {"game": "chess"}, OPEN | {"external_id": "mine"}]
    response = await gateway("POST", "/v1/bulk/tables", {"tables": tables}, token=PLATFORM_KEY)
    first, second, third = response["tables"]
    assert first["opened"]["table"] != third["opened"]["table"]
    assert (second["opened"], second["problem"]["code"]) == (None, "malformed")
    for item in (first, third):
        assert item["problem"] is None
        await gateway("GET", f"/v1/tables/{item['opened']['table']}")


async def test_mints_tokens_of_several_tables(gateway: GatewayClient) -> None:
    (one, _), (two, _) = await gateway.start_game(), await gateway.start_game()
    requests = [
        {"table": one, "viewer": 0},
        {"table": two, "viewer": "spectator"},
        {"table": "unknown", "viewer": 0},
    ]
    response = await gateway("POST", "/v1/bulk/tokens", {"tokens": requests}, token=PLATFORM_KEY)
    seat, spectator, missing = response["tokens"]
    view = await gateway("GET", f"/v1/tables/{one}/view", token=seat["token"])
    assert view["viewer"] == 0
    view = await gateway("GET", f"/v1/tables/{two}/view", token=spectator["token"])
    assert view["viewer"] == "spectator"
    assert (missing["token"], missing["problem"]["code"]) == (None, "not_found")


async def test_mints_no_token_for_another_platforms_table(gateway: GatewayClient) -> None:
    table, _ = await gateway.start_game()
    body = {"tokens": [{"table": table, "viewer": 0}]}
    [item] = (await gateway("POST", "/v1/bulk/tokens", body, token=OTHER_KEY))["tokens"]
    assert item["token"] is None


async def test_the_size_of_a_request_is_bounded(gateway: GatewayClient) -> None:
    for tables in ([], [OPEN] * 51):
        body = {"tables": tables}
        await gateway("POST", "/v1/bulk/tables", body, token=PLATFORM_KEY, status=400)
