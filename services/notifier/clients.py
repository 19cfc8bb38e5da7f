"""All clients of the process: connection limits, periodic checks, and draining."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from services.notifier.client import Client
from services.notifier.frames import encode_heartbeat
from services.runtime.operations.clock import now_ms
from services.runtime.operations.health import Health
from services.runtime.operations.settings import Settings
from services.runtime.operations.telemetry import DRAINED_CLIENTS, REFUSED_CLIENTS
from services.runtime.web.connection_guard import client_network

CHECK_SECONDS = 1.0
DRAIN_POLL_SECONDS = 0.02


class Clients:
    def __init__(self, settings: Settings, health: Health) -> None:
        self.is_draining = False
        self._settings = settings
        self._health = health
        self._connected: set[Client] = set()
        self._count_by_address: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._connected)

    def __iter__(self) -> Iterator[Client]:
        return iter(tuple(self._connected))

    def refusal_reason(self, address: str) -> str | None:
        """Return why another client from this address is refused, or None."""
        if self.is_draining:
            return "the service is shutting down"
        if len(self._connected) >= self._settings.sockets_max:
            REFUSED_CLIENTS.labels("process").inc()
            return "there are too many connections to this service"
        address_count = self._count_by_address[client_network(address)]
        if address_count >= self._settings.sockets_per_address_max:
            REFUSED_CLIENTS.labels("address").inc()
            return "there are too many connections from this address"
        return None

    @contextmanager
    def track(self, client: Client, address: str) -> Iterator[None]:
        """Count the client while it is connected, then dispose of it."""
        network = client_network(address)
        self._connected.add(client)
        self._count_by_address[network] += 1
        try:
            yield
        finally:
            client.dispose()
            self._connected.discard(client)
            self._count_by_address[network] -= 1
            if not self._count_by_address[network]:
                del self._count_by_address[network]

    async def check_periodically(self) -> None:
        """Check all clients until cancelled. One task for all: a timer each would cost memory."""
        while True:
            self._health.beat("clients")
            now, heartbeat = time.monotonic(), encode_heartbeat(now_ms())
            for client in tuple(self._connected):
                client.check(now, heartbeat)
            await asyncio.sleep(CHECK_SECONDS)

    async def drain(self) -> None:
        """Close all clients and wait until they are gone, up to `drain_seconds`."""
        self.is_draining = True
        self._health.not_ready("draining", "the service is shutting down")
        DRAINED_CLIENTS.inc(len(self._connected))
        for client in tuple(self._connected):
            client.close("draining")
        deadline = time.monotonic() + self._settings.drain_seconds
        while self._connected and time.monotonic() < deadline:
            await asyncio.sleep(DRAIN_POLL_SECONDS)
