"""Calls that are lost, refused for a while or never answered, on a real server that does so."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest

from client import Caller, Gateway, ProblemError, UnreachableError
from schemas.city import Draw

pytestmark = pytest.mark.anyio

GOOD = b'{"games":[],"terms":{}}'
OUTCOME = b'{"command":"c","game":"g","seq":7,"rejection":null}'
BUSY = b'{"type":"x","title":"x","status":429,"code":"too_many","detail":"Later."}'
AWAY = b'{"type":"x","title":"x","status":503,"code":"unavailable","detail":"Away."}'


def answer(status: int, body: bytes, *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status} x", f"Content-Length: {len(body)}", "Connection: close", *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


class Scripted:
    """Answers each connection with the next of its answers; an empty one only hangs up."""

    def __init__(self, *answers: bytes) -> None:
        self.requests: list[bytes] = []
        self.url = ""
        self._answers = list(answers)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = [line for line in head.lower().splitlines() if line.startswith(b"content-length")]
        body = await reader.readexactly(int(length[0].split(b":")[1])) if length else b""
        self.requests.append(head.splitlines()[0] + b" " + body)
        writer.write(self._answers.pop(0) if len(self._answers) > 1 else self._answers[0])
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


@contextlib.asynccontextmanager
async def scripted(
    *answers: bytes, patience: float = 20.0
) -> AsyncIterator[tuple[Scripted, Gateway]]:
    script = Scripted(*answers)
    server = await asyncio.start_server(script.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    caller = Caller(f"http://127.0.0.1:{port}", patience_seconds=patience, chance=lambda: 0.01)
    async with server, Gateway(caller, "key") as gateway:
        yield script, gateway


async def test_a_question_that_is_lost_is_asked_again() -> None:
    async with scripted(b"", b"", answer(200, GOOD)) as (script, gateway):
        assert (await gateway.list_games()).games == ()
        assert len(script.requests) == 3


async def test_a_command_that_is_lost_is_sent_again_with_the_same_id() -> None:
    async with scripted(b"", answer(503, AWAY), answer(200, OUTCOME)) as (script, gateway):
        assert (await gateway.send_command("g", Draw())).seq == 7
        assert len(script.requests) == 3
        assert len(set(script.requests)) == 1


async def test_a_queued_command_is_asked_for_until_it_is_decided() -> None:
    queued = answer(202, b'{"command":"c","outcome":"/v1/tables/g/commands/c"}')
    unknown = answer(
        404, b'{"type":"x","title":"x","status":404,"code":"not_found","detail":"Not yet."}'
    )
    async with scripted(queued, unknown, unknown, answer(200, OUTCOME)) as (script, gateway):
        assert (await gateway.send_command("g", Draw(), command_id="c")).seq == 7
        assert [request.split(b" ")[0] for request in script.requests] == [
            b"POST",
            b"GET",
            b"GET",
            b"GET",
        ]


async def test_what_is_not_safe_to_repeat_is_not_repeated() -> None:
    """Nobody knows whether the table is open: only whoever asked can decide what to do."""
    async with scripted(b"", answer(201, GOOD)) as (script, gateway):
        with pytest.raises(UnreachableError):
            await gateway.open_table("city", {"players": 2})
        assert len(script.requests) == 1
    async with scripted(answer(503, AWAY)) as (script, gateway):
        with pytest.raises(ProblemError) as problem:
            await gateway.start_game("g")
        assert problem.value.code == "unavailable"
        assert len(script.requests) == 1


async def test_a_gateway_that_asks_for_patience_gets_it() -> None:
    """Also for what is not safe to repeat: it was refused before anything happened."""
    busy = answer(429, BUSY, "Retry-After: 1")
    async with scripted(busy, answer(200, OUTCOME)) as (script, gateway):
        asked = asyncio.create_task(gateway.start_game("g"))
        done, _ = await asyncio.wait({asked}, timeout=0.9)
        assert not done
        assert len(script.requests) == 1
        assert (await asked).seq == 7


async def test_patience_has_an_end() -> None:
    async with scripted(answer(429, BUSY, "Retry-After: 60")) as (script, gateway):
        with pytest.raises(ProblemError) as problem:
            await gateway.list_games()
        assert (problem.value.status, problem.value.detail) == (429, "Later.")
        assert len(script.requests) == 1
    async with scripted(b"", patience=0.2) as (_, gateway):
        with pytest.raises(UnreachableError) as unreachable:
            await gateway.list_games()
        assert unreachable.value.address == gateway.url


async def test_whatever_stands_in_between_is_understood() -> None:
    async with scripted(answer(502, b"<html>bad gateway</html>"), patience=0.1) as (_, gateway):
        with pytest.raises(ProblemError) as problem:
            await gateway.list_games()
        assert (problem.value.status, problem.value.code) == (502, "unavailable")
