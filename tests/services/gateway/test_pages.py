"""The browser client as browsers get it: from a folder that was built beforehand."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace
from starlette.applications import Starlette

from services.gateway.page_headers import PageHeaders
from services.gateway.pages import Pages
from services.runtime.settings import Settings
from tests.services.gateway.conftest import Caller

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
    app = Starlette()
    app.router.default = Pages(settings)
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app=app),
        base_url="http://play.example:8080",
        headers={"Accept-Encoding": "identity"},
    )


@pytest.mark.parametrize("path", ["/", "/table/abc", "/replay/abc/", "/decks", "/operations?x=1"])
async def test_every_place_within_the_page_is_the_page(pages: httpx.AsyncClient, path: str) -> None:
    answer = await pages.get(path)
    assert (answer.status_code, answer.text) == (200, "<!doctype html><title>Blue Moon</title>")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"


async def test_a_page_that_has_not_changed_is_not_sent_again(
    pages: httpx.AsyncClient, folder: Path
) -> None:
    tag = (await pages.get("/")).headers["etag"]
    again = await pages.get("/table/abc", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["cache-control"] == "no-cache"
    (folder / "index.html").write_bytes(b"another one")
    assert (await pages.get("/", headers={"If-None-Match": tag})).text == "another one"


async def test_files_named_by_their_hash_are_kept_for_ever(pages: httpx.AsyncClient) -> None:
    answer = await pages.get("/assets/small-634JDYHI.css")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"] == "text/css; charset=utf-8"
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
async def test_files_are_sent_as_they_were_compressed_before(
    pages: httpx.AsyncClient, accepted: str, encoding: str | None, content: bytes
) -> None:
    path = "/assets/index-C6H0W_LK.js"
    async with pages.stream("GET", path, headers={"Accept-Encoding": accepted}) as answer:
        raw = b"".join([chunk async for chunk in answer.aiter_raw()])
    assert (answer.headers.get("content-encoding"), raw) == (encoding, content)
    assert answer.headers["content-length"] == str(len(content))
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["vary"] == "Accept-Encoding"


async def test_each_encoding_has_a_tag_of_its_own(pages: httpx.AsyncClient) -> None:
    path = "/assets/index-C6H0W_LK.js"
    tags = {
        (await pages.head(path, headers={"Accept-Encoding": accepted})).headers["etag"]
        for accepted in ("", "br", "gzip")
    }
    assert len(tags) == 3


@pytest.mark.parametrize("path", ["/", "/assets/index-C6H0W_LK.js"])
async def test_the_head_of_an_answer_is_that_of_the_whole(
    pages: httpx.AsyncClient, path: str
) -> None:
    whole, head = await pages.get(path), await pages.head(path)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers == whole.headers


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
async def test_what_is_not_there_or_outside_is_not_found(web_settings: Settings, path: str) -> None:
    """Sent as it stands, without a client that tidies paths up."""
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


async def test_a_page_is_only_read(pages: httpx.AsyncClient) -> None:
    answer = await pages.post("/table/abc")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD")


def policy(headers: dict[str, str]) -> dict[str, str]:
    parts = headers["Content-Security-Policy"].split("; ")
    return dict(part.split(" ", 1) for part in parts)


async def test_browsers_are_told_to_be_careful(pages: httpx.AsyncClient) -> None:
    for path in ("/", "/assets/index-C6H0W_LK.js"):
        headers = (await pages.get(path)).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer", "tokens may stand in links"
        found = policy({"Content-Security-Policy": headers["content-security-policy"]})
        assert found["default-src"] == found["frame-ancestors"] == "'none'"
        assert found["script-src"] == "'self'"
        assert "unsafe" not in headers["content-security-policy"]


@pytest.mark.parametrize(
    ("live_url", "host", "talks_to"),
    [
        ("", "play.example:8080", "ws://play.example:8081 wss://play.example:8081"),
        ("", "127.0.0.1", "ws://127.0.0.1:8081 wss://127.0.0.1:8081"),
        ("", "[::1]:8080", "ws: wss:"),
        ("", "evil; script-src *", "ws: wss:"),
        ("wss://live.example", "play.example", "wss://live.example"),
        ("wss://example:444/live/", "play.example", "wss://example:444"),
    ],
)
def test_a_page_talks_to_its_gateway_and_to_the_live_address(
    live_url: str, host: str, talks_to: str
) -> None:
    headers = PageHeaders(Settings(live_url=live_url, notifier_port=8081)).of(host)
    assert policy(headers)["connect-src"] == f"'self' {talks_to}"


async def test_where_nothing_was_built_the_page_says_how_and_comes_once_it_is(
    web_settings: Settings, tmp_path: Path
) -> None:
    later = tmp_path / "later"
    async with browser(replace(web_settings, web_folder=str(later))) as pages:
        answer = await pages.get("/table/abc")
        assert answer.status_code == 200
        assert "make web" in answer.text
        assert (await pages.get("/favicon.svg")).status_code == 404
        later.mkdir()
        (later / "index.html").write_text("built meanwhile")
        assert (await pages.get("/")).text == "built meanwhile"


async def test_operations_stay_what_they_are_beside_the_page(gateway: Caller) -> None:
    assert (await gateway("GET", "/v1/health"))["status"] == "ok"
    assert (await gateway("GET", "/v1/nothing", status=404))["code"] == "not_found"
    assert (await gateway("PUT", "/v1/games", status=405))["code"] == "method_not_allowed"
    assert (await gateway("POST", "/table/abc", status=405))["code"] == "method_not_allowed"
    assert (await gateway("GET", "/robots.txt", status=404))["code"] == "not_found"
    page = await gateway.http.get("/table/abc")
    assert page.headers["content-type"].startswith("text/html")
