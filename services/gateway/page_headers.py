"""Security headers of the page: where it may load from and connect to.

Links contain tokens, so pages send no referrer.
"""

import re

from services.runtime.operations.settings import Settings

_PLAIN_HOST = re.compile(r"[A-Za-z0-9.-]+")


class PageHeaders:
    def __init__(self, settings: Settings) -> None:
        self._live_url = settings.live_url
        self._live_port = settings.notifier_port

    def for_host(self, host: str) -> dict[str, str]:
        """Return the headers for a page requested at this host, with or without a port."""
        policy = {
            "default-src": "'none'",
            "script-src": "'self'",
            "style-src": "'self'",
            "img-src": "'self' data:",
            "font-src": "'self'",
            "connect-src": f"'self' {self._live_sources(host)}",
            "base-uri": "'none'",
            "form-action": "'none'",
            "frame-ancestors": "'none'",
        }
        return {
            "Content-Security-Policy": "; ".join(
                f"{name} {sources}" for name, sources in policy.items()
            ),
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
        }

    def _live_sources(self, host: str) -> str:
        if self._live_url:
            return "/".join(self._live_url.split("/")[:3])
        name = host.partition(":")[0]
        if not _PLAIN_HOST.fullmatch(name):
            # A policy can't name an IPv6 address.
            return "ws: wss:"
        return f"ws://{name}:{self._live_port} wss://{name}:{self._live_port}"
