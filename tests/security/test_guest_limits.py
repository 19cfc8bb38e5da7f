"""Guests cannot fill the server with tables, on real processes."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.client.local_system import LocalSystem, run_local_system
from tests.waiting import eventually

pytestmark = pytest.mark.anyio

PER_ADDRESS_MAX = 2
TOTAL_MAX = 4


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalSystem]:
    with run_local_system(
        tmp_path_factory.mktemp("limited"),
        guest_tables_per_minute=0,
        guest_tables_per_address_max=PER_ADDRESS_MAX,
        guest_tables_max=TOTAL_MAX,
        # The attackers of this test are several addresses.
        trusted_proxies="127.0.0.1",
    ) as system:
        yield system


async def open_table(http: httpx.AsyncClient, address: str) -> tuple[int, Any]:
    """Open a table as a guest with this address. Wait until an engine is ready."""
    body = {"game": "city", "options": {"players": 2}, "player": "Amber"}

    async def attempt() -> tuple[int, Any] | None:
        response = await http.post(
            "/v1/guests/tables", json=body, headers={"X-Forwarded-For": address}
        )
        return None if response.status_code == 503 else (response.status_code, response.json())

    answer = await eventually(attempt, "an engine is ready")
    assert answer is not None
    return answer


async def test_guests_tables_are_bounded_per_address_and_in_total(limited: LocalSystem) -> None:
    async with httpx.AsyncClient(base_url=limited.gateway, timeout=60) as http:
        first, second = "192.0.2.1", "192.0.2.2"
        opened = [await open_table(http, first) for _ in range(PER_ADDRESS_MAX)]
        assert {status for status, _ in opened} == {201}
        status, problem = await open_table(http, first)
        assert (status, problem["code"]) == (429, "too_many")
        assert "Your address has 2 unfinished tables" in problem["detail"]

        assert {(await open_table(http, second))[0] for _ in range(PER_ADDRESS_MAX)} == {201}
        status, problem = await open_table(http, "192.0.2.3")
        assert (status, problem["code"]) == (429, "too_many")
        assert "Guests have too many unfinished tables" in problem["detail"]

        # A guest who ends a table may open another.
        table, token = opened[0][1]["table"], opened[0][1]["token"]
        left = await http.post(
            f"/v1/tables/{table}/commands",
            json={"id": "leave", "action": {"type": "leave_seat"}},
            headers={"Authorization": f"Bearer {token}"},
        )
        assert left.is_success, left.text

        async def has_room() -> bool:
            return (await open_table(http, first))[0] == 201

        await eventually(has_room, "the engine has closed the table that its guest left")
