"""The short way for commands: no routing, no cross-origin checks.

Most requests are commands of programs. Finding their route among all the others would cost more
than checking them. Requests of pages (with an `Origin`) take the ordinary way, and so does every
path that needs decoding.
"""

import re
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

Serve = Callable[[Request], Awaitable[Response]]

_PATH = re.compile(rb"/v1/tables/([A-Za-z0-9_.:-]+)/commands")


class CommandPath:
    """ASGI middleware."""

    def __init__(self, app: ASGIApp, serve: Serve) -> None:
        """`serve` handles the requests of the command endpoint."""
        self._app = app
        self._serve = serve

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match = (
            _PATH.fullmatch(scope["raw_path"])
            if scope["type"] == "http" and scope["method"] == "POST"
            else None
        )
        if match is None or any(name == b"origin" for name, _ in scope["headers"]):
            await self._app(scope, receive, send)
            return
        scope["path_params"] = {"table": match[1].decode("ascii")}
        response = await self._serve(Request(scope, receive, send))
        await response(scope, receive, send)
