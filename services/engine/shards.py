"""The shards of this engine, one `Shard` for each number."""

from faststream.redis import RedisBroker

from services.engine.context import EngineContext
from services.engine.shard import Shard
from services.runtime.store.keys import ShardKeys


class Shards:
    """Passes what the ownership loop acquires and releases to the shard concerned."""

    def __init__(self, broker: RedisBroker, context: EngineContext) -> None:
        self._by_keys = {
            keys: Shard(keys, broker, context) for keys in context.event_log.all_shards()
        }

    async def acquire(self, keys: ShardKeys, token: str) -> None:
        await self._by_keys[keys].acquire(token)

    async def release(self, keys: ShardKeys) -> None:
        await self._by_keys[keys].release()
