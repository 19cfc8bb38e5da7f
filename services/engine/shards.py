"""The shards of this engine, one `Shard` for each number."""

from faststream.redis import RedisBroker

from services.engine.command_reader import CommandReader
from services.engine.context import EngineContext
from services.engine.shard import Shard
from services.runtime.store.keys import ShardKeys


class Shards:
    """Passes what the ownership loop acquires and releases to the shard concerned."""

    def __init__(self, broker: RedisBroker, context: EngineContext, *, read_together: bool) -> None:
        """`read_together`: one call can read all command streams."""
        batch_max = context.settings.batch_max
        shared_reader = CommandReader(broker, batch_max) if read_together else None
        self._by_keys = {
            keys: Shard(keys, shared_reader or CommandReader(broker, batch_max), context)
            for keys in context.event_log.all_shards()
        }

    async def acquire(self, keys: ShardKeys, token: str) -> None:
        await self._by_keys[keys].acquire(token)

    async def release(self, keys: ShardKeys) -> None:
        await self._by_keys[keys].release()
