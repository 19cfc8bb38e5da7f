"""The running deployment: its services and its server."""

from schemas.operations import ServerFigures
from services.runtime.operations.service_registry import ServiceRecord, running_services
from services.runtime.server.client import RedisClient
from services.runtime.server.server_memory import server_figures, watch_memory


class Deployment:
    def __init__(self, client: RedisClient) -> None:
        self._client = client

    async def services(self) -> tuple[ServiceRecord, ...]:
        """Return the services with a heartbeat in the last minute, by name."""
        return await running_services(self._client)

    async def watch_memory(self) -> None:
        """Update the metric of the server's memory usage until cancelled."""
        await watch_memory(self._client)

    async def server(self) -> ServerFigures:
        return await server_figures(self._client)
