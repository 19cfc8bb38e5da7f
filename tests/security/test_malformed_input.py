"""Malformed input gets a clear 4xx and never a 5xx, and does not end a live connection."""

import json
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from client import BlueMoon
from tests.client.local_system import LocalSystem
from tests.client.playing import open_table
from tests.waiting import DEADLINE_SECONDS

DEEP = b"[" * 8000 + b"]" * 8000
BODIES = {
    "invalid UTF-8": b'{"id": "one", "action": {"type": "\xff\xfe"}}',
    "invalid UTF-8 in a key": b'{"\xff": 1}',
    "lone surrogate": b'{"id": "one", "action": {"type": "\\ud800"}}',
    "deeply nested": b'{"id": "one", "action": {"type": "x", "cards": ' + DEEP + b"}}",
    "deeply nested alone": DEEP,
    "deep objects": b'{"a":' * 8000 + b"1" + b"}" * 8000,
    "huge number": b'{"id": "one", "action": {"type": "move", "to": 1' + b"0" * 5000 + b"}}",
    "not JSON": b"\x00\x01\x02",
    "empty": b"",
    "NaN": b'{"id": "one", "action": NaN}',
}
NUMBERS = ["18446744073709551616", "-1", "9" * 5000, "1e9", "0x10", "\u0663", ""]

pytestmark = pytest.mark.anyio


@pytest.fixture
async def seat(moon: BlueMoon) -> tuple[str, str]:
    """A table and the token of seat 0."""
    table = await open_table(moon, "", "")
    return table, (await moon.gateway.take_seat(table, 0, "Amber")).token


@pytest.fixture
def http(target: LocalSystem) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=target.gateway, timeout=DEADLINE_SECONDS)


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
async def test_malformed_bodies_get_400(
    http: httpx.AsyncClient, seat: tuple[str, str], body: bytes
) -> None:
    table, token = seat
    async with http:
        for path in (f"/v1/tables/{table}/commands", "/v1/guests/tables"):
            headers = {"Authorization": f"Bearer {token}"} if "commands" in path else {}
            response = await http.post(path, content=body, headers=headers)
            assert response.status_code == 400, response.text
            assert response.json()["code"] == "malformed"
            assert response.json()["detail"]


@pytest.mark.parametrize("number", NUMBERS)
async def test_numbers_out_of_range_get_400(
    http: httpx.AsyncClient, seat: tuple[str, str], number: str
) -> None:
    table, token = seat
    headers = {"Authorization": f"Bearer {token}"}
    async with http:
        for path, name in (("commits", "after"), ("view", "at"), ("commits", "limit")):
            response = await http.get(
                f"/v1/tables/{table}/{path}", params={name: number}, headers=headers
            )
            assert response.status_code in {400, 404}, (path, name, response.text)
            assert response.json()["code"] in {"malformed", "no_such_seq"}


@pytest.mark.parametrize("number", NUMBERS[:6])
async def test_event_stream_ids_out_of_range_get_400(
    target: LocalSystem, seat: tuple[str, str], number: str
) -> None:
    table, token = seat
    base = target.live.replace("ws://", "http://")
    async with httpx.AsyncClient(base_url=base, timeout=DEADLINE_SECONDS) as http:
        for options in (
            {"params": {"after": number, "token": token}},
            {"headers": {"Last-Event-ID": number.encode()}, "params": {"token": token}},
        ):
            response = await http.get(f"/v1/tables/{table}/events", **options)
            assert response.status_code in {400, 404}, response.text
            assert response.json()["code"] in {"malformed", "no_such_seq"}


async def test_a_live_connection_survives_malformed_frames(
    target: LocalSystem, seat: tuple[str, str]
) -> None:
    table, token = seat
    frames: list[bytes | str] = [
        BODIES["deeply nested alone"].decode(),
        BODIES["deep objects"].decode()[:16_000],
        '{"type": "subscribe", "id": "\ud83c", "topic": {}}'.encode("utf-8", "replace").decode(),
        '{"type": "subscribe", "id": "a", "topic": {"type": "table", "after": 1'
        + "0" * 5000
        + "}}",
        b"\xff\xfe binary",
    ]
    async with connect(f"{target.live}/v1/live", max_size=None) as socket:
        for frame in frames:
            await socket.send(frame)
            assert (await receive(socket))["code"] == "malformed"
        topic = {"type": "table", "table": table, "token": token, "after": 0}
        await socket.send(json.dumps({"type": "subscribe", "id": "a", "topic": topic}))
        assert (await receive(socket))["type"] == "subscribed"


async def receive(socket: Any) -> dict[str, Any]:
    frame: dict[str, Any] = json.loads(await socket.recv())
    return frame


async def test_a_guest_with_an_invalid_deck_learns_everything_wrong_with_it(
    http: httpx.AsyncClient,
) -> None:
    options = {"decks": [{"leader": "hoax-1", "cards": ["nope", "nope"]}, "vulca"]}
    body = {"game": "duel", "options": options, "player": "Amber"}
    async with http:
        response = await http.post("/v1/guests/tables", json=body)
    assert response.status_code == 400, response.text
    assert response.json()["code"] == "malformed"
    codes = [problem["code"] for problem in response.json()["extra"]["problems"]]
    assert codes == ["leader_missing", "unknown_card", "duplicate_card", "wrong_size"]
