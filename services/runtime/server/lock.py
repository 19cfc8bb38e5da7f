"""Locks on the server: one process at a time does a job. They expire, so a crash frees them."""

from typing import cast

from redis.asyncio import Redis
from redis.asyncio.lock import Lock
from redis.exceptions import LockError

from services.runtime.server.client import RedisClient


class LockLostError(RuntimeError):
    """The lock has expired or another process holds it."""


class ServerLock:
    """A lock that its holder must renew within `seconds`."""

    def __init__(self, client: RedisClient, key: str, seconds: float) -> None:
        self.seconds = seconds
        # redis-py's lock works on both kinds of clients, but its annotations name only one.
        self._lock = Lock(cast(Redis, client), key, timeout=seconds)

    async def acquire(self, token: str | None = None) -> bool:
        """Try to take the lock, at once. The token identifies the holder; random by default."""
        return bool(await self._lock.acquire(blocking=False, token=token))

    async def renew(self) -> None:
        """Hold the lock for its whole time from now on. Raises LockLostError."""
        try:
            await self._lock.reacquire()
        except LockError as error:
            raise LockLostError(str(error)) from error

    async def release(self) -> None:
        """Give the lock back. Raises LockLostError."""
        try:
            await self._lock.release()
        except LockError as error:
            raise LockLostError(str(error)) from error
