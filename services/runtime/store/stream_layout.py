"""How many command streams each shard has, and which of them may be read.

A shard is a slot group: its keys share a hash tag, and its tables stay in it. Its command streams
are what engines own. Their number can change at run time: a script moves the streams to names that
no writer knows and creates those of the next generation. Engines decide what is left in the old
ones (they drain) before anyone reads a new one, so the commands of a table stay in order.
"""

import asyncio
from enum import Enum

from msgspec import Struct

from services.runtime.server.client import RedisClient, Value
from services.runtime.server.script import Script, read_script
from services.runtime.store.keys import ShardKeys, StreamKeys

STREAMS_MAX = 64
"""Per shard."""

_PACKAGE = "services.runtime.store"
_OPEN = read_script(_PACKAGE, "open_streams.lua")
_RESIZE = read_script(_PACKAGE, "resize.lua")
_FINISH_DRAINING = read_script(_PACKAGE, "finish_draining.lua")


class StreamLayout(Struct, frozen=True):
    """The command streams of a shard. Without a record there is one, of generation 0."""

    shard: ShardKeys
    generation: int = 0
    count: int = 1
    draining: int = 0
    """Number of streams of the generation before, until all of them are drained."""

    @property
    def streams(self) -> tuple[StreamKeys, ...]:
        """The streams that commands are added to."""
        return tuple(
            StreamKeys(self.shard, self.generation, self.count, index)
            for index in range(self.count)
        )

    @property
    def draining_streams(self) -> tuple[StreamKeys, ...]:
        return tuple(
            StreamKeys(self.shard, self.generation - 1, self.draining, index, is_draining=True)
            for index in range(self.draining)
        )

    @property
    def readable_streams(self) -> tuple[StreamKeys, ...]:
        """The streams that engines may read now."""
        return self.draining_streams or self.streams


class Resizing(Enum):
    """What became of an attempt to change the number of streams."""

    DONE = b"done"
    CHANGED = b"changed"
    """The layout is not the one that was read before."""
    DRAINING = b"draining"
    """The last change is not finished."""


class StreamLayouts:
    """The layouts of all shards of a deployment."""

    def __init__(self, client: RedisClient, shards: tuple[ShardKeys, ...], group: str) -> None:
        self.shards = shards
        self._client = client
        self._group = group
        self._open: Script[list[int]] = Script(client, _OPEN)
        self._resize: Script[bytes] = Script(client, _RESIZE)
        self._finish: Script[int] = Script(client, _FINISH_DRAINING)

    async def read(self, shard: ShardKeys) -> StreamLayout:
        fields = await self._client.hgetall(shard.streams)
        return StreamLayout(
            shard,
            int(fields.get(b"generation", 0)),
            int(fields.get(b"streams", 1)),
            int(fields.get(b"draining", 0)),
        )

    async def read_all(self) -> list[StreamLayout]:
        return await asyncio.gather(*(self.read(shard) for shard in self.shards))

    async def open(self, *streams: StreamKeys) -> StreamLayout:
        """Create streams of one generation and shard with the engines' group, unless they exist or
        their generation is over. Return the layout, without what is draining.

        The group starts at the first entry: at `$` it would skip commands."""
        shard, generation = streams[0].shard, streams[0].generation
        keys = [shard.streams, *(stream.commands for stream in streams)]
        return StreamLayout(shard, *await self._open(keys=keys, args=[generation, self._group]))

    async def resize(self, layout: StreamLayout, count: int) -> Resizing:
        """Replace the streams of a shard by `count` new ones. Engines drain the old ones."""
        draining = StreamLayout(layout.shard, layout.generation + 1, count, layout.count)
        keys = [layout.shard.streams]
        for streams in (layout.streams, draining.draining_streams, draining.streams):
            keys += [stream.commands for stream in streams]
        arguments: list[Value] = [layout.generation, layout.count, count, self._group]
        return Resizing(await self._resize(keys=keys, args=arguments))

    async def finish_draining(self, stream: StreamKeys) -> None:
        """Delete the draining streams that are empty. After the last one, new ones may be read."""
        layout = StreamLayout(stream.shard, stream.generation + 1, draining=stream.count)
        keys = [stream.shard.streams, *(other.commands for other in layout.draining_streams)]
        await self._finish(keys=keys, args=[layout.generation])
