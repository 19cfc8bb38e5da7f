"""Requests that are lost, refused for a while or never answered, by a real server."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator

import pytest

from client import Gateway, HttpTransport, ProblemError, UnreachableError
from schemas.city.actions import Draw
from tests.waiting import DEADLINE_SECONDS

pytestmark = pytest.mark.anyio

GOOD = b'{"games":[],"terms":{}}'
OUTCOME = b'{"command":"c","table":"g","seq":7,"rejection":null}'
BUSY = b'{"type":"x","title":"x","status":429,"code":"too_many","detail":"Later."}'
AWAY = b'{"type":"x","title":"x","status":503,"code":"unavailable","detail":"Away."}'


def response(status: int, body: bytes, *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status} x", f"Content-Length: {len(body)}", "Connection: close", *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


class ScriptedServer:
    """Answers each connection with the next response; an empty one only closes it."""

    def __init__(self, *responses: bytes) -> None:
        self.requests: list[bytes] = []
        self.times: list[float] = []
        """Monotonic time of each request."""
        self.url = ""
        self._responses = list(responses)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = [line for line in head.lower().splitlines() if line.startswith(b"content-length")]
        body = await reader.readexactly(int(length[0].split(b":")[1])) if length else b""
        self.requests.append(head.splitlines()[0] + b" " + body)
        self.times.append(time.monotonic())
        writer.write(self._responses.pop(0) if len(self._responses) > 1 else self._responses[0])
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


@contextlib.asynccontextmanager
async def run_server(
    *responses: bytes, timeout: float = DEADLINE_SECONDS / 2
) -> AsyncIterator[tuple[ScriptedServer, Gateway]]:
    script = ScriptedServer(*responses)
    server = await asyncio.start_server(script.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    transport = HttpTransport(url, timeout_seconds=timeout, jitter=lambda: 0.01)
    async with server, Gateway(transport, "key") as gateway:
        yield script, gateway


async def test_retries_a_lost_query() -> None:
    async with run_server(b"", b"", response(200, GOOD)) as (script, gateway):
        assert (await gateway.list_games()).games == ()
        assert len(script.requests) == 3


async def test_retries_a_lost_command_with_the_same_id() -> None:
    async with run_server(b"", response(503, AWAY), response(200, OUTCOME)) as (script, gateway):
        assert (await gateway.send_command("g", Draw())).seq == 7
        assert len(script.requests) == 3
        assert len(set(script.requests)) == 1


async def test_polls_for_the_outcome_of_a_queued_command() -> None:
    queued = response(202, b'{"command":"c","outcome":"/v1/tables/g/commands/c"}')
    unknown = response(
        404, b'{"type":"x","title":"x","status":404,"code":"not_found","detail":"Not yet."}'
    )
    async with run_server(queued, unknown, unknown, response(200, OUTCOME)) as (script, gateway):
        assert (await gateway.send_command("g", Draw(), command_id="c")).seq == 7
        assert [request.split(b" ")[0] for request in script.requests] == [
            b"POST",
            b"GET",
            b"GET",
            b"GET",
        ]


async def test_does_not_retry_requests_that_are_not_idempotent() -> None:
    """The table may be open: only the caller can decide what to do."""
    async with run_server(b"", response(201, GOOD)) as (script, gateway):
        with pytest.raises(UnreachableError):
            await gateway.open_table("city", {"players": 2})
        assert len(script.requests) == 1
    async with run_server(response(503, AWAY)) as (script, gateway):
        with pytest.raises(ProblemError) as problem:
            await gateway.start_game("g")
        assert problem.value.code == "unavailable"
        assert len(script.requests) == 1


async def test_respects_retry_after() -> None:
    """Also for requests that are not idempotent: a 429 has no effect."""
    busy = response(429, BUSY, "Retry-After: 1")
    async with run_server(busy, response(200, OUTCOME)) as (script, gateway):
        assert (await gateway.start_game("g")).seq == 7
        first, second = script.times
        assert second - first >= 1


async def test_gives_up_after_the_timeout() -> None:
    async with run_server(response(429, BUSY, f"Retry-After: {DEADLINE_SECONDS:.0f}")) as (
        script,
        gateway,
    ):
        with pytest.raises(ProblemError) as problem:
            await gateway.list_games()
        assert (problem.value.status, problem.value.detail) == (429, "Later.")
        assert len(script.requests) == 1
    async with run_server(b"", timeout=0.2) as (_, gateway):
        with pytest.raises(UnreachableError) as unreachable:
            await gateway.list_games()
        assert unreachable.value.address == gateway.url


async def test_accepts_error_pages_of_proxies() -> None:
    async with run_server(response(502, b"<html>bad gateway</html>"), timeout=0.1) as (_, gateway):
        with pytest.raises(ProblemError) as problem:
            await gateway.list_games()
        assert (problem.value.status, problem.value.code) == (502, "unavailable")
