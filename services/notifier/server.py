"""The server, which sends its clients away before it stops."""

import socket

import uvicorn

from services.notifier.clients import Clients
from services.notifier.peers import Peers
from services.runtime.http_server import HttpServer


class DrainingServer(HttpServer):
    """By itself a server closes all connections without a word as soon as it is to stop."""

    def __init__(self, config: uvicorn.Config, clients: Clients, peers: Peers) -> None:
        super().__init__(config)
        self._clients = clients
        self._peers = peers
        peers.server = self

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        await self._clients.drain()
        # Whoever is left takes nothing, and would hold the process up.
        self._peers.abort_all()
        await super().shutdown(sockets)
