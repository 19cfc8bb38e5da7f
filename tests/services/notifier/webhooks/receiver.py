"""A platform's receiver: a real HTTP server on the loopback that answers as a test wants."""

import asyncio
import json
from types import TracebackType
from typing import Any

from msgspec import Struct

HANG = 0
"""Instead of a status: no answer, ever."""


class Received(Struct, frozen=True):
    headers: dict[str, str]
    body: bytes

    @property
    def message(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found

    @property
    def id(self) -> str:
        return self.headers["bluemoon-id"]


class Receiver:
    """Answers with each of `answers` once, then always with `then`."""

    def __init__(self, *answers: int, then: int = 200) -> None:
        self.answers = list(answers)
        self.then = then
        self.received: list[Received] = []
        self._server: asyncio.Server | None = None
        self._talking: set[asyncio.Task[Any]] = set()

    @property
    def url(self) -> str:
        assert self._server is not None, "the receiver was never started"
        return f"http://localhost:{self._server.sockets[0].getsockname()[1]}/hook?for=tests"

    @property
    def ids(self) -> list[str]:
        return [one.id for one in self.received]

    async def __aenter__(self) -> "Receiver":
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._talking:
            task.cancel()
        await asyncio.gather(*self._talking, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._talking.add(task)
        try:
            await self._answer(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            self._talking.discard(task)
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        lines = head.split("\r\n")[1:-2]
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        body = await reader.readexactly(int(headers["content-length"]))
        self.received.append(Received(headers, body))
        status = self.answers.pop(0) if self.answers else self.then
        if status == HANG:
            await asyncio.Event().wait()
        moved = "Location: http://localhost:1/\r\n" if 300 <= status < 400 else ""
        said = f"answer {status}"
        head = f"HTTP/1.1 {status} As told\r\n{moved}Content-Length: {len(said)}\r\n\r\n"
        writer.write(f"{head}{said}".encode())
        await writer.drain()
