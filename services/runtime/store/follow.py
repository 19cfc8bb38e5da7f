"""Follow streams: read their new entries as they come, across outages of the server.

A single server reads any number of streams in one call. On a cluster, each hash tag needs a call of
its own. A blocking read occupies its connection, and returns before the socket times out.
"""

import asyncio
import random
import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing

import structlog
from msgspec import Struct
from redis.crc import key_slot

from services.runtime.operations.clock import now_ms
from services.runtime.operations.tasks import cancel_tasks
from services.runtime.server.client import Entry, Fields, RedisClient
from services.runtime.server.connection import BLOCK_MS, CONNECTION_ERRORS
from services.runtime.server.nodes import is_cluster
from services.runtime.store.cursor import Cursor, entry_cursor, last_cursor

READ_COUNT = 500
"""Entries per stream and read."""
RETRY_SECONDS_MIN = 0.1
RETRY_SECONDS_MAX = 0.3
"""The delay before a retry is random: all readers of a server lose it at the same moment."""

log = structlog.get_logger()


class StreamEntry(Struct, frozen=True, gc=False):
    cursor: Cursor
    """Continue here to read what comes after this entry."""
    fields: Fields


class StreamRead(Struct, frozen=True):
    """What one read found in one stream, possibly nothing."""

    stream: str
    start: Cursor
    entries: list[StreamEntry]
    read_ms: int
    """Entries added before this time are in this read or in an earlier one, if it reached the end
    of the stream."""

    @property
    def end(self) -> Cursor:
        return self.entries[-1].cursor if self.entries else self.start

    @property
    def reached_end(self) -> bool:
        return len(self.entries) < READ_COUNT


Reads = list[StreamRead]
"""The result of one call: one read of each stream."""


def _ignore() -> None: ...


def _ignore_error(_error: Exception) -> None: ...


class Watch(Struct, frozen=True):
    """What the caller wants to know while it waits."""

    on_progress: Callable[[], None] = _ignore
    """Called after every read, also one without entries: a heartbeat."""
    on_outage: Callable[[Exception], None] = _ignore_error
    """Called once when the server becomes unreachable."""


UNWATCHED = Watch()


async def follow(
    client: RedisClient, cursors: Mapping[str, Cursor | None], watch: Watch = UNWATCHED
) -> AsyncGenerator[Reads, None]:
    """Yield what is added to these streams after their cursors, until cancelled.

    None stands for the end of the stream. Yields at least once per `BLOCK_MS` while the server is
    reachable, so callers can do periodic work between reads."""
    readers = [
        _Reader(client, {stream: cursors[stream] for stream in streams}, watch)
        for streams in _read_together(client, tuple(cursors))
    ]
    results = readers[0].results() if len(readers) == 1 else _merge(readers)
    async with aclosing(results):
        async for reads in results:
            yield reads


def _read_together(client: RedisClient, streams: Sequence[str]) -> list[list[str]]:
    """Group the streams that one call can read."""
    if not is_cluster(client):
        return [list(streams)]
    by_slot: dict[int, list[str]] = {}
    for stream in streams:
        by_slot.setdefault(key_slot(stream.encode()), []).append(stream)
    return list(by_slot.values())


async def _merge(readers: Sequence["_Reader"]) -> AsyncGenerator[Reads, None]:
    """Read concurrently; yield in the order of arrival."""
    results: asyncio.Queue[Reads | Exception] = asyncio.Queue(maxsize=1)

    async def forward(reader: _Reader) -> None:
        try:
            async for reads in reader.results():
                await results.put(reads)
        except Exception as error:
            await results.put(error)

    tasks = [asyncio.create_task(forward(reader)) for reader in readers]
    try:
        while True:
            result = await results.get()
            if isinstance(result, Exception):
                raise result
            yield result
    finally:
        await cancel_tasks(*tasks)


class _Reader:
    """Reads streams that one call can read."""

    def __init__(
        self, client: RedisClient, cursors: Mapping[str, Cursor | None], watch: Watch
    ) -> None:
        self._client = client
        self._unresolved = [stream for stream, cursor in cursors.items() if cursor is None]
        self._cursors = {stream: cursor for stream, cursor in cursors.items() if cursor is not None}
        self._watch = watch
        self._unreachable_since: float | None = None

    async def results(self) -> AsyncGenerator[Reads, None]:
        while True:
            try:
                reads = await self._read()
            except CONNECTION_ERRORS as error:
                self._note_outage(error)
                await asyncio.sleep(random.uniform(RETRY_SECONDS_MIN, RETRY_SECONDS_MAX))
                continue
            self._note_progress()
            yield reads

    async def _read(self) -> Reads:
        while self._unresolved:
            stream = self._unresolved[0]
            self._cursors[stream] = await last_cursor(self._client, stream)
            del self._unresolved[0]
        read_ms = now_ms()
        reply = await self._client.xread(self._cursors, READ_COUNT, BLOCK_MS)
        new_entries = {name.decode(): entries for name, entries in reply}
        reads = [
            StreamRead(stream, start, _entries(new_entries.get(stream, [])), read_ms)
            for stream, start in self._cursors.items()
        ]
        self._cursors = {read.stream: read.end for read in reads}
        return reads

    def _note_outage(self, error: Exception) -> None:
        if self._unreachable_since is None:
            self._unreachable_since = time.monotonic()
            log.warning("server unreachable: reading is interrupted", error=str(error))
            self._watch.on_outage(error)

    def _note_progress(self) -> None:
        if self._unreachable_since is not None:
            seconds = round(time.monotonic() - self._unreachable_since, 1)
            log.info("server reachable again: reading continues", outage_seconds=seconds)
            self._unreachable_since = None
        self._watch.on_progress()


def _entries(entries: list[Entry]) -> list[StreamEntry]:
    return [StreamEntry(entry_cursor(entry_id), fields) for entry_id, fields in entries]
