"""Enforces deadlines: when a seat's time has run out, sends a `call_time` command as the system.

The append script writes a deadline together with the commit that sets it, so deadlines survive
crashes. The owner of a shard enforces its deadlines.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence

import structlog

from schemas.commit import Command, canonical
from schemas.table import SYSTEM, CallTime
from services.runtime.operations.clock import now_ms
from services.runtime.operations.health import Health
from services.runtime.operations.telemetry import EXPIRED_DEADLINES, OVERDUE_DEADLINE_SECONDS
from services.runtime.server.connection import CONNECTION_ERRORS
from services.runtime.store.deadlines import Deadline, Deadlines
from services.runtime.store.event_log import EventLog
from services.runtime.store.keys import ShardKeys

TICK_SECONDS_MIN = 0.1
TICK_SECONDS_MAX = 1.0
"""No new deadline is nearer than the shortest time control, one second."""
DEADLINES_PER_TICK_MAX = 100
"""Per shard. The rest waits for the next tick."""
RETRY_SECONDS_MIN = 5.0
RETRY_SECONDS_MAX = 600.0
"""Pause before time is called again for a deadline that did not go away. The engines may be unable
to decide on that table, and each call then adds a dead letter."""

log = structlog.get_logger()


class Timekeeper:
    def __init__(
        self,
        event_log: EventLog,
        deadlines: Deadlines,
        owned: Callable[[], Sequence[ShardKeys]],
        health: Health,
    ) -> None:
        self._log = event_log
        self._deadlines = deadlines
        self._owned = owned
        self._health = health
        self._retries: dict[Deadline, tuple[float, float]] = {}
        """Deadline -> (time of the next call, pause after it)."""

    async def run(self) -> None:
        """Run until cancelled."""
        while True:
            pause = TICK_SECONDS_MAX
            try:
                pause = await self.tick()
                self._health.beat("timekeeper")
            except CONNECTION_ERRORS as error:
                log.warning("timekeeper: server unreachable", error=str(error))
            await asyncio.sleep(pause)

    async def tick(self) -> float:
        """Call time for expired deadlines. Returns the seconds until the next tick."""
        now = now_ms()
        horizon = now + int(TICK_SECONDS_MAX * 1000)
        by_shard = await asyncio.gather(
            *(
                self._deadlines.until(shard, horizon, DEADLINES_PER_TICK_MAX)
                for shard in self._owned()
            )
        )
        upcoming = [deadline for deadlines in by_shard for deadline in deadlines]
        due = [deadline for deadline in upcoming if deadline.at <= now]
        oldest_at = min((deadline.at for deadline in due), default=now)
        OVERDUE_DEADLINE_SECONDS.set((now - oldest_at) / 1000)
        self._retries = {
            deadline: self._retries[deadline] for deadline in due if deadline in self._retries
        }
        await asyncio.gather(*(self._call_time(deadline) for deadline in due))
        next_at = min((deadline.at for deadline in upcoming if deadline.at > now), default=horizon)
        return max(TICK_SECONDS_MIN, (next_at - now) / 1000)

    async def _call_time(self, deadline: Deadline) -> None:
        now = time.monotonic()
        next_call, pause = self._retries.get(deadline, (now, RETRY_SECONDS_MIN))
        if now < next_call:
            return
        self._retries[deadline] = (now + pause, min(2 * pause, RETRY_SECONDS_MAX))
        command_id = f"time.{secrets.token_hex(12)}"
        command = Command(command_id, deadline.table_id, SYSTEM, CallTime())
        await self._log.send(deadline.table_id, canonical(command))
        EXPIRED_DEADLINES.inc()
