"""Limits on HTTP connections: how many an address may have, how long a request may take to arrive.

uvicorn waits for a request without a limit, so silent connections would pile up until the process
runs out of descriptors.
"""

import asyncio
from collections import Counter
from collections.abc import Collection
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from services.runtime.operations.telemetry import REFUSED_CLIENTS

REQUEST_SECONDS_MAX = 10.0
"""How long a client may take to send a request, and to wait before its first request."""
HEAD_BYTES_MAX = 64 * 1024
"""More is not accepted while the request line and headers are incomplete."""
NETWORK_BITS = 64
"""An IPv6 client usually has a whole /64 network, so its addresses count as one."""


def client_network(host: str) -> str:
    """Return what limits are counted under: an IPv4 address or an IPv6 /64 network."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((int(address), NETWORK_BITS), strict=False))


class ConnectionGuard:
    """Counts the connections of each address."""

    def __init__(self, per_address_max: int, trusted_proxies: Collection[str]) -> None:
        self._per_address_max = per_address_max
        self._trusted_proxies = frozenset(trusted_proxies)
        """Not limited: a proxy connects for many clients."""
        self._counts: Counter[str] = Counter()

    def admit(self, host: str) -> bool:
        """Count a connection. Return False and count nothing if its address has too many."""
        network = client_network(host)
        is_proxy = host in self._trusted_proxies or "*" in self._trusted_proxies
        if not is_proxy and self._counts[network] >= self._per_address_max:
            REFUSED_CLIENTS.labels("address").inc()
            return False
        self._counts[network] += 1
        return True

    def release(self, host: str) -> None:
        network = client_network(host)
        self._counts[network] -= 1
        if not self._counts[network]:
            del self._counts[network]


def guarded_protocol(guard: ConnectionGuard) -> type[HttpToolsProtocol]:
    """Return the protocol class for `uvicorn.Config(http=...)`."""

    class GuardedProtocol(HttpToolsProtocol):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            self._admitted_host: str | None = None
            self._request_timer: asyncio.TimerHandle | None = None
            self._head_bytes = 0
            """Of the request line and headers that are being received."""

        def on_headers_complete(self) -> None:
            self._head_bytes = 0
            super().on_headers_complete()

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            host = self.client[0] if self.client else ""
            if not guard.admit(host):
                transport.abort()
                return
            self._admitted_host = host
            self._expect_request()

        def data_received(self, data: bytes) -> None:
            if not self._is_responding():
                self._expect_request()
                # The parser has no limit of its own.
                if self._head_bytes > HEAD_BYTES_MAX:
                    self._refuse("large_request")
                    return
                self._head_bytes += len(data)
            super().data_received(data)
            if self.transport.get_protocol() is not self:
                # A WebSocket now. The notifier counts and checks those itself.
                self._release()
            elif self._is_responding() and not self._is_receiving_body():
                self._stop_timer()

        def connection_lost(self, exc: Exception | None) -> None:
            self._release()
            super().connection_lost(exc)

        def _is_responding(self) -> bool:
            # uvicorn declares it as never None, but sets it with the first request.
            cycle: RequestResponseCycle | None = self.cycle
            return cycle is not None and not cycle.response_complete

        def _is_receiving_body(self) -> bool:
            cycle: RequestResponseCycle | None = self.cycle
            return cycle is not None and cycle.more_body

        def _expect_request(self) -> None:
            # Not started again by every byte: a request must arrive completely within the time.
            if self._request_timer is None:
                self._request_timer = self.loop.call_later(REQUEST_SECONDS_MAX, self._time_out)

        def _time_out(self) -> None:
            self._refuse("slow_request")

        def _refuse(self, reason: str) -> None:
            REFUSED_CLIENTS.labels(reason).inc()
            self.transport.abort()

        def _stop_timer(self) -> None:
            if self._request_timer is not None:
                self._request_timer.cancel()
                self._request_timer = None

        def _release(self) -> None:
            self._stop_timer()
            if self._admitted_host is not None:
                guard.release(self._admitted_host)
                self._admitted_host = None

    return GuardedProtocol
