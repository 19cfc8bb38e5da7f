"""Aborts connections of clients that read nothing; closing them would wait for unsent data.

ASGI does not expose the connection of a request, so it is looked up by its peer address, taken
before proxy headers replace it.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

PEER = "bluemoon.peer"


class PeerMiddleware:
    """Store the peer address in the scope. Must be the outermost middleware."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope[PEER] = scope.get("client")
        await self._app(scope, receive, send)


class PeerConnections:
    def __init__(self) -> None:
        self.server: uvicorn.Server | None = None

    def abort_callback(self, scope: Scope) -> Callable[[], None]:
        """Return a function that aborts the connection of this request."""
        return partial(self._abort, scope[PEER])

    def _abort(self, peer: tuple[str, int]) -> None:
        for connection in self._connections():
            if connection.client == peer:
                connection.transport.abort()

    def abort_all(self) -> None:
        for connection in self._connections():
            connection.transport.abort()

    def _connections(self) -> list[Any]:
        return [] if self.server is None else list(self.server.server_state.connections)
