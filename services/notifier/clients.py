"""All clients of a process: how many may come, who looks after them, how they are sent away."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from services.notifier.client import Client
from services.notifier.frames import alive_frame
from services.runtime.health import Health
from services.runtime.settings import Settings
from services.runtime.telemetry import DRAINED_CLIENTS, REFUSED_CLIENTS

TEND_SECONDS = 1.0
POLL_SECONDS = 0.02


class Clients:
    def __init__(self, settings: Settings, health: Health) -> None:
        self.draining = False
        self._settings = settings
        self._health = health
        self._open: set[Client] = set()
        self._of_address: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._open)

    def refusal(self, address: str) -> str | None:
        """Why one more client from there can't be taken now, or None."""
        if self.draining:
            return "the service is about to stop"
        if len(self._open) >= self._settings.sockets_max:
            REFUSED_CLIENTS.labels("process").inc()
            return "there are too many connections to this service"
        if self._of_address[address] >= self._settings.sockets_per_address_max:
            REFUSED_CLIENTS.labels("address").inc()
            return "there are too many connections from this address"
        return None

    @contextmanager
    def welcome(self, client: Client, address: str) -> Iterator[None]:
        """While the client is there."""
        self._open.add(client)
        self._of_address[address] += 1
        try:
            yield
        finally:
            client.end()
            self._open.discard(client)
            self._of_address[address] -= 1
            if not self._of_address[address]:
                del self._of_address[address]

    async def tend(self) -> None:
        """Until cancelled. One task looks after all: a timer for each would cost more memory."""
        while True:
            self._health.beat("clients")
            now, alive = time.monotonic(), alive_frame(time.time_ns() // 1_000_000)
            for client in tuple(self._open):
                client.tend(now, alive)
            await asyncio.sleep(TEND_SECONDS)

    async def drain(self) -> None:
        """Tell all to come back elsewhere, and wait until they are gone, but not for ever."""
        self.draining = True
        self._health.not_ready("draining", "the service is about to stop")
        DRAINED_CLIENTS.inc(len(self._open))
        for client in tuple(self._open):
            client.part("draining")
        deadline = time.monotonic() + self._settings.drain_seconds
        while self._open and time.monotonic() < deadline:
            await asyncio.sleep(POLL_SECONDS)
