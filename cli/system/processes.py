"""The processes of a system that `bluemoon up` starts, watches and stops."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Mapping
from typing import Protocol

from cli.system.log_stream import LogStream
from services.runtime.operations.settings import hide_password
from services.runtime.server.embedded import EmbeddedServer

STOP_SECONDS = 15.0
WATCH_SECONDS = 0.1
LINE_BYTES_MAX = 1 << 20


class SupervisedProcess(Protocol):
    name: str

    async def start(self) -> str:
        """Start the process and return a line for the log."""

    async def wait_until_ended(self) -> str:
        """Wait until the process ends and return the reason."""

    async def stop(self) -> None:
        """Stop gracefully, and kill the process if that takes too long."""

    def kill(self) -> None:
        """Kill the process at once, if that is safe."""


class ServerProcess:
    """The embedded server. It keeps its address when restarted."""

    name = "server"

    def __init__(self, server: EmbeddedServer) -> None:
        self.server = server

    async def start(self) -> str:
        url = await asyncio.to_thread(self.server.start)
        return f"listening at {hide_password(url)}, data and log in {self.server.folder}"

    async def wait_until_ended(self) -> str:
        while (code := self.server.process.poll()) is None:
            await asyncio.sleep(WATCH_SECONDS)
        return f"{_describe_exit(code)}, see {self.server.log_file}"

    async def stop(self) -> None:
        await asyncio.to_thread(self.server.stop)

    def kill(self) -> None:
        """Do nothing: the server stops gracefully after the services, which is quick."""


class ServiceProcess:
    """A service in its own process. Its output goes to the log."""

    def __init__(
        self,
        name: str,
        command: str,
        environment: Mapping[str, str],
        log: LogStream,
        inherited_fds: tuple[int, ...] = (),
    ) -> None:
        """The process keeps the `inherited_fds` open while it runs."""
        self.name = name
        self._command = command
        self._environment = environment
        self._log = log
        self._inherited_fds = inherited_fds
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> str:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # import nothing from the current folder
            "-m",
            "cli",
            *self._command.split(),
            "--attached",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            env={**os.environ, **self._environment},
            limit=LINE_BYTES_MAX,
            pass_fds=self._inherited_fds,
            # Ctrl-C must reach only `up`, which stops its processes in order.
            process_group=0,
        )
        return f"started as process {self._process.pid}"

    async def wait_until_ended(self) -> str:
        assert self._process is not None
        assert self._process.stdout is not None
        while True:
            try:
                line = await self._process.stdout.readline()
            except ValueError:
                line = b"(line too long)\n"
            if not line:
                return _describe_exit(await self._process.wait())
            self._log.write_line(self.name, line.decode(errors="replace").rstrip())

    async def stop(self) -> None:
        process = self._process
        if process is None or process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGTERM)
        try:
            await asyncio.wait_for(process.wait(), STOP_SECONDS)
        except TimeoutError:
            self.kill()
            await process.wait()

    def kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()


def _describe_exit(code: int) -> str:
    if code < 0:
        return f"ended by {signal.Signals(-code).name}"
    return f"ended with exit code {code}"
