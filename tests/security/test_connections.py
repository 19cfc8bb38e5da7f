"""Slow, silent and numerous connections do not keep a service from others."""

import asyncio
import contextlib
import time
from urllib.parse import urlsplit

import httpx
import pytest

from services.runtime.web.connection_guard import REQUEST_SECONDS_MAX
from tests.client.local_system import LocalSystem
from tests.security.conftest import CONNECTIONS_MAX
from tests.waiting import DEADLINE_SECONDS

POST = b"POST /v1/guests/tables HTTP/1.1\r\nHost: x\r\n"
BODY_BEGINNINGS = (
    POST + b"Content-Length: 1000\r\n\r\n",
    POST + b'Content-Length: 1000\r\n\r\n{"game": ',
    POST + b"Transfer-Encoding: chunked\r\n\r\n400\r\n{",
)
BEGINNINGS = (b"", b"GET /v1/he", b"GET /v1/health HTTP/1.1\r\nHost: x\r\n")

pytestmark = pytest.mark.anyio


def address_of(target: LocalSystem, service: str) -> tuple[str, int]:
    parts = urlsplit(getattr(target, service))
    assert parts.hostname is not None
    assert parts.port is not None
    return parts.hostname, parts.port


async def seconds_until_closed(address: tuple[str, int], beginning: bytes, trickle: bytes) -> float:
    """Send a part of a request, then a byte per second. Return when the server hangs up."""
    start = time.monotonic()
    reader, writer = await asyncio.open_connection(*address)

    async def send_slowly() -> None:
        writer.write(beginning)
        while trickle:
            await asyncio.sleep(1)
            writer.write(trickle)

    sender = asyncio.create_task(send_slowly())
    try:
        async with asyncio.timeout(REQUEST_SECONDS_MAX + DEADLINE_SECONDS):
            while await reader.read(1024):
                pass
    except ConnectionError:
        pass
    finally:
        sender.cancel()
        writer.close()
    return time.monotonic() - start


@pytest.mark.parametrize("service", ["gateway", "live"])
async def test_silent_and_trickling_connections_are_closed(
    target: LocalSystem, service: str
) -> None:
    address = address_of(target, service)
    silent = [seconds_until_closed(address, beginning, b"") for beginning in BEGINNINGS]
    # Without a beginning, such a byte is no request at all: refused at once.
    trickling = [seconds_until_closed(address, beginning, b"x") for beginning in BEGINNINGS[1:]]
    durations = await asyncio.gather(*silent, *trickling)
    assert min(durations) >= REQUEST_SECONDS_MAX - 0.5


async def test_a_body_that_never_ends_is_cut_off(target: LocalSystem) -> None:
    address = address_of(target, "gateway")
    durations = await asyncio.gather(
        *(
            seconds_until_closed(address, beginning, trickle)
            for beginning in BODY_BEGINNINGS
            for trickle in (b"", b" ")
        )
    )
    assert min(durations) >= REQUEST_SECONDS_MAX - 0.5


@pytest.mark.parametrize("service", ["gateway", "live"])
@pytest.mark.parametrize("beginning", [b"GET /", b"GET / HTTP/1.1\r\nX-Long: "])
async def test_headers_that_never_end_are_cut_off(
    target: LocalSystem, service: str, beginning: bytes
) -> None:
    """The parser would keep them in memory."""
    reader, writer = await asyncio.open_connection(*address_of(target, service))
    chunk = b"x" * (16 * 1024)
    sent = 0
    with contextlib.suppress(ConnectionError):
        async with asyncio.timeout(DEADLINE_SECONDS):
            writer.write(beginning)
            while sent < 64 * 1024 * 1024:
                writer.write(chunk)
                await writer.drain()
                sent += len(chunk)
                if reader.at_eof():
                    break
    writer.close()
    assert sent < 16 * 1024 * 1024, "what was sent was in the buffers of the kernel"


@pytest.mark.parametrize("service", ["gateway", "live"])
async def test_an_address_has_a_limited_number_of_connections(
    target: LocalSystem, service: str
) -> None:
    address = address_of(target, service)
    connections = [await asyncio.open_connection(*address) for _ in range(CONNECTIONS_MAX + 20)]
    try:
        newest = [reader for reader, _ in connections[CONNECTIONS_MAX:]]
        async with asyncio.timeout(REQUEST_SECONDS_MAX / 2):
            for reader in newest:
                with contextlib.suppress(ConnectionError):
                    assert await reader.read(1) == b""
    finally:
        for _, writer in connections:
            writer.close()
    async with httpx.AsyncClient(base_url=target.gateway) as http:
        assert (await http.get("/v1/health")).status_code == 200
