"""A connection that serialises commands in C.

redis-py does this only for its blocking client. Serialising the script call of a batch takes 7 us
per command in Python and 1 us in C.
"""

from typing import Any

from redis.asyncio.connection import Connection
from redis.connection import HiredisRespSerializer

_serializer = HiredisRespSerializer()


class PackingConnection(Connection):
    def pack_command(self, *args: Any) -> list[bytes]:
        packed: list[bytes] = _serializer.pack(*args)
        return packed
