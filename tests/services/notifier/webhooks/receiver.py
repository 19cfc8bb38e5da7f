"""A webhook receiver: a real HTTP server that responds as the test says."""

import asyncio
import json
from types import TracebackType
from typing import Any

from msgspec import Struct

HANG = 0
"""Instead of a status: never respond."""


class ReceivedRequest(Struct, frozen=True):
    headers: dict[str, str]
    body: bytes

    @property
    def message(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.body)
        return message

    @property
    def id(self) -> str:
        return self.headers["bluemoon-id"]


class Receiver:
    """Responds with each of `statuses` once, then always with `default_status`."""

    def __init__(self, *statuses: int, default_status: int = 200) -> None:
        self.statuses = list(statuses)
        self.default_status = default_status
        self.received: list[ReceivedRequest] = []
        self._server: asyncio.Server | None = None
        self._handlers: set[asyncio.Task[Any]] = set()

    @property
    def url(self) -> str:
        assert self._server is not None, "the receiver was never started"
        return f"http://localhost:{self._server.sockets[0].getsockname()[1]}/hook?for=tests"

    @property
    def ids(self) -> list[str]:
        return [request.id for request in self.received]

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
        for task in self._handlers:
            task.cancel()
        await asyncio.gather(*self._handlers, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._handlers.add(task)
        try:
            await self._respond(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            self._handlers.discard(task)
            writer.close()

    async def _respond(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        lines = head.split("\r\n")[1:-2]
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        body = await reader.readexactly(int(headers["content-length"]))
        self.received.append(ReceivedRequest(headers, body))
        status = self.statuses.pop(0) if self.statuses else self.default_status
        if status == HANG:
            await asyncio.Event().wait()
        location = "Location: http://localhost:1/\r\n" if 300 <= status < 400 else ""
        content = f"response {status}"
        head = f"HTTP/1.1 {status} Scripted\r\n{location}Content-Length: {len(content)}\r\n\r\n"
        writer.write(f"{head}{content}".encode())
        await writer.drain()
