"""Sends commands and waits for their outcomes. Used by gateways, bots and the command line."""

import asyncio
import time
from collections.abc import Mapping
from contextlib import aclosing
from types import TracebackType

import msgspec
import structlog

from schemas.commit import AnyCommand, canonical
from schemas.outcome import Outcome
from schemas.rejection import Rejection
from services.runtime.operations.tasks import cancel_tasks
from services.runtime.server.connection import CONNECTION_ERRORS
from services.runtime.store.cursor import Cursor
from services.runtime.store.event_log import EventLog, PublishedOutcome

RETRY_SECONDS = 0.2
LISTENING_SECONDS = 2.0
"""How long to go on listening for outcomes after the last one that somebody waited for."""

log = structlog.get_logger()

_rejection_decoder = msgspec.json.Decoder(Rejection)


def read_outcome(published: PublishedOutcome) -> Outcome:
    """Decode a published outcome."""
    rejection = published.rejection
    return Outcome(
        command=published.command_id,
        table=published.table_id,
        seq=None if rejection else published.seq,
        rejection=_rejection_decoder.decode(rejection) if rejection else None,
    )


class NotQueuedError(TimeoutError):
    """The server did not take the command in time. It has no outcome, and never will."""


class Dispatcher:
    """Sends commands, and follows feeds and outcomes while somebody waits for an outcome. An
    async context manager."""

    def __init__(self, event_log: EventLog) -> None:
        self._log = event_log
        self._waiting: dict[tuple[str, str], set[asyncio.Future[Outcome]]] = {}
        """By table and command id: clients choose command ids, so tables may share them."""
        self._listening: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()

    async def __aenter__(self) -> "Dispatcher":
        return self

    async def __aexit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        if self._listening is not None:
            await cancel_tasks(self._listening)

    async def send(self, command: AnyCommand, timeout_seconds: float = 30.0) -> Outcome:
        """Queue a command and wait for its outcome.

        Raises TimeoutError if none comes in time, and NotQueuedError if the command could not even
        be queued. Sending the same command again is safe.
        """
        # Each call has its own future: a timeout of one does not affect the others.
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        key = (command.table, command.id)
        self._waiting.setdefault(key, set()).add(future)
        end = time.monotonic() + timeout_seconds
        try:
            await self._queue(command, timeout_seconds, listens=True)
            async with asyncio.timeout(end - time.monotonic()):
                return await future
        finally:
            waiting = self._waiting[key]
            waiting.discard(future)
            if not waiting:
                del self._waiting[key]

    async def queue(self, command: AnyCommand, timeout_seconds: float = 30.0) -> None:
        """Queue a command without waiting for its outcome. A duplicate has no effect.

        Retries while the server is down or full. Raises NotQueuedError.
        """
        await self._queue(command, timeout_seconds, listens=False)

    async def _queue(self, command: AnyCommand, timeout_seconds: float, *, listens: bool) -> None:
        problem: Exception | None = None
        try:
            async with asyncio.timeout(timeout_seconds):
                while True:
                    try:
                        if listens:
                            await self._listen()
                        await self._log.send(command.table, canonical(command))
                    except CONNECTION_ERRORS as error:
                        problem = error
                        log.warning("command not queued: retrying", error=str(error))
                        await asyncio.sleep(RETRY_SECONDS)
                    else:
                        return
        except TimeoutError as error:
            raise NotQueuedError(f"the server did not take the command: {problem}") from error

    async def _listen(self) -> None:
        """Start to listen at the ends of all streams: before the first command is sent."""
        if self._listening is not None:
            return
        async with self._starting:
            if self._listening is None:
                cursors = await self._log.update_cursors()
                self._listening = asyncio.create_task(self._read_outcomes(cursors))

    async def _read_outcomes(self, cursors: Mapping[str, Cursor]) -> None:
        """Read until no caller has waited for `LISTENING_SECONDS`."""
        needed_at = time.monotonic()
        async with aclosing(self._log.follow_updates(cursors)) as results:
            async for updates in results:
                for published in updates.outcomes:
                    self._resolve(published)
                if self._waiting:
                    needed_at = time.monotonic()
                elif time.monotonic() - needed_at > LISTENING_SECONDS:
                    self._listening = None
                    return

    def _resolve(self, published: PublishedOutcome) -> None:
        for future in self._waiting.get((published.table_id, published.command_id), ()):
            if not future.done():
                future.set_result(read_outcome(published))


async def outcome_of(event_log: EventLog, table_id: str, command_id: str) -> Outcome | None:
    """Return the outcome of a command, or None if it is not decided yet."""
    stored = await event_log.outcome(table_id, command_id)
    if stored is None:
        return None
    if stored.startswith(b"{"):
        return Outcome(command_id, table_id, rejection=_rejection_decoder.decode(stored))
    return Outcome(command_id, table_id, int(stored))
