"""The commands we use of a server or cluster, with exact argument and reply types.

redis-py annotates its clients with unions of blocking and asynchronous replies and with `Any`. This
protocol says what really comes back: replies are bytes, because clients decode nothing.
"""
# ruff: noqa: A002, PLR0913, PLR0917 - parameters have the names and places they have in redis-py

import asyncio
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Literal, Protocol, Self, TypedDict, overload

from redis.typing import EncodableT

Value = str | bytes | int | float
Fields = dict[bytes, bytes]
Entry = tuple[bytes, Fields]
"""An entry of a stream: its id and its fields."""

StreamState = TypedDict(
    "StreamState", {"length": int, "entries-added": int, "last-generated-id": bytes}
)
GroupState = TypedDict(
    "GroupState", {"name": bytes, "pending": int, "last-delivered-id": bytes, "lag": int | None}
)


class ConsumerState(TypedDict):
    name: bytes
    idle: int


class PendingSummary(TypedDict):
    pending: int
    min: bytes | None
    """Id of the oldest pending entry."""


class PendingState(TypedDict):
    """A delivered entry that is not acknowledged."""

    message_id: bytes
    times_delivered: int


class RegisteredScript(Protocol):
    async def __call__(self, keys: Sequence[str], args: Sequence[Value]) -> object:
        """Run the script. `services.runtime.server.script` types its reply."""


class Pipeline(Protocol):
    """Commands sent together. `execute` returns their replies in order."""

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None: ...

    def hget(self, name: str, key: str) -> object: ...

    def hmget(self, name: str, keys: Sequence[str]) -> object: ...

    def execute_command(self, *args: EncodableT, **options: object) -> object: ...

    async def execute(self, raise_on_error: bool = True) -> list[object]: ...


class RedisClient(Protocol):
    """`Redis` or `RedisCluster`."""

    def register_script(self, script: str) -> RegisteredScript: ...

    def pipeline(self, transaction: bool) -> Pipeline: ...

    async def aclose(self) -> None: ...

    def send_soon(
        self, *args: Value, on_nil: Callable[[asyncio.Future[bytes]], None] | None = None
    ) -> asyncio.Future[bytes]:
        """Send a command that replies with bytes, in the next turn of the event loop. `on_nil` gets
        the future if the reply is nil. Not part of redis-py: see
        `services.runtime.server.coalescing`."""

    # The server

    async def ping(self) -> bool: ...

    async def time(self) -> tuple[int, int]:
        """Return seconds since 1970 and microseconds."""

    async def info(self, section: str) -> dict[str, str | int | float]: ...

    async def config_get(self, pattern: str) -> dict[str, str]: ...

    # Keys and strings

    async def exists(self, *names: str) -> int: ...

    async def delete(self, *names: str) -> int: ...

    async def unlink(self, *names: str) -> int: ...

    async def get(self, name: str) -> bytes | None: ...

    async def mset(self, mapping: Mapping[str, Value]) -> bool: ...

    # Hashes

    async def hget(self, name: str, key: Value) -> bytes | None: ...

    @overload
    async def hset(self, name: str, key: Value, value: Value) -> int: ...

    @overload
    async def hset(self, name: str, *, mapping: Mapping[str, Value]) -> int: ...

    async def hsetnx(self, name: str, key: str, value: Value) -> int: ...

    async def hdel(self, name: str, *keys: Value) -> int: ...

    async def hlen(self, name: str) -> int: ...

    async def hmget(self, name: str, keys: Sequence[Value]) -> list[bytes | None]: ...

    async def hgetall(self, name: str) -> Fields: ...

    async def hkeys(self, name: str) -> list[bytes]: ...

    async def hvals(self, name: str) -> list[bytes]: ...

    async def hincrby(self, name: str, key: str, amount: int) -> int: ...

    # Sets

    async def sadd(self, name: str, *values: Value) -> int: ...

    async def srem(self, name: str, *values: Value) -> int: ...

    async def smembers(self, name: str) -> set[bytes]: ...

    # Sorted sets

    async def zadd(self, name: str, mapping: Mapping[str | bytes, float]) -> int: ...

    async def zrem(self, name: str, *values: Value) -> int: ...

    async def zcard(self, name: str) -> int: ...

    async def zlexcount(self, name: str, min: str, max: str) -> int: ...

    async def zrangebyscore(self, name: str, min: Value, max: Value) -> list[bytes]: ...

    async def zremrangebyscore(self, name: str, min: Value, max: Value) -> int: ...

    @overload
    async def zrange(
        self,
        name: str,
        start: Value,
        end: Value,
        *,
        byscore: bool = False,
        withscores: Literal[False] = False,
        offset: int | None = None,
        num: int | None = None,
    ) -> list[bytes]: ...

    @overload
    async def zrange(
        self,
        name: str,
        start: Value,
        end: Value,
        *,
        byscore: bool = False,
        withscores: Literal[True],
        offset: int | None = None,
        num: int | None = None,
    ) -> list[tuple[bytes, float]]: ...

    # Streams

    async def xadd(self, name: str, fields: Mapping[str, Value], id: str = "*") -> bytes: ...

    async def xlen(self, name: str) -> int: ...

    async def xrange(
        self, name: str, min: str | bytes = "-", max: str | bytes = "+", count: int | None = None
    ) -> list[Entry]: ...

    async def xrevrange(
        self, name: str, max: str | bytes = "+", min: str | bytes = "-", count: int | None = None
    ) -> list[Entry]: ...

    async def xread(
        self, streams: Mapping[str, str], count: int, block: int
    ) -> list[tuple[bytes, list[Entry]]]: ...

    async def xtrim(self, name: str, *, minid: str, approximate: bool) -> int: ...

    async def xinfo_stream(self, name: str) -> StreamState: ...

    # Groups of a stream

    async def xreadgroup(
        self,
        groupname: str,
        consumername: str,
        streams: Mapping[str, str],
        count: int,
        block: int | None = None,
    ) -> list[tuple[bytes, list[Entry]]]: ...

    async def xgroup_create(self, name: str, groupname: str, id: str) -> bool: ...

    async def xinfo_groups(self, name: str) -> list[GroupState]: ...

    async def xinfo_consumers(self, name: str, groupname: str) -> list[ConsumerState]: ...

    async def xpending(self, name: str, groupname: str) -> PendingSummary: ...

    async def xpending_range(
        self,
        name: str,
        groupname: str,
        min: str,
        max: str,
        count: int,
        consumername: str | None = None,
        idle: int | None = None,
    ) -> list[PendingState]: ...

    async def xclaim(
        self,
        name: str,
        groupname: str,
        consumername: str,
        min_idle_time: int,
        message_ids: Sequence[bytes],
        *,
        retrycount: int | None = None,
    ) -> list[Entry]: ...
