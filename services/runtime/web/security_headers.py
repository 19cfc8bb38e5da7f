"""Security headers of every HTTP response. A response may set a policy of its own.

Links contain tokens, so pages send no referrer.
"""

from http import HTTPStatus

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

NOTHING = {
    "default-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}
"""A policy that lets a page load nothing."""


def content_security_policy(**sources: str) -> str:
    """Return a policy. `script_src="'self'"` adds the directive `script-src 'self'`."""
    policy = NOTHING | {name.replace("_", "-"): value for name, value in sources.items()}
    return "; ".join(f"{name} {value}" for name, value in policy.items())


DEFAULT_HEADERS = {
    "Content-Security-Policy": content_security_policy(),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


class SecurityHeaders:
    """ASGI middleware."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            # A browser takes over the headers of a 304, so it would lose the policy of its copy.
            if (
                message["type"] == "http.response.start"
                and message["status"] != HTTPStatus.NOT_MODIFIED
            ):
                headers = MutableHeaders(scope=message)
                for name, value in DEFAULT_HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_with_headers)
