"""Reads the truth for those who come and catch up, not for all of them at once."""

import asyncio
import time

import structlog

from games.codec import read_commit
from schemas.commit import AnyCommit
from schemas.terms import Terms
from services.runtime.connection import LOST
from services.runtime.event_log import EventLog
from services.runtime.spectators import terms_of, version_for_spectators
from services.runtime.telemetry import GAME

PAGE_COMMITS = 50
"""Small: every client that catches up holds a page."""
READS_MAX = 32
"""At once, for the whole process: after a restart all clients come together, and every read that
waits for the server holds a connection to it."""
RETRY_SECONDS = 0.2

log = structlog.get_logger()


class Histories:
    def __init__(self, event_log: EventLog) -> None:
        self._log = event_log
        self._reads = asyncio.Semaphore(READS_MAX)

    async def about(self, game: str) -> tuple[Terms, AnyCommit] | None:
        """The terms and the newest commit of a game; None when there is no such game."""
        async with self._reads:
            terms = await terms_of(self._log, game)
            last = await self._log.last(game)
        return None if terms is None or last is None else (terms, read_commit(last))

    async def newest(self, game: str) -> AnyCommit | None:
        async with self._reads:
            last = await self._log.last(game)
        return None if last is None else read_commit(last)

    async def shown(self, game: str, terms: Terms) -> int:
        """The version that spectators may see now."""
        async with self._reads:
            now = time.time_ns() // 1_000_000
            return await version_for_spectators(self._log, game, terms, now)

    async def page(self, game: str, after: int) -> list[tuple[int, bytes]]:
        """The next commits after a version. Tries until the server answers."""
        while True:
            try:
                async with self._reads:
                    return await self._log.page(game, after, PAGE_COMMITS)
            except LOST as error:
                log.warning("no word from the server", error=str(error), **{GAME: game})
                await asyncio.sleep(RETRY_SECONDS)
