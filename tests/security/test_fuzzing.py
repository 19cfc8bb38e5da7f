"""Seeded random input: no response of 500 or more, no lost connection, flat memory."""

import asyncio
import json
import random
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from client import BlueMoon
from services.notifier.sockets import MALFORMED_FRAMES_MAX
from tests.client.local_system import LocalSystem
from tests.client.playing import open_table
from tests.waiting import DEADLINE_SECONDS

GROWTH_KIB_MAX = 64 * 1024
"""How much a service may grow: caches fill, but input must not stay."""
SERVER_ERROR = 500
SERVICES = ("engine", "gateway", "notifier", "projector")
METHODS = ("GET", "POST", "PUT", "DELETE", "HEAD", "PATCH")
PATHS = (
    "/v1/tables/{}/commands",
    "/v1/tables/{}/view",
    "/v1/tables/{}/commits",
    "/v1/tables/{}/token",
    "/v1/tables/{}/tokens",
    "/v1/tables/{}/seats/0",
    "/v1/tables",
    "/v1/players/{}",
    "/v1/standings/{}",
    "/v1/games/{}/check",
    "/v1/games/{}/pieces",
    "/v1/guests/tables",
    "/v1/guests/tables/{}/seats",
    "/v1/webhooks/{}",
    "/{}",
)
WORDS = ("city", "duel", "..", "%2e%2e", "%ff", "%00", "\u202e", "null", "-1", "0", "x" * 300)
VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    2**64,
    1e308,
    "",
    "\x00",
    "\ud83c\udf19",
    "city",
    [],
    {},
    [[]],
)
FIELDS = ("id", "action", "type", "game", "options", "player", "terms", "wait", "viewer", "seat")
ROUNDS = [pytest.param(150, id="short"), pytest.param(2000, id="long", marks=pytest.mark.slow)]

pytestmark = pytest.mark.anyio


class Fuzzer:
    def __init__(self, seed: str, table: str, tokens: list[str]) -> None:
        self._random = random.Random(seed)
        self._table = table
        self._tokens = tokens

    def value(self, depth: int = 3) -> Any:
        roll = self._random.random()
        if depth and roll < 0.3:
            return {
                self._random.choice(FIELDS): self.value(depth - 1)
                for _ in range(self._random.randrange(5))
            }
        if depth and roll < 0.4:
            return [self.value(depth - 1) for _ in range(self._random.randrange(4))]
        return self._random.choice(VALUES)

    def content(self, value: Any) -> bytes:
        """Encode a value, and sometimes damage it."""
        content = bytearray(json.dumps(value).encode())
        for _ in range(self._random.choice((0, 0, 1, 5))):
            content[self._random.randrange(len(content))] = self._random.randrange(256)
        return bytes(content)

    def request(self) -> dict[str, Any]:
        word = self._random.choice((*WORDS, self._table, self._table))
        token = self._random.choice((*self._tokens, "", "a.b.c", "~"))
        query = self._random.choice(("", "?at=1", "?after=-1", "?limit=%7f", "?as=9", "?=&&"))
        return {
            "method": self._random.choice(METHODS),
            "url": self._random.choice(PATHS).format(word) + query,
            "content": self.content(self.value()),
            "headers": {"Authorization": f"Bearer {token}"} if token else {},
        }

    def command(self, number: int) -> bytes:
        action = {"type": self._random.choice(("move", "draw", "resign", "x")), **self._fields()}
        return self.content({"id": f"{number}", "action": action, "wait": 0})

    def frame(self) -> str:
        topic = {"type": "table", "table": self._table, **self._fields()}
        value = {"type": "subscribe", "id": "a", "topic": topic, **self._fields()}
        return self.content(value).decode(errors="replace")

    def _fields(self) -> dict[str, Any]:
        value = self.value(2)
        return value if isinstance(value, dict) else {}


@pytest.fixture
async def seats(moon: BlueMoon) -> tuple[str, list[str]]:
    table = await open_table(moon, "", "")
    seats = [await moon.gateway.take_seat(table, seat, f"p{seat}") for seat in range(2)]
    return table, [seat.token for seat in seats]


def memory_kib(target: LocalSystem) -> dict[str, int]:
    """Return the resident memory of each service, by process."""
    processes = re.findall(
        rf"({'|'.join(SERVICES)})\b.*started as process (\d+)", target.process.output
    )
    sizes = {}
    for name, pid in processes:
        status = Path(f"/proc/{pid}/status")
        if status.exists():
            [size] = re.findall(r"VmRSS:\s+(\d+) kB", status.read_text())
            sizes[f"{name} {pid}"] = int(size)
    assert {process.split()[0] for process in sizes} == set(SERVICES)
    return sizes


def assert_flat(target: LocalSystem, before: dict[str, int]) -> None:
    after = memory_kib(target)
    assert set(after) == set(before), "no process ended"
    for process, size in after.items():
        assert size - before[process] < GROWTH_KIB_MAX, process


@pytest.mark.parametrize("rounds", ROUNDS)
async def test_random_requests_and_commands_cause_no_server_error(
    target: LocalSystem, seats: tuple[str, list[str]], rounds: int
) -> None:
    table, tokens = seats
    fuzzer = Fuzzer("requests", table, tokens)
    before = memory_kib(target)
    async with httpx.AsyncClient(base_url=target.gateway, timeout=DEADLINE_SECONDS) as http:
        for number in range(rounds):
            request = fuzzer.request()
            response = await http.request(**request)
            assert response.status_code < SERVER_ERROR, (request, response.text)
            command = fuzzer.command(number)
            headers = {"Authorization": f"Bearer {tokens[number % 2]}"}
            response = await http.post(
                f"/v1/tables/{table}/commands", content=command, headers=headers
            )
            assert response.status_code < SERVER_ERROR, (command, response.text)
        assert (await http.get("/v1/health")).status_code == httpx.codes.OK
    assert_flat(target, before)


@pytest.mark.parametrize("rounds", ROUNDS)
async def test_random_frames_do_not_end_a_connection(
    target: LocalSystem, seats: tuple[str, list[str]], rounds: int
) -> None:
    """A socket survives as many malformed frames as it may send, and other sockets survive all."""
    table, tokens = seats
    fuzzer = Fuzzer("frames", table, tokens)
    before = memory_kib(target)
    url = f"{target.live}/v1/live"
    async with connect(url) as bystander:
        for _ in range(rounds // MALFORMED_FRAMES_MAX):
            async with connect(url) as socket:
                for _ in range(MALFORMED_FRAMES_MAX):
                    await socket.send(fuzzer.frame())
                await assert_alive(socket, table, tokens[0])
        await assert_alive(bystander, table, tokens[1])
    assert_flat(target, before)


async def assert_alive(socket: ClientConnection, table: str, token: str) -> None:
    topic = {"type": "table", "table": table, "token": token, "after": 0}
    await socket.send(json.dumps({"type": "subscribe", "id": "alive", "topic": topic}))
    async with asyncio.timeout(DEADLINE_SECONDS):
        while True:
            frame = json.loads(await socket.recv())
            if frame["type"] == "subscribed" and frame["id"] == "alive":
                return
