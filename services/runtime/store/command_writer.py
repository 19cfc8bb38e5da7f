"""Adds commands to the streams of their shards.

A writer knows the layout of each shard from the last time that it had to ask; at first it assumes
one stream per shard. It adds only to streams that exist (`NOMKSTREAM`), so the reply says whether
it was right, without another call. If not, it asks for the layout and adds the commands again, in
their order.
"""

import asyncio
from binascii import crc32
from functools import partial

from msgspec import Struct, field
from redis.exceptions import RedisError

from services.runtime.server.client import RedisClient
from services.runtime.server.connection import CONNECTION_ERRORS
from services.runtime.store.keys import ShardKeys, StreamKeys, stream_index
from services.runtime.store.stream_layout import StreamLayout, StreamLayouts

ATTEMPTS_MAX = 5


class NoStreamError(RedisError):
    """A command was not queued: the streams of its shard changed each time."""


class _Returned(Struct, frozen=True):
    """A command that is not in a stream yet, and the future that gets its entry id."""

    table_id: str
    command: bytes
    reply: asyncio.Future[bytes]
    attempts: int


class _Reload(Struct):
    """Commands of a shard that wait until its layout is known."""

    returned: list[_Returned] = field(default_factory=list)
    """Those that were sent to a stream that does not exist."""
    held: list[_Returned] = field(default_factory=list)
    """Those that came later."""
    task: asyncio.Task[None] | None = None


class CommandWriter:
    def __init__(self, client: RedisClient, layouts: StreamLayouts) -> None:
        self._client = client
        self._layouts = layouts
        self._shards = len(layouts.shards)
        self._streams: list[tuple[StreamKeys, ...]] = []
        self._names: list[tuple[str, ...]] = []
        for shard in layouts.shards:
            streams = StreamLayout(shard).streams
            self._streams.append(streams)
            self._names.append(tuple(stream.commands for stream in streams))
        self._reloads: dict[int, _Reload] = {}
        """By number of the shard."""

    def stream(self, table_id: str) -> StreamKeys:
        """Return where a table's commands go, as far as known."""
        streams = self._streams[crc32(table_id.encode()) % self._shards]
        return streams[stream_index(table_id, self._shards, len(streams))]

    def send_soon(self, table_id: str, command: bytes) -> asyncio.Future[bytes]:
        """Add a command with everything else of this turn of the event loop, without a task. The
        future gets its entry id."""
        place = crc32(table_id.encode())
        number = place % self._shards
        if number in self._reloads:
            reply: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
            self._reloads[number].held.append(_Returned(table_id, command, reply, 0))
            return reply
        names = self._names[number]
        name = names[0] if len(names) == 1 else names[place // self._shards % len(names)]
        return self._add(name, table_id, command, 0)

    async def reload(self, shard: ShardKeys) -> None:
        """Ask for the layout of a shard, and create its streams if they are missing."""
        number = shard.number
        layout = await self._layouts.open(*self._streams[number])
        if layout.generation != self._streams[number][0].generation:
            self._streams[number] = layout.streams
            self._names[number] = tuple(stream.commands for stream in layout.streams)

    def _add(
        self, name: str, table_id: str, command: bytes, attempts: int
    ) -> asyncio.Future[bytes]:
        return self._client.send_soon(
            "XADD",
            name,
            "NOMKSTREAM",
            "*",
            "command",
            command,
            on_nil=partial(self._take_back, table_id, command, attempts),
        )

    def _take_back(
        self, table_id: str, command: bytes, attempts: int, reply: asyncio.Future[bytes]
    ) -> None:
        """Keep a command whose stream does not exist. The coalescer calls this in stream order."""
        if attempts == ATTEMPTS_MAX:
            reply.set_exception(NoStreamError(f"no command stream for table {table_id}"))
            return
        shard = self.stream(table_id).shard
        reload = self._reloads.setdefault(shard.number, _Reload())
        reload.returned.append(_Returned(table_id, command, reply, attempts + 1))
        if reload.task is None:
            # Its call follows all commands that were sent before, so their replies are here first.
            reload.task = asyncio.create_task(self._reload_and_send(shard, reload))

    async def _reload_and_send(self, shard: ShardKeys, reload: _Reload) -> None:
        failure: Exception | None = None
        try:
            await self.reload(shard)
        except CONNECTION_ERRORS as error:
            failure = error
        finally:
            del self._reloads[shard.number]
        for returned in (*reload.returned, *reload.held):
            reply = returned.reply
            if reply.done():
                continue
            if failure is not None:
                reply.set_exception(failure)
                continue
            name = self.stream(returned.table_id).commands
            again = self._add(name, returned.table_id, returned.command, returned.attempts)
            again.add_done_callback(partial(_pass_on, reply))


def _pass_on(reply: asyncio.Future[bytes], again: asyncio.Future[bytes]) -> None:
    if again.cancelled():
        reply.cancel()
    elif (error := again.exception()) is not None:
        if not reply.done():
            reply.set_exception(error)
    elif not reply.done():
        reply.set_result(again.result())
