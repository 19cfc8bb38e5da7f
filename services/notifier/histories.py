"""Reads table histories for new and lagging subscribers, with bounded concurrency."""

import asyncio

import structlog

from games.codec import read_commit
from schemas.commit import AnyCommit
from schemas.terms import Terms
from services.runtime.access.sittings import CurrentSittings
from services.runtime.access.spectators import spectator_seq, terms_of
from services.runtime.operations.clock import now_ms
from services.runtime.operations.telemetry import TABLE
from services.runtime.server.connection import CONNECTION_ERRORS
from services.runtime.store.event_log import EventLog
from services.runtime.store.snapshots import load_position

PAGE_COMMITS = 50
"""Small, because every client that catches up holds a page."""
CONCURRENT_READS_MAX = 32
"""For the whole process: after a restart all clients reconnect together, and every waiting read
holds a server connection."""
RETRY_SECONDS = 0.2

log = structlog.get_logger()


class Histories:
    def __init__(self, event_log: EventLog) -> None:
        self._log = event_log
        self._read_slots = asyncio.Semaphore(CONCURRENT_READS_MAX)

    async def load_head(self, table_id: str) -> tuple[Terms, AnyCommit] | None:
        """Return the terms and the newest commit of a table, or None if it does not exist."""
        async with self._read_slots:
            terms = await terms_of(self._log, table_id)
            line = await self._log.last_commit(table_id)
        return None if terms is None or line is None else (terms, read_commit(line))

    async def last_seq(self, table_id: str) -> int:
        async with self._read_slots:
            return await self._log.last_seq(table_id)

    async def last_commit(self, table_id: str) -> AnyCommit | None:
        async with self._read_slots:
            line = await self._log.last_commit(table_id)
        return None if line is None else read_commit(line)

    async def sittings(self, table_id: str) -> CurrentSittings:
        """Return who sits on the seats of a table that exists."""
        async with self._read_slots:
            position = await load_position(self._log, table_id)
        assert position is not None, "the table exists"
        return CurrentSittings(position)

    async def spectator_seq(self, table_id: str, terms: Terms) -> int:
        """Return the newest seq that spectators may see now."""
        async with self._read_slots:
            return await spectator_seq(self._log, table_id, terms, now_ms())

    async def read_page(self, table_id: str, after: int) -> list[tuple[int, bytes]]:
        """Return the next commits after a seq. Retries until the server answers."""
        while True:
            try:
                async with self._read_slots:
                    return await self._log.read_page(table_id, after, PAGE_COMMITS)
            except CONNECTION_ERRORS as error:
                log.warning("server unreachable", error=str(error), **{TABLE: table_id})
                await asyncio.sleep(RETRY_SECONDS)
