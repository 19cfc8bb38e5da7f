"""The whole system: the server, unless one is given or runs already, and the services on it."""

import asyncio
from pathlib import Path

from msgspec.structs import replace

from cli.addresses import forget, free_port, note
from cli.failure import Failure
from cli.log_stream import LogStream
from cli.no_connection import failing_clearly
from cli.parts import Part, ServerPart, ServicePart
from cli.supervisor import Supervisor
from services.runtime.connection import connect, parse_address
from services.runtime.data_folder import FolderError, running_in
from services.runtime.embedded import EmbeddedServer, EmbeddedServerError
from services.runtime.listening import ListenError, listen
from services.runtime.safety import check_server
from services.runtime.settings import EMBEDDED, Settings, environment_of, without_password


class System:
    def __init__(self, settings: Settings, log: LogStream) -> None:
        self.settings = settings
        self._log = log
        self._supervisor = Supervisor(log)
        self._server: ServerPart | None = None
        self._services: list[Part] = []

    @property
    def restarts(self) -> int:
        return self._supervisor.restarts

    @property
    def has_own_server(self) -> bool:
        return self._server is not None

    async def start(self, engines: int, *, bots: bool = True) -> None:
        """With a host for the seats that tables keep for bots, if that is wanted.

        Raises Failure when the server can't be started or is not fit for its task.
        """
        if self.settings.server == EMBEDDED:
            self.settings = replace(self.settings, server=await self._find_server())
        await self._check()
        settings = self.settings
        self.settings = replace(
            settings,
            gateway_port=self._port("gateway", settings.gateway_host, settings.gateway_port),
            notifier_port=self._port("notifier", settings.notifier_host, settings.notifier_port),
        )
        note(self.settings)
        for number in range(1, engines + 1):
            await self._start_service(f"engine-{number}", "engine", number)
        for number, name in enumerate(("gateway", "notifier", "projector"), start=engines + 1):
            await self._start_service(name, name, number)
        if bots:
            await self._start_service("bots", "bot --fill", number + 1)

    def _port(self, name: str, host: str, port: int) -> int:
        """The port that is set, or a free one when it is 0 or somebody else has it.

        Fixed here and not by the service: one that is started again is found where it was.
        """
        if port:
            try:
                listening, _ = listen(host, port)
            except ListenError as error:
                self._log.notice(name, f"{error}; a free port is taken instead")
            else:
                listening.close()
                return port
        with failing_clearly(self.settings):
            return free_port(host)

    async def _start_service(self, name: str, command: str, number: int) -> None:
        part = ServicePart(name, command, self._environment(number), self._log)
        self._services.append(part)
        await self._supervisor.start(part)

    async def _find_server(self) -> str:
        folder = Path(self.settings.data)
        url = await asyncio.to_thread(running_in, folder)
        if url is not None:
            self._log.notice("server", f"runs already at {url}: used, and left running")
            return url
        try:
            part = ServerPart(EmbeddedServer(folder, self.settings.durability))
            await self._supervisor.start(part)
        except (EmbeddedServerError, FolderError) as error:
            raise Failure(str(error)) from error
        except OSError as error:
            raise Failure(f"{folder}: {error.strerror}") from error
        self._server = part
        return part.server.url

    async def _check(self) -> None:
        """Once and clearly, instead of every service complaining again and again."""
        with failing_clearly(self.settings):
            client = connect(parse_address(self.settings.server))
            try:
                found = await check_server(client, self.settings.durability, self.settings.shards)
            finally:
                await client.aclose()
        self._log.notice("server", f"{found} at {without_password(self.settings.server)} is fit")

    def _environment(self, number: int) -> dict[str, str]:
        settings = self.settings
        if settings.health_port:
            # A port is for one: engines after the first take the next ones.
            settings = replace(settings, health_port=settings.health_port + number - 1)
        return environment_of(settings)

    async def stop(self) -> None:
        """Services first, the server last: what is in hand is still written down."""
        await self._supervisor.stop(self._services)
        forget(self.settings)
        if self._server is not None:
            await self._supervisor.stop([self._server])

    def kill(self) -> None:
        self._supervisor.kill()
