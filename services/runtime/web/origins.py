"""Which web pages may open live connections and act as guests.

Browsers send the page's origin with sockets and POSTs, whichever site it belongs to. Without a
check, any page could make its visitors open tables and connections from their own addresses.
"""

from collections.abc import Collection
from urllib.parse import urlsplit

LOOPBACK = "localhost"
_LOOPBACK_NAMES = frozenset({LOOPBACK, "127.0.0.1", "::1"})


class Origins:
    def __init__(self, allowed: Collection[str]) -> None:
        self._allowed = frozenset(allowed)

    def allow(self, origin: str | None, host: str | None) -> bool:
        """Decide by the `Origin` and `Host` headers. Programs send no origin.

        The port does not matter: gateway and notifier of one host have different ones.
        """
        if origin is None or origin in self._allowed or "*" in self._allowed:
            return True
        return host is not None and _host_name(origin) == _host_name(f"//{host}") != ""


def _host_name(url: str) -> str:
    """Return the name in lower case, one for all names of this machine, "" if there is none."""
    try:
        name = urlsplit(url).hostname or ""
    except ValueError:
        return ""
    return LOOPBACK if name in _LOOPBACK_NAMES else name
