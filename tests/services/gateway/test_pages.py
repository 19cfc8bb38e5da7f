"""Serving the built browser client."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.middleware import Middleware

from services.gateway.page_headers import PageHeaders
from services.gateway.pages import Pages
from services.runtime.operations.settings import Settings
from services.runtime.web.security_headers import SecurityHeaders
from tests.services.gateway.conftest import GatewayClient

pytestmark = pytest.mark.anyio

SCRIPT = b"console.log('built');\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    built = tmp_path / "dist"
    for name, content in {
        "index.html": b"<!doctype html><title>Blue Moon</title>",
        "favicon.svg": b"<svg/>",
        "assets/index-C6H0W_LK.js": SCRIPT,
        "assets/index-C6H0W_LK.js.br": b"by brotli",
        "assets/index-C6H0W_LK.js.gz": b"by gzip",
        "assets/small-634JDYHI.css": b"a {}",
    }.items():
        path = built / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (tmp_path / "secret.txt").write_text("not for you")
    (built / "way_out.txt").symlink_to(tmp_path / "secret.txt")
    return built


@pytest.fixture
def web_settings(folder: Path) -> Settings:
    return Settings(web_folder=str(folder), notifier_port=8081)


@pytest.fixture
async def pages(web_settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    async with browser(web_settings) as client:
        yield client


def browser(settings: Settings) -> httpx.AsyncClient:
    app = Starlette(middleware=[Middleware(SecurityHeaders)])
    app.router.default = Pages(settings)
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app=app),
        base_url="http://play.example:8080",
        headers={"Accept-Encoding": "identity"},
    )


@pytest.mark.parametrize("path", ["/", "/table/abc", "/replay/abc/", "/decks", "/operations?x=1"])
async def test_serves_the_index_page_for_client_side_paths(
    pages: httpx.AsyncClient, path: str
) -> None:
    response = await pages.get(path)
    assert (response.status_code, response.text) == (200, "<!doctype html><title>Blue Moon</title>")
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert response.headers["cache-control"] == "no-cache"


async def test_returns_304_for_an_unchanged_page(pages: httpx.AsyncClient, folder: Path) -> None:
    tag = (await pages.get("/")).headers["etag"]
    repeated = await pages.get("/table/abc", headers={"If-None-Match": tag})
    assert (repeated.status_code, repeated.content) == (304, b"")
    assert repeated.headers["cache-control"] == "no-cache"
    (folder / "index.html").write_bytes(b"a new build")
    assert (await pages.get("/", headers={"If-None-Match": tag})).text == "a new build"


async def test_hashed_files_are_cached_forever(pages: httpx.AsyncClient) -> None:
    response = await pages.get("/assets/small-634JDYHI.css")
    assert response.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert response.headers["content-type"] == "text/css; charset=utf-8"
    icon = await pages.get("/favicon.svg")
    assert icon.headers["cache-control"] == "no-cache"
    assert icon.headers["content-type"] == "image/svg+xml"


@pytest.mark.parametrize(
    ("accepted", "encoding", "content"),
    [
        ("gzip, deflate, br", "br", b"by brotli"),
        ("gzip;q=0.5, br;q=0", "gzip", b"by gzip"),
        ("GZIP", "gzip", b"by gzip"),
        ("br;q=0.001", "br", b"by brotli"),
        ("", None, SCRIPT),
        ("deflate, br;q=0.0, gzip; q=0", None, SCRIPT),
    ],
)
async def test_serves_precompressed_files(
    pages: httpx.AsyncClient, accepted: str, encoding: str | None, content: bytes
) -> None:
    path = "/assets/index-C6H0W_LK.js"
    async with pages.stream("GET", path, headers={"Accept-Encoding": accepted}) as response:
        raw = b"".join([chunk async for chunk in response.aiter_raw()])
    assert (response.headers.get("content-encoding"), raw) == (encoding, content)
    assert response.headers["content-length"] == str(len(content))
    assert response.headers["content-type"] == "text/javascript; charset=utf-8"
    assert response.headers["vary"] == "Accept-Encoding"


async def test_each_encoding_has_its_own_etag(pages: httpx.AsyncClient) -> None:
    path = "/assets/index-C6H0W_LK.js"
    tags = {
        (await pages.head(path, headers={"Accept-Encoding": accepted})).headers["etag"]
        for accepted in ("", "br", "gzip")
    }
    assert len(tags) == 3


@pytest.mark.parametrize("path", ["/", "/assets/index-C6H0W_LK.js"])
async def test_head_returns_the_headers_of_get(pages: httpx.AsyncClient, path: str) -> None:
    get, head = await pages.get(path), await pages.head(path)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers == get.headers


@pytest.mark.parametrize(
    "path",
    [
        "/assets/gone-AAAA.js",
        "/assets/gone",
        "/robots.txt",
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/assets/../../secret.txt",
        "//etc/hostname.txt",
        "/way_out.txt",
        f"/{'x' * 5000}.js",
        "/nul%00.js",
        "/v1/nothing",
        "/v1",
        "/docs/nothing",
    ],
)
async def test_missing_files_and_files_outside_the_folder_are_not_found(
    web_settings: Settings, path: str
) -> None:
    """Calls the app directly, because HTTP clients normalize paths."""
    sent: list[dict[str, object]] = []

    async def receive() -> dict[str, object]:
        return {"type": "http.disconnect"}

    async def send(message: dict[str, object]) -> None:
        sent.append(message)

    app = Starlette()
    app.router.default = Pages(web_settings)
    scope = {"type": "http", "method": "GET", "path": path, "root_path": "", "headers": []}
    await app(scope, receive, send)  # type: ignore[arg-type]
    assert sent[0]["status"] == 404


async def test_pages_reject_other_methods(pages: httpx.AsyncClient) -> None:
    response = await pages.post("/table/abc")
    assert (response.status_code, response.headers["allow"]) == (405, "GET, HEAD")


def policy(headers: dict[str, str]) -> dict[str, str]:
    parts = headers["Content-Security-Policy"].split("; ")
    return dict(part.split(" ", 1) for part in parts)


async def test_sends_security_headers(pages: httpx.AsyncClient) -> None:
    for path in ("/", "/assets/index-C6H0W_LK.js"):
        headers = (await pages.get(path)).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer", "links may contain tokens"
        directives = policy({"Content-Security-Policy": headers["content-security-policy"]})
        assert directives["default-src"] == directives["frame-ancestors"] == "'none'"
        assert directives["script-src"] == "'self'"
        assert "unsafe" not in headers["content-security-policy"]


@pytest.mark.parametrize(
    ("live_url", "host", "sources"),
    [
        ("", "play.example:8080", "ws://play.example:8081 wss://play.example:8081"),
        ("", "127.0.0.1", "ws://127.0.0.1:8081 wss://127.0.0.1:8081"),
        ("", "[::1]:8080", "ws: wss:"),
        ("", "evil; script-src *", "ws: wss:"),
        ("wss://live.example", "play.example", "wss://live.example"),
        ("wss://example:444/live/", "play.example", "wss://example:444"),
    ],
)
def test_the_policy_allows_the_gateway_and_the_live_address(
    live_url: str, host: str, sources: str
) -> None:
    headers = PageHeaders(Settings(live_url=live_url, notifier_port=8081)).for_host(host)
    assert policy(headers)["connect-src"] == f"'self' {sources}"


async def test_explains_how_to_build_a_missing_client_and_serves_it_once_built(
    web_settings: Settings, tmp_path: Path
) -> None:
    later = tmp_path / "later"
    async with browser(replace(web_settings, web_folder=str(later))) as pages:
        response = await pages.get("/table/abc")
        assert response.status_code == 200
        assert "make web" in response.text
        assert (await pages.get("/favicon.svg")).status_code == 404
        later.mkdir()
        (later / "index.html").write_text("built later")
        assert (await pages.get("/")).text == "built later"


async def test_pages_do_not_hide_the_api(gateway: GatewayClient) -> None:
    assert (await gateway("GET", "/v1/health"))["status"] == "ok"
    assert (await gateway("GET", "/v1/nothing", status=404))["code"] == "not_found"
    assert (await gateway("PUT", "/v1/games", status=405))["code"] == "method_not_allowed"
    assert (await gateway("POST", "/table/abc", status=405))["code"] == "method_not_allowed"
    assert (await gateway("GET", "/robots.txt", status=404))["code"] == "not_found"
    page = await gateway.http.get("/table/abc")
    assert page.headers["content-type"].startswith("text/html")
