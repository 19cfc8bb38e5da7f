"""The page's security policy: where it may load from and connect to."""

import re

from services.runtime.operations.settings import Settings
from services.runtime.web.security_headers import content_security_policy

_PLAIN_HOST = re.compile(r"[A-Za-z0-9.-]+")


class PageHeaders:
    def __init__(self, settings: Settings) -> None:
        self._live_url = settings.live_url
        self._live_port = settings.notifier_port

    def for_host(self, host: str) -> dict[str, str]:
        """Return the headers for a page requested at this host, with or without a port."""
        return {
            "Content-Security-Policy": content_security_policy(
                script_src="'self'",
                style_src="'self'",
                img_src="'self' data:",
                font_src="'self'",
                connect_src=f"'self' {self._live_sources(host)}",
            )
        }

    def _live_sources(self, host: str) -> str:
        if self._live_url:
            return "/".join(self._live_url.split("/")[:3])
        name = host.partition(":")[0]
        if not _PLAIN_HOST.fullmatch(name):
            # A policy can't name an IPv6 address.
            return "ws: wss:"
        return f"ws://{name}:{self._live_port} wss://{name}:{self._live_port}"
