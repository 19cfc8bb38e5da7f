"""A server that says goodbye to its clients before it stops."""

import socket

import uvicorn

from services.notifier.clients import Clients
from services.notifier.peer_connections import PeerConnections
from services.runtime.web.server import HttpServer


class DrainingServer(HttpServer):
    """Uvicorn alone would close all connections without a goodbye."""

    def __init__(self, config: uvicorn.Config, clients: Clients, peers: PeerConnections) -> None:
        super().__init__(config)
        self._clients = clients
        self._peers = peers
        peers.server = self

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        await self._clients.drain()
        # The remaining clients read nothing and would delay the exit.
        self._peers.abort_all()
        await super().shutdown(sockets)
