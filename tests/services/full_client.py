"""The commands that only tests use, on top of those of the services."""
# ruff: noqa: A002 - parameters have the names they have in redis-py

from collections.abc import AsyncIterator, Mapping
from typing import Protocol, cast

from services.runtime.server.client import Entry, Pipeline, RedisClient, Value
from services.runtime.server.connection import connect, parse_address
from services.runtime.store.event_log import EventLog
from services.runtime.stores import Stores


class FullPipeline(Pipeline, Protocol):
    def xadd(self, name: str, fields: Mapping[str, Value], id: str = "*") -> object: ...

    def hset(self, name: str, key: Value, value: Value) -> object: ...


class FullClient(RedisClient, Protocol):
    def pipeline(self, transaction: bool) -> FullPipeline: ...

    async def flushdb(self) -> bool: ...

    async def config_set(self, name: str, value: Value, *, target_nodes: object = None) -> bool:
        """Set it on one server, or on these nodes of a cluster."""

    async def execute_command(self, *arguments: Value) -> object: ...

    async def set(self, name: str, value: Value, px: int | None = None) -> bool: ...

    async def pttl(self, name: str) -> int: ...

    async def ttl(self, name: str) -> int: ...

    async def expire(self, name: str, time: int) -> bool: ...

    def scan_iter(self, match: str) -> AsyncIterator[bytes]: ...

    async def hexists(self, name: str, key: str) -> bool: ...

    async def zscore(self, name: str, value: Value) -> float | None: ...

    async def xdel(self, name: str, *ids: str) -> int: ...

    async def xack(self, name: str, groupname: str, *ids: bytes) -> int: ...

    async def xtrim(
        self,
        name: str,
        maxlen: int | None = None,
        approximate: bool = True,
        minid: str | None = None,
    ) -> int: ...

    async def xgroup_destroy(self, name: str, groupname: str) -> int: ...

    async def xreadgroup(
        self,
        groupname: str,
        consumername: str,
        streams: Mapping[str, str],
        count: int | None = None,
        block: int | None = None,
    ) -> list[tuple[bytes, list[Entry]]]: ...


def connect_fully(url: str) -> FullClient:
    return cast(FullClient, connect(parse_address(url)))


def client_of(event_log: EventLog) -> FullClient:
    """Return the client of an event log, to look at what is stored and to break it."""
    return cast(FullClient, event_log._client)


def stores_of(event_log: EventLog) -> Stores:
    """Return all stores on the server of an event log."""
    return Stores(client_of(event_log), event_log.shards)
