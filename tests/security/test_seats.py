"""A seat belongs to the player who sits on it: tokens of others neither show nor play it."""

import time
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from services.runtime.access.platforms import GUESTS_KEY_FILE
from services.runtime.access.token_keys import TOKEN_KEY_FILE
from services.runtime.access.tokens import TokenClaims, Tokens
from services.runtime.server.connection import BLOCK_MS
from tests.client.local_system import LocalSystem
from tests.services.notifier.live_client import LiveClient
from tests.waiting import eventually

pytestmark = pytest.mark.anyio

FOLLOW_MS_MAX = 1_000
WITNESS = "witness"


class Attacker:
    """Sends requests with any credential and returns the status and the body."""

    def __init__(self, target: LocalSystem, http: httpx.AsyncClient) -> None:
        self.target = target
        self._http = http

    async def __call__(
        self, method: str, path: str, credential: str, body: Any = None
    ) -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {credential}"}
        response = await self._http.request(method, path, json=body, headers=headers)
        return response.status_code, response.json()

    async def as_platform(self, method: str, path: str, body: Any = None) -> Any:
        status, answer = await self(method, path, self.target.key, body)
        assert status < 300, answer
        return answer

    async def open_table(self) -> str:
        body = {"game": "city", "options": {"players": 2}}

        async def table() -> str | None:
            status, answer = await self("POST", "/v1/tables", self.target.key, body)
            assert status in {201, 503}, answer
            return str(answer["table"]) if status == 201 else None

        return str(await eventually(table, "an engine is ready"))

    async def sit(self, table: str, seat: int, player: str) -> str:
        path = f"/v1/tables/{table}/seats/{seat}"
        return str((await self.as_platform("POST", path, {"player": player}))["token"])

    async def start(self, table: str) -> None:
        await self.as_platform("POST", f"/v1/tables/{table}/start")

    async def replace_seat_1(self) -> tuple[str, str, str]:
        """Start a game whose seat 1 changed hands; the table, the former and the new token."""
        table = await self.open_table()
        await self.sit(table, 0, "Amber")
        former = await self.sit(table, 1, "Basalt")
        await self.as_platform("DELETE", f"/v1/tables/{table}/seats/1")
        newcomer = await self.sit(table, 1, "Coral")
        await self.start(table)
        return table, former, newcomer


class Witness:
    """A spectator on the same socket, who shows what the notifier has delivered.

    Whether something follows "at once" is a matter of order here, not of time: a busy machine may
    stall any process for seconds."""

    def __init__(self, attack: Attacker, live: LiveClient, table: str) -> None:
        self._attack, self._live, self._table = attack, live, table

    async def subscribe(self, after: int) -> None:
        path, body = f"/v1/tables/{self._table}/tokens", {"viewer": "spectator"}
        token = (await self._attack.as_platform("POST", path, body))["token"]
        await self._live.subscribe(self._table, token, after, WITNESS)

    async def frames_until(self, seq: int) -> list[Any]:
        """Return the frames of other subscriptions until the witness has received this commit."""
        frames: list[Any] = []
        while True:
            frame = await self._live.next()
            if frame["id"] == WITNESS and frame["seq"] == seq:
                return frames
            frames.append(frame)


@pytest.fixture
async def attack(target: LocalSystem) -> AsyncIterator[Attacker]:
    async with httpx.AsyncClient(base_url=target.gateway, timeout=30) as http:
        yield Attacker(target, http)


def code(answer: tuple[int, Any]) -> tuple[int, str]:
    status, body = answer
    return status, str(body.get("code"))


async def test_a_player_who_left_does_not_see_the_newcomers_hand(attack: Attacker) -> None:
    table, former, newcomer = await attack.replace_seat_1()
    for resource in ("view", "commits"):
        path = f"/v1/tables/{table}/{resource}"
        assert code(await attack("GET", path, former)) == (403, "former_sitting")
    status, view = await attack("GET", f"/v1/tables/{table}/view", newcomer)
    assert status == 200
    assert isinstance(view["view"]["play"]["seats"][1]["hand"], list)


async def test_a_player_who_left_does_not_act_for_the_newcomer(attack: Attacker) -> None:
    table, former, newcomer = await attack.replace_seat_1()
    resign = {"id": "r", "action": {"type": "resign"}}
    path = f"/v1/tables/{table}/commands"
    assert code(await attack("POST", path, former, resign)) == (403, "former_sitting")
    assert (await attack("POST", path, newcomer, resign))[0] == 200
    # The outcome of a command may reveal what the seat holds.
    assert code(await attack("GET", f"{path}/r", former)) == (403, "former_sitting")


async def test_a_player_who_left_does_not_renew_the_token(attack: Attacker) -> None:
    table = await attack.open_table()
    former = await attack.sit(table, 0, "Amber")
    await attack.as_platform("DELETE", f"/v1/tables/{table}/seats/0")
    path = f"/v1/tables/{table}/token"
    assert code(await attack("POST", path, former)) == (403, "former_sitting")


async def test_a_token_is_not_renewed_forever(attack: Attacker, target: LocalSystem) -> None:
    table = await attack.open_table()
    token = await attack.sit(table, 0, "Amber")
    path = f"/v1/tables/{table}/token"
    status, renewed = await attack("POST", path, token)
    assert status == 201
    tokens = Tokens({"own": (target.data / TOKEN_KEY_FILE).read_text()}, 3600)
    now = int(time.time())
    issued, kept = tokens.read(token), tokens.read(renewed["token"])
    assert kept.first_issued_at == issued.first_issued_at
    old = TokenClaims("own", table, 0, 1, first_issued_at=now - 31 * 24 * 3600)
    assert code(await attack("POST", path, tokens.mint(old, now))) == (403, "renewal_expired")


