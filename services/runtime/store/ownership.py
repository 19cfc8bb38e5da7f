"""Shard ownership: engines hold a lock for each shard they own, and share the shards evenly.

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
from services.runtime.operations.telemetry import SHARD, SHARDS, SHARDS_OWNED
from services.runtime.server.client import RedisClient
from services.runtime.server.connection import CONNECTION_ERRORS
from services.runtime.server.lock import LockLostError, ServerLock
from services.runtime.store.keys import ENGINES, ShardKeys

TICKS_PER_LOCK = 5

log = structlog.get_logger()


def holder_id(token: str) -> str:
    """Return the id of the engine that holds a lock with this token."""
    return token.partition(":")[0]


OnAcquire = Callable[[ShardKeys, str], Awaitable[None]]
"""Called with a shard and the token of its lock."""
OnRelease = Callable[[ShardKeys], Awaitable[None]]


class Ownership:
    """Acquires free shards up to a fair share, releases surplus ones, detects lost ones."""

    def __init__(
        self,
        client: RedisClient,
        service: str,
        shards: tuple[ShardKeys, ...],
        lock_seconds: float,
        health: Health,
    ) -> None:
        self.id = f"{service}-{secrets.token_hex(4)}"
        self._client = client
        self._service = service
        self._shards = shards
        self._lock_seconds = lock_seconds
        self._health = health
        self._locks: dict[ShardKeys, ServerLock] = {}
        self.stopping = asyncio.Event()
        self.on_acquire: OnAcquire
        self.on_release: OnRelease

    @property
    def owned(self) -> tuple[ShardKeys, ...]:
        return tuple(self._locks)

    async def run(self) -> None:
        """Run until `stopping` is set, and finish the current tick.

        Cancelling a tick could leave a lock that is neither renewed nor released."""
        while not self.stopping.is_set():
            try:
                await self._tick()
                self._health.ready("shards")
            except CONNECTION_ERRORS as error:
                # Locks can't be renewed without the server; they expire.
                self._health.not_ready("shards", f"server unreachable: {error}")
                log.warning("ownership: server unreachable", error=str(error))
            self._health.beat("ownership")
            SHARDS.set(len(self._shards))
            SHARDS_OWNED.set(len(self._locks))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.stopping.wait(), self._lock_seconds / TICKS_PER_LOCK)

    async def _tick(self) -> None:
        """Renew, release and acquire shards.

        All shards at once: in sequence, a busy engine would renew the last ones too late."""
        engines, *_ = await _gather(
            self._live_engines(), *(self._renew(shard) for shard in self.owned)
        )
        share = -(-len(self._shards) // max(1, engines))
        await _gather(*(self.release(shard) for shard in self.owned[share:]))
        candidates = [shard for shard in self._shards if shard not in self._locks]
        while candidates and (missing := share - len(self._locks)) > 0:
            await _gather(*(self._acquire(shard) for shard in candidates[:missing]))
            candidates = candidates[missing:]

    async def _live_engines(self) -> int:
        seconds, micros = await self._client.time()
        now = seconds + micros / 1e6
        await self._client.zadd(ENGINES, {self.id: now})
        await self._client.zremrangebyscore(ENGINES, "-inf", now - self._lock_seconds)
        return await self._client.zcard(ENGINES)

    async def _renew(self, shard: ShardKeys) -> None:
        try:
            await self._locks[shard].renew()
        except LockLostError:
            log.warning("shard lost", **{SHARD: shard.number})
            del self._locks[shard]
            await self.on_release(shard)

    async def _acquire(self, shard: ShardKeys) -> None:
        lock = ServerLock(self._client, shard.owner(self._service), self._lock_seconds)
        # The token starts with the engine's id, so that people can see who owns a shard.
        token = f"{self.id}:{secrets.token_hex(8)}"
        if not await lock.acquire(token):
            return
        self._locks[shard] = lock
        await self.on_acquire(shard, token)
        log.info("shard acquired", **{SHARD: shard.number})

    async def release(self, shard: ShardKeys) -> None:
        """Finish the current batch of the shard, then release its lock."""
        lock = self._locks.pop(shard)
        await self.on_release(shard)
        try:
            await lock.release()
        except (LockLostError, *CONNECTION_ERRORS) as error:
            log.warning("shard lock not released", error=str(error), **{SHARD: shard.number})
        log.info("shard released", **{SHARD: shard.number})

    async def release_all(self) -> None:
        await _gather(*(self.release(shard) for shard in self.owned))
        with contextlib.suppress(*CONNECTION_ERRORS):
            await self._client.zrem(ENGINES, self.id)
        SHARDS_OWNED.set(0)


async def _gather(*steps: Awaitable[Any]) -> list[Any]:
    """Wait for all steps, even if one fails. Return the results, or raise the first error."""
    results = await asyncio.gather(*steps, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return results
