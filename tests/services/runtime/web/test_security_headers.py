"""Security headers of responses."""

import httpx
import pytest
from starlette.responses import Response
from starlette.types import ASGIApp

from services.runtime.web.security_headers import DEFAULT_HEADERS, SecurityHeaders

pytestmark = pytest.mark.anyio

POLICY = "Content-Security-Policy"


async def headers_of(app: ASGIApp) -> httpx.Headers:
    transport = httpx.ASGITransport(SecurityHeaders(app))
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        return (await client.get("/")).headers


@pytest.mark.parametrize("status", [200, 404, 500])
async def test_every_response_has_them(status: int) -> None:
    headers = await headers_of(Response(status_code=status))
    assert {name: headers[name] for name in DEFAULT_HEADERS} == DEFAULT_HEADERS


async def test_a_response_may_set_its_own_policy() -> None:
    headers = await headers_of(Response(headers={POLICY: "default-src 'self'"}))
    assert headers[POLICY] == "default-src 'self'"


async def test_a_cached_page_keeps_its_policy() -> None:
    """A browser takes over the headers of a 304: the page's scripts would be blocked."""
    headers = await headers_of(Response(status_code=304))
    assert not set(headers) & {name.lower() for name in DEFAULT_HEADERS}
