"""The parts of a running system: what `bluemoon up` starts, watches and stops."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Mapping
from typing import Protocol

from cli.log_stream import LogStream
from services.runtime.embedded import EmbeddedServer

STOP_SECONDS = 15.0
WATCH_SECONDS = 0.1
LINE_BYTES_MAX = 1 << 20


class Part(Protocol):
    name: str

    async def start(self) -> str:
        """Start it, and say in words what is there now."""

    async def ended(self) -> str:
        """Wait for its end, and say how it came."""

    async def stop(self) -> None:
        """In order if it can be, at once if it must."""

    def kill(self) -> None:
        """At once, if that does no harm."""


class ServerPart:
    """The embedded server. Started again it keeps its address, so that nobody loses it."""

    name = "server"

    def __init__(self, server: EmbeddedServer) -> None:
        self.server = server

    async def start(self) -> str:
        url = await asyncio.to_thread(self.server.start)
        return f"listens at {url}, data and log in {self.server.folder}"

    async def ended(self) -> str:
        while (code := self.server.process.poll()) is None:
            await asyncio.sleep(WATCH_SECONDS)
        return f"{_how(code)}, see {self.server.log_file}"

    async def stop(self) -> None:
        await asyncio.to_thread(self.server.stop)

    def kill(self) -> None:
        """It is asked to stop when the services have ended; that does not take long."""


class ServicePart:
    """A service in a process of its own; what it says goes to the log."""

    def __init__(
        self, name: str, command: str, environment: Mapping[str, str], log: LogStream
    ) -> None:
        self.name = name
        self._command = command
        self._environment = environment
        self._log = log
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> str:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # whatever lies in the current folder is none of ours
            "-m",
            "cli",
            *self._command.split(),
            "--attached",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            env={**os.environ, **self._environment},
            limit=LINE_BYTES_MAX,
            # Ctrl-C on the terminal is for us: we stop our parts in order.
            process_group=0,
        )
        return f"started as process {self._process.pid}"

    async def ended(self) -> str:
        assert self._process is not None
        assert self._process.stdout is not None
        while True:
            try:
                line = await self._process.stdout.readline()
            except ValueError:
                line = b"(a line too long to show)\n"
            if not line:
                return _how(await self._process.wait())
            self._log.line(self.name, line.decode(errors="replace").rstrip())

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


def _how(code: int) -> str:
    if code < 0:
        return f"ended by {signal.Signals(-code).name}"
    return f"ended with exit code {code}"
