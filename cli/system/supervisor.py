"""Restart processes that end, with a growing pause."""

import asyncio
import contextlib
import time
from collections.abc import Sequence

from cli.system.log_stream import LogStream
from cli.system.processes import SupervisedProcess
from services.runtime.server.data_folder import FolderError
from services.runtime.server.embedded import EmbeddedServerError

PAUSE_SECONDS_MIN = 0.5
PAUSE_SECONDS_MAX = 30.0
STEADY_SECONDS = 30.0
"""After running this long, a process restarts after the shortest pause again."""


class Supervisor:
    def __init__(self, log: LogStream) -> None:
        self._log = log
        self._tasks: dict[SupervisedProcess, asyncio.Task[None]] = {}
        self._stopping = asyncio.Event()
        self.restarts = 0

    async def start(self, process: SupervisedProcess) -> None:
        """Start a process and keep it running. Raises what its start raises."""
        self._log.write_notice(process.name, await process.start())
        self._tasks[process] = asyncio.create_task(self._keep_running(process))

    async def _keep_running(self, process: SupervisedProcess) -> None:
        pause = PAUSE_SECONDS_MIN
        while True:
            started_at = time.monotonic()
            reason = await process.wait_until_ended()
            if time.monotonic() - started_at > STEADY_SECONDS:
                pause = PAUSE_SECONDS_MIN
            while not self._stopping.is_set():
                self._log.write_notice(process.name, f"{reason}; restarting in {pause:g} s")
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._stopping.wait(), pause)
                    return
                pause = min(2 * pause, PAUSE_SECONDS_MAX)
                try:
                    self._log.write_notice(process.name, await process.start())
                except (EmbeddedServerError, FolderError, OSError) as error:
                    reason = f"failed to start: {error}"
                else:
                    self.restarts += 1
                    break
            else:
                self._log.write_notice(process.name, "stopped")
                return

    async def stop(self, processes: Sequence[SupervisedProcess]) -> None:
        """Stop these processes together. After the first call nothing restarts."""
        self._stopping.set()
        await asyncio.gather(*(self._stop(process) for process in processes))

    async def _stop(self, process: SupervisedProcess) -> None:
        task = self._tasks.pop(process, None)
        # The process may be restarting at this moment, so stop it until its task ends.
        while task is not None and not task.done():
            await process.stop()
            await asyncio.wait({task}, timeout=0.1)

    def kill(self) -> None:
        """Kill every service. Undecided commands stay queued."""
        for process in self._tasks:
            process.kill()
