"""Keeps parts running: one that ends is started again, after a pause that grows."""

import asyncio
import contextlib
import time
from collections.abc import Sequence

from cli.log_stream import LogStream
from cli.parts import Part
from services.runtime.data_folder import FolderError
from services.runtime.embedded import EmbeddedServerError

PAUSE_SECONDS_MIN = 0.5
PAUSE_SECONDS_MAX = 30.0
STEADY_SECONDS = 30.0
"""A part that ran for so long starts again after a short pause."""


class Supervisor:
    def __init__(self, log: LogStream) -> None:
        self._log = log
        self._keepers: dict[Part, asyncio.Task[None]] = {}
        self._stopping = asyncio.Event()
        self.restarts = 0

    async def start(self, part: Part) -> None:
        """Start a part and keep it running from now on. Raises what its start raises."""
        self._log.notice(part.name, await part.start())
        self._keepers[part] = asyncio.create_task(self._keep(part))

    async def _keep(self, part: Part) -> None:
        pause = PAUSE_SECONDS_MIN
        while True:
            started = time.monotonic()
            end = await part.ended()
            if time.monotonic() - started > STEADY_SECONDS:
                pause = PAUSE_SECONDS_MIN
            while not self._stopping.is_set():
                self._log.notice(part.name, f"{end}; starts again in {pause:g} s")
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._stopping.wait(), pause)
                    return
                pause = min(2 * pause, PAUSE_SECONDS_MAX)
                try:
                    self._log.notice(part.name, await part.start())
                except (EmbeddedServerError, FolderError, OSError) as error:
                    end = f"did not start: {error}"
                else:
                    self.restarts += 1
                    break
            else:
                self._log.notice(part.name, "stopped")
                return

    async def stop(self, parts: Sequence[Part]) -> None:
        """Stop these parts together; from the first call on nothing is started again."""
        self._stopping.set()
        await asyncio.gather(*(self._stop(part) for part in parts))

    async def _stop(self, part: Part) -> None:
        keeper = self._keepers.pop(part, None)
        # A part may be just starting again; then it is stopped when it has.
        while keeper is not None and not keeper.done():
            await part.stop()
            await asyncio.wait({keeper}, timeout=0.1)

    def kill(self) -> None:
        """End every service at once; what was in their hands is decided again next time."""
        for part in self._keepers:
            part.kill()
