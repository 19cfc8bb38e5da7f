"""One client's flood does not use up the share of another."""

import asyncio

import httpx
import pytest

from client import BlueMoon
from services.runtime.web.rate_limits import BURST_SECONDS
from tests.client.local_system import LocalSystem
from tests.client.playing import open_table
from tests.security.conftest import COMMANDS_PER_SECOND, CONNECTIONS_MAX
from tests.waiting import DEADLINE_SECONDS

TOO_MANY = 429
BURST = int(BURST_SECONDS * COMMANDS_PER_SECOND)

pytestmark = pytest.mark.anyio


async def test_one_seats_junk_does_not_refuse_the_opponents_commands(
    target: LocalSystem, moon: BlueMoon
) -> None:
    table = await open_table(moon, "", "")
    tokens = [(await moon.gateway.take_seat(table, seat, f"p{seat}")).token for seat in range(2)]
    limits = httpx.Limits(max_connections=CONNECTIONS_MAX // 2)
    async with httpx.AsyncClient(
        base_url=target.gateway, timeout=DEADLINE_SECONDS, limits=limits
    ) as http:

        async def send(seat: int, number: int) -> int:
            body = {"id": f"{number}", "action": {"type": "resign"}, "expected_seq": 99, "wait": 0}
            headers = {"Authorization": f"Bearer {tokens[seat]}"}
            path = f"/v1/tables/{table}/commands"
            return (await http.post(path, json=body, headers=headers)).status_code

        junk = await asyncio.gather(*(send(0, number) for number in range(4 * BURST)))
        commands = [await send(1, number) for number in range(BURST // 2)]
    assert TOO_MANY in junk
    assert TOO_MANY not in commands
