"""A local system: the services and, unless one is configured or running, the server."""

import asyncio
from pathlib import Path

from msgspec.structs import replace

from cli.connection.addresses import free_port, remove_addresses, save_addresses
from cli.connection.connection_errors import explain_connection_errors
from cli.system.log_stream import LogStream
from cli.system.processes import ServerProcess, ServiceProcess, SupervisedProcess
from cli.system.supervisor import Supervisor
from games.terminal_kit.errors import CommandLineError
from services.runtime.operations.settings import EMBEDDED, Settings, hide_password, to_environment
from services.runtime.server.data_folder import (
    FolderError,
    running_server_url,
    wait_for_orphaned_server,
)
from services.runtime.server.embedded import EmbeddedServer, EmbeddedServerError
from services.runtime.server.safety import check_server_at
from services.runtime.web.listening import ListenError, listen


class System:
    def __init__(self, settings: Settings, log: LogStream) -> None:
        self.settings = settings
        self._log = log
        self._supervisor = Supervisor(log)
        self._server: ServerProcess | None = None
        self._services: list[SupervisedProcess] = []

    @property
    def restarts(self) -> int:
        return self._supervisor.restarts

    @property
    def has_own_server(self) -> bool:
        return self._server is not None

    async def start(self, engines: int, *, bots: bool = True) -> None:
        """Raises CommandLineError if the server cannot be started or is unsafe to use."""
        if self.settings.server == EMBEDDED:
            self.settings = replace(self.settings, server=await self._find_server())
        await self._check()
        settings = self.settings
        self.settings = replace(
            settings,
            gateway_port=self._port("gateway", settings.gateway_host, settings.gateway_port),
            notifier_port=self._port("notifier", settings.notifier_host, settings.notifier_port),
        )
        save_addresses(self.settings)
        for number in range(1, engines + 1):
            await self._start_service(f"engine-{number}", "engine", number)
        for number, name in enumerate(("gateway", "notifier", "projector"), start=engines + 1):
            await self._start_service(name, name, number)
        if bots:
            await self._start_service("bots", "bot --fill", number + 1)

    def _port(self, name: str, host: str, port: int) -> int:
        """Return the configured port, or a free one if it is 0 or in use.

        Chosen here and not by the service, so that a restarted service keeps its port.
        """
        if port:
            try:
                listening, _ = listen(host, port)
            except ListenError as error:
                self._log.write_notice(name, f"{error}; using a free port instead")
            else:
                listening.close()
                return port
        with explain_connection_errors(self.settings):
            return free_port(host)

    async def _start_service(self, name: str, command: str, number: int) -> None:
        # Services hold the lifeline of our server: it stops after them, even if we are killed.
        lifeline = () if self._server is None else (self._server.server.lifeline,)
        process = ServiceProcess(name, command, self._environment(number), self._log, lifeline)
        self._services.append(process)
        await self._supervisor.start(process)

    async def _find_server(self) -> str:
        folder = Path(self.settings.data)
        await asyncio.to_thread(wait_for_orphaned_server, folder)
        url = await asyncio.to_thread(running_server_url, folder)
        if url is not None:
            self._log.write_notice(
                "server", f"already running at {hide_password(url)}; it will be left running"
            )
            return url
        try:
            process = ServerProcess(EmbeddedServer(folder, self.settings.durability))
            await self._supervisor.start(process)
        except (EmbeddedServerError, FolderError) as error:
            raise CommandLineError(str(error)) from error
        except OSError as error:
            raise CommandLineError(f"{folder}: {error.strerror}") from error
        self._server = process
        return process.server.url

    async def _check(self) -> None:
        """Check the server once, instead of letting every service fail repeatedly."""
        with explain_connection_errors(self.settings):
            server_version = await check_server_at(
                self.settings.server, self.settings.durability, self.settings.shards
            )
        address = hide_password(self.settings.server)
        self._log.write_notice("server", f"{server_version} at {address} is ready")

    def _environment(self, number: int) -> dict[str, str]:
        settings = self.settings
        if settings.health_port:
            # Each process needs its own port, so they use consecutive ones.
            settings = replace(settings, health_port=settings.health_port + number - 1)
        return to_environment(settings)

    async def stop(self) -> None:
        """Stop the services first, so that they can still write what they have decided."""
        await self._supervisor.stop(self._services)
        remove_addresses(self.settings)
        if self._server is not None:
            await self._supervisor.stop([self._server])

    def kill(self) -> None:
        self._supervisor.kill()
