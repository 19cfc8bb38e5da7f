"""The command streams that this engine owns."""

from faststream.redis import RedisBroker

from services.engine.command_reader import CommandReader
from services.engine.context import EngineContext
from services.engine.owned_stream import OwnedStream
from services.runtime.store.keys import StreamKeys


class OwnedStreams:
    """Passes what the ownership loop acquires and releases to the stream concerned."""

    def __init__(self, broker: RedisBroker, context: EngineContext, *, read_together: bool) -> None:
        """`read_together`: one call can read the streams of all shards."""
        self._context = context
        batch_max = context.settings.batch_max
        shared_reader = CommandReader(broker, batch_max) if read_together else None
        self._readers = {
            shard: shared_reader or CommandReader(broker, batch_max)
            for shard in context.event_log.all_shards()
        }
        self._by_keys: dict[StreamKeys, OwnedStream] = {}

    async def acquire(self, keys: StreamKeys, token: str) -> None:
        stream = OwnedStream(keys, self._readers[keys.shard], self._context)
        self._by_keys[keys] = stream
        await stream.acquire(token)

    async def release(self, keys: StreamKeys) -> None:
        await self._by_keys.pop(keys).release()
