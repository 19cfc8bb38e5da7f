"""Ownership: engines hold a lock for each command stream they own, and share the streams evenly.

The layouts of the shards say which streams there are. While old ones drain, nobody owns their
successors.

Locks provide ordering and cache affinity. Safety does not depend on them: the append script checks
the lock's token (fencing), and refuses commits decided on an old state.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

import structlog

from services.runtime.operations.health import Health
from services.runtime.operations.tasks import cancel_tasks
from services.runtime.operations.telemetry import (
    COMMAND_STREAMS,
    COMMAND_STREAMS_OWNED,
    SHARD,
    SHARDS,
    SHARDS_OWNED,
    STREAM,
)
from services.runtime.server.client import RedisClient
from services.runtime.server.connection import CONNECTION_ERRORS
from services.runtime.server.lock import LockLostError, ServerLock
from services.runtime.store.keys import ENGINES, ShardKeys, StreamKeys
from services.runtime.store.rules_in_play import RulesInPlay
from services.runtime.store.stream_layout import StreamLayouts

TICKS_PER_LOCK = 5
DRAINING_TICK_SECONDS = 0.1

log = structlog.get_logger()


def holder_id(token: str) -> str:
    """Return the id of the engine that holds a lock with this token."""
    return token.partition(":")[0]


OnAcquire = Callable[[StreamKeys, str], Awaitable[None]]
"""Called with a stream and the token of its lock."""
OnRelease = Callable[[StreamKeys], Awaitable[None]]


class Ownership:
    """Acquires free streams up to a fair share, releases surplus ones, detects lost ones."""

    def __init__(  # noqa: PLR0913, PLR0917 - the ports it uses
        self,
        client: RedisClient,
        service: str,
        layouts: StreamLayouts,
        rules_in_play: RulesInPlay,
        lock_seconds: float,
        health: Health,
    ) -> None:
        self.id = f"{service}-{secrets.token_hex(4)}"
        self._client = client
        self._service = service
        self._layouts = layouts
        self._rules_in_play = rules_in_play
        self._lock_seconds = lock_seconds
        self._health = health
        self._streams: tuple[StreamKeys, ...] = ()
        """All that may be read now."""
        self._locks: dict[StreamKeys, ServerLock] = {}
        self.stopping = asyncio.Event()
        self.layout_changed = asyncio.Event()
        """Set by who notices that a stream was replaced: the next tick comes at once."""
        self.on_acquire: OnAcquire
        self.on_release: OnRelease

    @property
    def owned(self) -> tuple[StreamKeys, ...]:
        return tuple(self._locks)

    def owned_shards(self) -> tuple[ShardKeys, ...]:
        """Return the shards whose first stream is ours. Each shard has one such owner, who looks
        after everything that the shard has once."""
        return tuple(stream.shard for stream in self._locks if stream.index == 0)

    async def run(self) -> None:
        """Run until `stopping` is set, and finish the current tick.

        Cancelling a tick could leave a lock that is neither renewed nor released."""
        while not self.stopping.is_set():
            self.layout_changed.clear()
            try:
                await self._tick()
                self._health.ready("shards")
            except CONNECTION_ERRORS as error:
                # Locks can't be renewed without the server; they expire.
                self._health.not_ready("shards", f"server unreachable: {error}")
                log.warning("ownership: server unreachable", error=str(error))
            self._health.beat("ownership")
            self._set_metrics()
            await self._pause()

    async def _pause(self) -> None:
        """Wait for the next tick. While streams drain, it comes soon: they pause their shard."""
        is_draining = any(stream.is_draining for stream in self._streams)
        seconds = DRAINING_TICK_SECONDS if is_draining else self._lock_seconds / TICKS_PER_LOCK
        waiting = [
            asyncio.create_task(event.wait()) for event in (self.stopping, self.layout_changed)
        ]
        await asyncio.wait(waiting, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        await cancel_tasks(*waiting)

    def _set_metrics(self) -> None:
        SHARDS.set(len(self._layouts.shards))
        SHARDS_OWNED.set(len(self.owned_shards()))
        COMMAND_STREAMS.set(len(self._streams))
        COMMAND_STREAMS_OWNED.set(len(self._locks))

    async def _tick(self) -> None:
        """Renew, release and acquire streams.

        All streams at once: in sequence, a busy engine would renew the last ones too late."""
        engines, *_ = await _gather(
            self._live_engines(), *(self._renew(stream) for stream in self.owned)
        )
        # Afterwards: a cluster client fails when its very first commands run concurrently.
        layouts = await self._layouts.read_all()
        self._streams = tuple(stream for layout in layouts for stream in layout.readable_streams)
        replaced = set(self.owned).difference(self._streams)
        await _gather(*(self.release(stream) for stream in replaced))
        owners = await self._rules_in_play.owners(self._layouts.shards, engines)
        for group in set(owners.values()):
            streams = [stream for stream in self._streams if owners[stream.shard] == group]
            await self._share(streams, group)

    async def _share(self, streams: list[StreamKeys], engines: frozenset[str]) -> None:
        """Own a fair share of streams that these engines may own, and none of others."""
        share = -(-len(streams) // len(engines)) if self.id in engines else 0
        owned = [stream for stream in streams if stream in self._locks]
        await _gather(*(self.release(stream) for stream in owned[share:]))
        candidates = [stream for stream in streams if stream not in self._locks]
        while candidates and (missing := share - self._count_owned(streams)) > 0:
            await _gather(*(self._acquire(stream) for stream in candidates[:missing]))
            candidates = candidates[missing:]

    def _count_owned(self, streams: list[StreamKeys]) -> int:
        return sum(1 for stream in streams if stream in self._locks)

    async def _live_engines(self) -> frozenset[str]:
        await self._rules_in_play.announce(self.id)
        seconds, micros = await self._client.time()
        now = seconds + micros / 1e6
        await self._client.zadd(ENGINES, {self.id: now})
        await self._client.zremrangebyscore(ENGINES, "-inf", now - self._lock_seconds)
        members = await self._client.zrangebyscore(ENGINES, "-inf", "+inf")
        return frozenset(member.decode() for member in members)

    async def _renew(self, stream: StreamKeys) -> None:
        try:
            await self._locks[stream].renew()
        except LockLostError:
            log.warning("shard lost", **stream_fields(stream))
            del self._locks[stream]
            await self.on_release(stream)

    async def _acquire(self, stream: StreamKeys) -> None:
        lock = ServerLock(self._client, stream.owner(self._service), self._lock_seconds)
        # The token starts with the engine's id, so that people can see who owns a stream.
        token = f"{self.id}:{secrets.token_hex(8)}"
        if not await lock.acquire(token):
            return
        self._locks[stream] = lock
        await self.on_acquire(stream, token)
        log.info("shard acquired", **stream_fields(stream))

    async def release(self, stream: StreamKeys) -> None:
        """Finish the current batch of the stream, then release its lock."""
        lock = self._locks.pop(stream)
        await self.on_release(stream)
        try:
            await lock.release()
        except (LockLostError, *CONNECTION_ERRORS) as error:
            log.warning("shard lock not released", error=str(error), **stream_fields(stream))
        log.info("shard released", **stream_fields(stream))

    async def release_all(self) -> None:
        await _gather(*(self.release(stream) for stream in self.owned))
        with contextlib.suppress(*CONNECTION_ERRORS):
            await self._client.zrem(ENGINES, self.id)
            await self._rules_in_play.forget(self.id)
        SHARDS_OWNED.set(0)
        COMMAND_STREAMS_OWNED.set(0)


def stream_fields(stream: StreamKeys) -> dict[str, int]:
    """Return the log fields of a stream: its shard and, if that has several, its index."""
    fields = {SHARD: stream.shard.number}
    return fields if stream.count == 1 else fields | {STREAM: stream.index}


async def _gather(*steps: Awaitable[Any]) -> list[Any]:
    """Wait for all steps, even if one fails. Return the results, or raise the first error."""
    results = await asyncio.gather(*steps, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return results