async def test_an_open_subscription_ends_with_its_sitting(
    attack: Attacker, target: LocalSystem
) -> None:
    table = await attack.open_table()
    token = await attack.sit(table, 0, "Amber")
    async with connect(f"{target.live}/v1/live", compression=None) as socket:
        live = LiveClient(socket)
        witness = Witness(attack, live, table)
        await live.subscribe(table, token, after=2)
        await witness.subscribe(after=2)
        await attack.as_platform("DELETE", f"/v1/tables/{table}/seats/0")
        frames = await witness.frames_until(3)
        # Sent after commit 3 was delivered: its delivery ended the subscription, and nothing later.
        await attack.sit(table, 0, "Coral")
        frames += await witness.frames_until(4)
        assert [frame.get("code", frame.get("seq")) for frame in frames] == [3, "former_sitting"], (
            "the player sees that the seat is empty now, and nothing else"
        )
        topic = {"type": "table", "table": table, "token": token}
        assert await live.refusal_code(**topic) == "former_sitting"


@pytest.mark.parametrize("viewer", [0, "spectator"])
async def test_no_token_is_minted_for_a_table_that_does_not_exist(
    attack: Attacker, viewer: int | str
) -> None:
    path, body = "/v1/tables/match-1/tokens", {"viewer": viewer}
    assert code(await attack("POST", path, attack.target.key, body)) == (404, "not_found")


async def test_another_platforms_table_looks_like_none(attack: Attacker) -> None:
    table = await attack.open_table()
    await attack.sit(table, 0, "Amber")
    other_key = (attack.target.data / GUESTS_KEY_FILE).read_text()
    seat, body = f"/v1/tables/{table}/seats/1", {"player": "Mallory"}
    requests = (
        ("POST", f"/v1/tables/{table}/tokens", {"viewer": 0}),
        ("POST", f"/v1/tables/{table}/tokens", {"viewer": "spectator"}),
        ("POST", seat, body),
        ("DELETE", f"/v1/tables/{table}/seats/0", None),
        ("POST", f"/v1/tables/{table}/start", None),
        ("POST", f"/v1/tables/{table}/abort", None),
        ("GET", f"/v1/tables/{table}/view", None),
        ("GET", f"/v1/tables/{table}/commits", None),
    )
    for method, path, content in requests:
        foreign = await attack(method, path, other_key, content)
        unknown = await attack(method, path.replace(table, "unknown"), other_key, content)
        assert foreign[0] == 404
        text = str(foreign[1]).replace(table, "unknown")
        assert (foreign[0], text) == (unknown[0], str(unknown[1])), path


@pytest.mark.parametrize("seat", [2, 7, -1])
async def test_no_token_is_minted_for_a_seat_that_does_not_exist(
    attack: Attacker, seat: int
) -> None:
    table = await attack.open_table()
    path = f"/v1/tables/{table}/tokens"
    status, problem = await attack("POST", path, attack.target.key, {"viewer": seat})
    assert (status, problem["rejection"]["code"]) == (409, "no_such_seat")


async def test_no_token_is_minted_for_an_empty_seat(attack: Attacker) -> None:
    table = await attack.open_table()
    path = f"/v1/tables/{table}/tokens"
    status, problem = await attack("POST", path, attack.target.key, {"viewer": 0})
    assert (status, problem["rejection"]["code"]) == (409, "seat_empty")


async def test_a_platform_revokes_a_leaked_token(attack: Attacker, target: LocalSystem) -> None:
    table = await attack.open_table()
    leaked = await attack.sit(table, 0, "Amber")
    await attack.sit(table, 1, "Basalt")
    await attack.start(table)
    async with connect(f"{target.live}/v1/live", compression=None) as socket:
        live = LiveClient(socket)
        witness = Witness(attack, live, table)
        await live.subscribe(table, leaked, after=4)
        await witness.subscribe(after=4)
        await attack.as_platform("POST", f"/v1/tables/{table}/seats/0/revoke")
        frames = await witness.frames_until(5)
        await attack.as_platform("POST", f"/v1/tables/{table}/seats/1/revoke")
        frames += await witness.frames_until(6)
        assert [frame.get("code", frame.get("seq")) for frame in frames] == ["former_sitting"]
        topic = {"type": "table", "table": table, "token": leaked}
        assert await live.refusal_code(**topic) == "former_sitting"
        fresh = await attack.as_platform("POST", f"/v1/tables/{table}/tokens", {"viewer": 0})
        assert await live.subscribe(table, fresh["token"], name="fresh") == 6
    resign = {"id": "r", "action": {"type": "resign"}}
    requests = (
        ("GET", f"/v1/tables/{table}/view", None),
        ("POST", f"/v1/tables/{table}/commands", resign),
        ("POST", f"/v1/tables/{table}/token", None),
    )
    for method, path, body in requests:
        assert code(await attack(method, path, leaked, body)) == (403, "former_sitting")
        assert (await attack(method, path, fresh["token"], body))[0] < 300


async def test_a_seat_does_not_renew_sittings(attack: Attacker) -> None:
    table = await attack.open_table()
    await attack.sit(table, 0, "Amber")
    token = await attack.sit(table, 1, "Basalt")
    command = {"id": "r", "action": {"type": "renew_sitting", "seat": 0}}
    status, problem = await attack("POST", f"/v1/tables/{table}/commands", token, command)
    assert (status, problem["rejection"]["code"]) == (409, "wrong_sender")
    path = f"/v1/tables/{table}/seats/0/revoke"
    assert code(await attack("POST", path, token)) == (403, "not_allowed")


def test_an_idle_notifier_asks_for_news_every_second() -> None:
    """Reads return as soon as there is a commit. A read that missed it ends within a second."""
    assert BLOCK_MS <= FOLLOW_MS_MAX
