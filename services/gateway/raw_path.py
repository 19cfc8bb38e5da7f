"""Routes are found by the path as it came; names in it are decoded afterwards.

Players have any names. Decoded too early, a slash in one would make another path of it.
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


def decoded_name(text: str) -> str:
    """A part of the path in plain text. Raises UnicodeDecodeError."""
    return unquote_to_bytes(text.encode("latin-1")).decode()
