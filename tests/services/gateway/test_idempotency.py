"""`Idempotency-Key`: a retry gets the first response."""

import asyncio
from typing import Any

import httpx
import pytest

from services.gateway.idempotency import HEADER, REPLAYED_HEADER
from tests.services.gateway.conftest import OTHER_KEY, PLATFORM_KEY, GatewayClient

pytestmark = pytest.mark.anyio

OPEN: dict[str, Any] = {"game": "city", "options": {"players": 2}}


async def open_table(
    gateway: GatewayClient, key: str, body: dict[str, Any] = OPEN, platform: str = PLATFORM_KEY
) -> httpx.Response:
    headers = {"Authorization": f"Bearer {platform}", HEADER: key}
    return await gateway.http.post("/v1/tables", json=body, headers=headers)


async def test_a_retry_gets_the_first_response(gateway: GatewayClient) -> None:
    first, second = await open_table(gateway, "one"), await open_table(gateway, "one")
    assert (first.status_code, first.content) == (second.status_code, second.content)
    assert first.status_code == 201
    assert REPLAYED_HEADER not in first.headers
    assert second.headers[REPLAYED_HEADER] == "true"
    other = await open_table(gateway, "two")
    assert other.json()["table"] != first.json()["table"]


async def test_concurrent_requests_have_one_effect(gateway: GatewayClient) -> None:
    responses = await asyncio.gather(*(open_table(gateway, "same") for _ in range(5)))
    opened = {response.json()["table"] for response in responses if response.is_success}
    assert len(opened) == 1
    refused = [response.json()["code"] for response in responses if not response.is_success]
    assert set(refused) <= {"idempotency_conflict"}


async def test_a_key_is_for_one_request(gateway: GatewayClient) -> None:
    await open_table(gateway, "one")
    other = await open_table(gateway, "one", OPEN | {"options": {"players": 3}})
    assert (other.status_code, other.json()["code"]) == (409, "idempotency_conflict")


async def test_platforms_have_keys_of_their_own(gateway: GatewayClient) -> None:
    ours = await open_table(gateway, "one")
    theirs = await open_table(gateway, "one", platform=OTHER_KEY)
    assert ours.json()["table"] != theirs.json()["table"]


async def test_a_failed_request_can_be_repeated(gateway: GatewayClient) -> None:
    body = OPEN | {"game": "chess"}
    for _ in range(2):
        assert (await open_table(gateway, "one", body)).json()["code"] == "malformed"
    assert (await open_table(gateway, "one")).status_code == 201


@pytest.mark.parametrize("key", ["", "x" * 65, "a b", "ä"])
async def test_refuses_invalid_keys(gateway: GatewayClient, key: str) -> None:
    headers = [(b"Authorization", f"Bearer {PLATFORM_KEY}".encode())]
    headers.append((HEADER.encode(), key.encode("latin-1")))
    response = await gateway.http.post("/v1/tables", json=OPEN, headers=headers)
    assert (response.status_code, response.json()["code"]) == (400, "malformed")
