"""Who reads which shard: a lock for each, renewed while its engine lives, shared out fairly.

Locks give order and affinity. Safety does not hang on them: the append script asks for the lock's
token, and refuses what was decided on an old state.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from redis.asyncio.lock import Lock
from redis.exceptions import LockError

from services.runtime.connection import LOST, Client
from services.runtime.health import Health
from services.runtime.keys import ENGINES, ShardKeys
from services.runtime.telemetry import SHARD, SHARDS, SHARDS_OWNED

TICKS_PER_LOCK = 5

log = structlog.get_logger()


def holder(token: str) -> str:
    """The id of the engine that holds a lock with this token."""
    return token.partition(":")[0]


Taken = Callable[[ShardKeys, str], Awaitable[None]]
"""Called with a shard and the token of its lock."""
Left = Callable[[ShardKeys], Awaitable[None]]


class Ownership:
    """Takes free shards up to a fair share, gives back what is too many, notices what is lost."""

    def __init__(
        self,
        client: Client,
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
        self._locks: dict[ShardKeys, Lock] = {}
        self.stopping = asyncio.Event()
        self.taken: Taken
        self.left: Left

    @property
    def owned(self) -> tuple[ShardKeys, ...]:
        return tuple(self._locks)

    async def run(self) -> None:
        """Until `stopping` is set. Then a turn that is under way is finished: cancelled, it could
        leave a lock that nobody renews and nobody releases."""
        while not self.stopping.is_set():
            try:
                await self._tick()
                self._health.ready("shards")
            except LOST as error:
                # Without the server nothing can be renewed; the locks run out by themselves.
                self._health.not_ready("shards", f"no word from the server: {error}")
                log.warning("ownership: no word from the server", error=str(error))
            self._health.beat("ownership")
            SHARDS.set(len(self._shards))
            SHARDS_OWNED.set(len(self._locks))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.stopping.wait(), self._lock_seconds / TICKS_PER_LOCK)

    async def _tick(self) -> None:
        """Every step for all shards at once: one after the other, a busy engine would come too late
        for the last."""
        engines, *_ = await _together(
            self._live_engines(), *(self._renew(shard) for shard in self.owned)
        )
        share = -(-len(self._shards) // max(1, engines))
        await _together(*(self.release(shard) for shard in self.owned[share:]))
        others = [shard for shard in self._shards if shard not in self._locks]
        while others and (room := share - len(self._locks)) > 0:
            await _together(*(self._take(shard) for shard in others[:room]))
            others = others[room:]

    async def _live_engines(self) -> int:
        seconds, micros = await self._client.time()
        now = seconds + micros / 1e6
        await self._client.zadd(ENGINES, {self.id: now})
        await self._client.zremrangebyscore(ENGINES, "-inf", now - self._lock_seconds)
        return int(await self._client.zcard(ENGINES))

    async def _renew(self, shard: ShardKeys) -> None:
        try:
            await self._locks[shard].reacquire()
        except LockError:
            log.warning("shard lost", **{SHARD: shard.number})
            del self._locks[shard]
            await self.left(shard)

    async def _take(self, shard: ShardKeys) -> None:
        lock = Lock(self._client, shard.owner(self._service), timeout=self._lock_seconds)
        # The token begins with who holds it, so that people can read who owns a shard.
        token = f"{self.id}:{secrets.token_hex(8)}"
        if not await lock.acquire(blocking=False, token=token):
            return
        self._locks[shard] = lock
        await self.taken(shard, token)
        log.info("shard taken", **{SHARD: shard.number})

    async def release(self, shard: ShardKeys) -> None:
        """Finish what is in hand, then let go."""
        lock = self._locks.pop(shard)
        await self.left(shard)
        try:
            await lock.release()
        except LOST as error:
            log.warning("shard not released in order", error=str(error), **{SHARD: shard.number})
        log.info("shard released", **{SHARD: shard.number})

    async def release_all(self) -> None:
        await _together(*(self.release(shard) for shard in self.owned))
        with contextlib.suppress(*LOST):
            await self._client.zrem(ENGINES, self.id)
        SHARDS_OWNED.set(0)


async def _together(*steps: Awaitable[Any]) -> list[Any]:
    """What the steps give, when all of them have ended; or the first failure among them."""
    ended = await asyncio.gather(*steps, return_exceptions=True)
    for failure in ended:
        if isinstance(failure, BaseException):
            raise failure
    return ended
