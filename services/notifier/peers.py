"""Letting go of connections that take nothing: closing them would wait for what is left to send.

A server passes requests on without the connection under them, so it is found again by the address
at its other end, as it was before a proxy's headers changed it.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

PEER = "bluemoon.peer"


class RememberPeer:
    """Outermost, so that it sees the connection's own address."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope[PEER] = scope.get("client")
        await self._app(scope, receive, send)


class Peers:
    def __init__(self) -> None:
        self.server: uvicorn.Server | None = None

    def aborting(self, scope: Scope) -> Callable[[], None]:
        """What ends the connection of a request at once."""
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
