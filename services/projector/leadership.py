"""Leader election: one projector writes, the others stand by.

The lock only avoids duplicate work. Two projectors that write at once are safe: revisions make one
of the writes fail.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

import structlog

from services.runtime.operations.health import Health
from services.runtime.operations.tasks import cancel_tasks
from services.runtime.operations.telemetry import PROJECTOR_LEADER
from services.runtime.server.connection import CONNECTION_ERRORS
from services.runtime.server.lock import LockLostError, ServerLock

RENEWALS_PER_LOCK = 5

log = structlog.get_logger()


async def run_while_leading(
    lock: ServerLock, health: Health, run: Callable[[], Awaitable[None]]
) -> None:
    """Call `run` whenever this process leads, until cancelled. Raises what `run` raises."""
    tick = lock.seconds / RENEWALS_PER_LOCK
    is_standing_by = False
    while True:
        try:
            if await lock.acquire():
                is_standing_by = False
                await _lead(lock, tick, health, run)
            elif not is_standing_by:
                is_standing_by = True
                log.info("standing by: another projector leads")
            health.ready("leadership")
        except CONNECTION_ERRORS as error:
            health.not_ready("leadership", f"server unreachable: {error}")
            log.warning("server unreachable", error=str(error))
        health.beat("leadership")
        await asyncio.sleep(tick)


async def _lead(
    lock: ServerLock, tick: float, health: Health, run: Callable[[], Awaitable[None]]
) -> None:
    log.info("this projector leads")
    PROJECTOR_LEADER.set(1)
    running = asyncio.ensure_future(run())
    try:
        while not running.done():
            await asyncio.wait({running}, timeout=tick)
            health.beat("leadership")
            try:
                await lock.renew()
            except LockLostError:
                log.warning("another projector has taken over")
                return
            except CONNECTION_ERRORS as error:
                # If this lasts, the lock expires, another projector leads, and we stop above.
                log.warning("can't renew the leader lock", error=str(error))
        running.result()
    finally:
        await cancel_tasks(running)
        PROJECTOR_LEADER.set(0)
        with contextlib.suppress(LockLostError, *CONNECTION_ERRORS):
            await lock.release()
