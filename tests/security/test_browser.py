"""What other websites can make a browser do with this service."""

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.client.local_system import LocalSystem
from tests.waiting import DEADLINE_SECONDS

FORBIDDEN = 403
EVIL = "https://evil.example"
GATEWAY_PATHS = ("/", "/docs", "/openapi.json", "/v1/games", "/v1/site", "/v1/none", "/none.js")
NOTIFIER_PATHS = ("/", "/v1/tables/none/events", "/v1/lobby/events?x=1")

pytestmark = pytest.mark.anyio


async def test_every_response_has_security_headers(target: LocalSystem) -> None:
    notifier = target.live.replace("ws://", "http://")
    urls = [
        *(f"{target.gateway}{path}" for path in GATEWAY_PATHS),
        *(f"{notifier}{path}" for path in NOTIFIER_PATHS),
    ]
    async with httpx.AsyncClient(timeout=DEADLINE_SECONDS) as http:
        for url in urls:
            for method in ("GET", "POST", "OPTIONS"):
                async with http.stream(method, url) as response:
                    headers = response.headers
                assert headers["X-Content-Type-Options"] == "nosniff", (method, url)
                assert headers["Referrer-Policy"] == "no-referrer", (method, url)
                policy = headers["Content-Security-Policy"]
                assert "default-src 'none'" in policy, (method, url)
                assert "frame-ancestors 'none'" in policy, (method, url)
                assert "unsafe" not in policy, (method, url)


async def test_sockets_of_other_sites_are_refused(target: LocalSystem) -> None:
    url = f"{target.live}/v1/live"
    with pytest.raises(InvalidStatus) as refusal:
        async with connect(url, origin=EVIL):  # type: ignore[arg-type]
            pass
    assert refusal.value.response.status_code == FORBIDDEN
    for origin in (None, target.gateway):
        async with connect(url, origin=origin):  # type: ignore[arg-type]
            pass


async def test_guest_requests_of_other_sites_are_refused(target: LocalSystem) -> None:
    body = {"game": "city", "options": {"players": 2}, "player": "Amber"}
    async with httpx.AsyncClient(base_url=target.gateway, timeout=DEADLINE_SECONDS) as http:
        for origin, status in ((EVIL, FORBIDDEN), ("null", FORBIDDEN), (target.gateway, 201)):
            response = await http.post("/v1/guests/tables", json=body, headers={"Origin": origin})
            assert response.status_code == status, response.text
