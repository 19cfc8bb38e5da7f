"""What browsers are told along with the page: where it may load from, and whom it may talk to.

Tokens stand in links, so no page that is left for another says where it came from.
"""

import re

from services.runtime.settings import Settings

_PLAIN_HOST = re.compile(r"[A-Za-z0-9.-]+")


class PageHeaders:
    def __init__(self, settings: Settings) -> None:
        self._live_url = settings.live_url
        self._live_port = settings.notifier_port

    def of(self, host: str) -> dict[str, str]:
        """For a page that was asked for at this host, with or without a port."""
        policy = {
            "default-src": "'none'",
            "script-src": "'self'",
            "style-src": "'self'",
            "img-src": "'self' data:",
            "font-src": "'self'",
            "connect-src": f"'self' {self._live(host)}",
            "base-uri": "'none'",
            "form-action": "'none'",
            "frame-ancestors": "'none'",
        }
        return {
            "Content-Security-Policy": "; ".join(f"{name} {of}" for name, of in policy.items()),
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
        }

    def _live(self, host: str) -> str:
        if self._live_url:
            return "/".join(self._live_url.split("/")[:3])
        name = host.partition(":")[0]
        if not _PLAIN_HOST.fullmatch(name):
            # A policy has no way to name an IPv6 address.
            return "ws: wss:"
        return f"ws://{name}:{self._live_port} wss://{name}:{self._live_port}"
