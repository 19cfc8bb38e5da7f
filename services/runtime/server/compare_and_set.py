"""Changes a field of a hash only if nobody else has changed it since it was read."""

from services.runtime.server.client import RedisClient
from services.runtime.server.script import Script

_SET = """
local stored = redis.call('HGET', KEYS[1], ARGV[1])
if (stored or '') ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
"""


class CompareAndSet:
    def __init__(self, client: RedisClient) -> None:
        self._set: Script[int] = Script(client, _SET)

    async def __call__(self, name: str, field: str, expected: bytes | None, value: bytes) -> bool:
        """Return whether the field was as expected; None means missing. No value is empty."""
        return bool(await self._set(keys=[name], args=[field, expected or b"", value]))
