"""One projector writes, the others stand by.

The lock only saves work: two that write at once would refuse each other's writes, and do no harm.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

import structlog
from redis.asyncio.lock import Lock
from redis.exceptions import LockError

from services.runtime.connection import LOST, Client
from services.runtime.generations import LEADER
from services.runtime.health import Health
from services.runtime.tasks import end
from services.runtime.telemetry import PROJECTING

TICKS_PER_LOCK = 5

log = structlog.get_logger()


async def run_while_leading(
    client: Client, lock_seconds: float, health: Health, run: Callable[[], Awaitable[None]]
) -> None:
    """Until cancelled. Raises what `run` raises."""
    tick = lock_seconds / TICKS_PER_LOCK
    standing_by = False
    while True:
        lock = Lock(client, LEADER, timeout=lock_seconds)
        try:
            if await lock.acquire(blocking=False):
                standing_by = False
                await _lead(lock, tick, health, run)
            elif not standing_by:
                standing_by = True
                log.info("another projector writes: standing by")
            health.ready("leadership")
        except LOST as error:
            health.not_ready("leadership", f"no word from the server: {error}")
            log.warning("no word from the server", error=str(error))
        health.beat("leadership")
        await asyncio.sleep(tick)


async def _lead(
    lock: Lock, tick: float, health: Health, run: Callable[[], Awaitable[None]]
) -> None:
    log.info("this projector writes")
    PROJECTING.set(1)
    running = asyncio.ensure_future(run())
    try:
        while not running.done():
            await asyncio.wait({running}, timeout=tick)
            health.beat("leadership")
            try:
                await lock.reacquire()
            except LockError:
                log.warning("another projector has taken over")
                return
            except LOST as error:
                # If this lasts, the lock runs out and another takes over; then we hear of it here.
                log.warning("the lock can't be renewed", error=str(error))
        running.result()
    finally:
        await end(running)
        PROJECTING.set(0)
        with contextlib.suppress(*LOST):
            await lock.release()
