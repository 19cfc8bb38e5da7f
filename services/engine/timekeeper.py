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
from services.runtime.operations.health import Health
from services.runtime.operations.telemetry import EXPIRED_DEADLINES, OVERDUE_DEADLINE_SECONDS
from services.runtime.server.connection import CONNECTION_ERRORS
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
        self, event_log: EventLog, owned: Callable[[], Sequence[ShardKeys]], health: Health
    ) -> None:
        self._log = event_log
        self._owned = owned
        self._health = health
        self._retries: dict[tuple[str, int], tuple[float, float]] = {}
        """(Table id, deadline) -> (time of the next call, pause after it)."""

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
        now_ms = time.time_ns() // 1_000_000
        horizon_ms = now_ms + int(TICK_SECONDS_MAX * 1000)
        by_shard = await asyncio.gather(
            *(self._deadlines_until(shard, horizon_ms) for shard in self._owned())
        )
        upcoming = [entry for entries in by_shard for entry in entries]
        due = [(table_id, deadline) for table_id, deadline in upcoming if deadline <= now_ms]
        oldest_ms = min((deadline for _, deadline in due), default=now_ms)
        OVERDUE_DEADLINE_SECONDS.set((now_ms - oldest_ms) / 1000)
        self._retries = {entry: self._retries[entry] for entry in due if entry in self._retries}
        await asyncio.gather(*(self._call_time(table_id, deadline) for table_id, deadline in due))
        next_ms = min(
            (deadline for _, deadline in upcoming if deadline > now_ms), default=horizon_ms
        )
        return max(TICK_SECONDS_MIN, (next_ms - now_ms) / 1000)

    async def _deadlines_until(self, shard: ShardKeys, until_ms: int) -> list[tuple[str, int]]:
        """Return table ids and deadlines, oldest deadline first."""
        entries = await self._log.client.zrange(
            shard.deadlines,
            0,
            until_ms,
            byscore=True,
            withscores=True,
            offset=0,
            num=DEADLINES_PER_TICK_MAX,
        )
        return [(table_id.decode(), int(deadline)) for table_id, deadline in entries]

    async def _call_time(self, table_id: str, deadline: int) -> None:
        now = time.monotonic()
        next_call, pause = self._retries.get((table_id, deadline), (now, RETRY_SECONDS_MIN))
        if now < next_call:
            return
        self._retries[table_id, deadline] = (now + pause, min(2 * pause, RETRY_SECONDS_MAX))
        command = Command(f"time.{secrets.token_hex(12)}", table_id, SYSTEM, CallTime())
        await self._log.send(table_id, canonical(command))
        EXPIRED_DEADLINES.inc()
