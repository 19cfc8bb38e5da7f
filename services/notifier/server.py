"""The server, which sends its clients away before it stops."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from uvicorn.server import HANDLED_SIGNALS

from services.notifier.clients import Clients
from services.notifier.peers import Peers


class DrainingServer(uvicorn.Server):
    """By itself a server closes all connections without a word as soon as it is to stop."""

    def __init__(self, config: uvicorn.Config, clients: Clients, peers: Peers) -> None:
        super().__init__(config)
        self._clients = clients
        self._peers = peers
        peers.server = self

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """By itself it would raise the signal again at its end, and what comes after it in an
        orderly stop would never be done."""
        loop = asyncio.get_running_loop()
        for number in HANDLED_SIGNALS:
            loop.add_signal_handler(number, self.handle_exit, number, None)
        try:
            yield
        finally:
            for number in HANDLED_SIGNALS:
                loop.remove_signal_handler(number)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        await self._clients.drain()
        # Whoever is left takes nothing, and would hold the process up.
        self._peers.abort_all()
        await super().shutdown(sockets)
