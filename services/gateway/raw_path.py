"""Routes requests by their undecoded path.

Player names may contain any character. If the path were decoded before routing, a slash in a name
would change the route.
"""

from urllib.parse import unquote_to_bytes

from starlette.types import ASGIApp, Receive, Scope, Send


class RawPath:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        raw = scope.get("raw_path")
        if raw is not None:
            scope = {**scope, "path": raw.decode("latin-1")}
        await self._app(scope, receive, send)


def decode_segment(text: str) -> str:
    """Decode a segment of the path. Raises UnicodeDecodeError."""
    return unquote_to_bytes(text.encode("latin-1")).decode()
