"""Reads the truth for those who catch up, not more of them at once than the server likes."""

import asyncio

import structlog

from services.runtime.connection import LOST
from services.runtime.event_log import EventLog
from services.runtime.telemetry import GAME

PAGE_COMMITS = 50
"""Small: every client that catches up holds a page."""
READS_MAX = 64
"""At once, for all clients of the process: after a restart they all come together."""
RETRY_SECONDS = 0.2

log = structlog.get_logger()


class Histories:
    def __init__(self, event_log: EventLog) -> None:
        self._log = event_log
        self._reads = asyncio.Semaphore(READS_MAX)

    async def page(self, game: str, after: int) -> list[tuple[int, bytes]]:
        """The next commits after a version. Tries until the server answers."""
        while True:
            try:
                async with self._reads:
                    return await self._log.page(game, after, PAGE_COMMITS)
            except LOST as error:
                log.warning("no word from the server", error=str(error), **{GAME: game})
                await asyncio.sleep(RETRY_SECONDS)
