"""A gateway in the test process, with a real engine and a real Redis server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from services.gateway.main import make_app
from services.runtime.operations.settings import Settings
from services.runtime.store.event_log import EventLog
from tests.services.engines import Engines
from tests.services.full_client import stores_of

PLATFORM_KEY = "a platform key"
OPERATOR_KEY = "an operator key"
OTHER_KEY = "another platform's key"
PLATFORM = {"Authorization": f"Bearer {PLATFORM_KEY}"}


class GatewayClient:
    """Sends requests to the gateway, checks the status and returns the decoded body."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http

    async def __call__(
        self, method: str, path: str, body: Any = None, *, token: str = "", status: int = 200
    ) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        response = await self.http.request(method, path, json=body, headers=headers)
        assert response.status_code == status, f"{response.status_code}: {response.text}"
        return response.json()

    async def open_table(self, players: int = 2, **terms: Any) -> str:
        body = {"game": "city", "options": {"players": players}, "terms": terms}
        opened = await self("POST", "/v1/tables", body, token=PLATFORM_KEY, status=201)
        return str(opened["table"])

    async def start_game(self, players: int = 2, **terms: Any) -> tuple[str, list[str]]:
        """Start a game and return its table id and a token for each seat."""
        table = await self.open_table(players, **terms)
        tokens = []
        for seat in range(players):
            path = f"/v1/tables/{table}/seats/{seat}"
            seated = await self("POST", path, {"player": f"player {seat}"}, token=PLATFORM_KEY)
            tokens.append(str(seated["token"]))
        await self("POST", f"/v1/tables/{table}/start", token=PLATFORM_KEY)
        return table, tokens

    async def player_ids(self, table: str) -> list[str]:
        """Return the ids of the seated players."""
        row = await self("GET", f"/v1/tables/{table}", token=PLATFORM_KEY)
        return [str(player_id) for player_id in row["player_ids"]]

    async def spectator(self, table: str) -> str:
        """Create a spectator token."""
        path = f"/v1/tables/{table}/tokens"
        minted = await self("POST", path, {"viewer": "spectator"}, token=PLATFORM_KEY, status=201)
        return str(minted["token"])


@pytest.fixture
def gateway_settings(settings: Settings, tmp_path: Path) -> Settings:
    keys = (f"test:{PLATFORM_KEY}", f"other:{OTHER_KEY}")
    return replace(
        settings,
        data=str(tmp_path),
        platform_keys=keys,
        operator_keys=(f"amber:{OPERATOR_KEY}",),
        shared_lobbies=("test", "guests"),
    )


@pytest.fixture
async def gateway(
    gateway_settings: Settings, event_log: EventLog, engines: Engines
) -> AsyncIterator[GatewayClient]:
    await engines.start()
    async with serve_gateway(gateway_settings, event_log) as client:
        yield client


@asynccontextmanager
async def serve_gateway(settings: Settings, event_log: EventLog) -> AsyncIterator[GatewayClient]:
    app = make_app(settings, stores_of(event_log))
    transport = httpx.ASGITransport(app=app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://gateway") as http,
    ):
        yield GatewayClient(http)
