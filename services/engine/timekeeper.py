"""Calls time: when a seat's deadline has passed, the system says so by a command like any other.

Deadlines are written by the append script together with the commit that sets them, so they survive
whatever happens to engines. Who owns a shard looks after its deadlines.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence

import structlog

from schemas.commit import Command, canonical
from schemas.table import SYSTEM, CallTime
from services.runtime.connection import LOST
from services.runtime.event_log import EventLog
from services.runtime.health import Health
from services.runtime.keys import ShardKeys
from services.runtime.telemetry import OVERDUE_SECONDS, TIMES_CALLED

TICK_SECONDS_MIN = 0.1
TICK_SECONDS_MAX = 1.0
"""The shortest time control is a second: no new deadline is nearer than that."""
DUE_MAX = 100
"""How many deadlines of a shard are called at once; the rest a tick later."""
AGAIN_SECONDS_MIN = 5.0
AGAIN_SECONDS_MAX = 600.0
"""When time was called and the deadline stands still: the game may be one that no engine can
decide, and each call leaves a dead letter."""

log = structlog.get_logger()


class Timekeeper:
    def __init__(
        self, event_log: EventLog, owned: Callable[[], Sequence[ShardKeys]], health: Health
    ) -> None:
        self._log = event_log
        self._owned = owned
        self._health = health
        self._called: dict[tuple[str, int], tuple[float, float]] = {}
        """Game and deadline -> when it may be called again, and the pause after that."""

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            pause = TICK_SECONDS_MAX
            try:
                pause = await self.tick()
                self._health.beat("timekeeper")
            except LOST as error:
                log.warning("timekeeper: no word from the server", error=str(error))
            await asyncio.sleep(pause)

    async def tick(self) -> float:
        """Call what is due. Returns for how long nothing else will be, at the most."""
        now_ms = time.time_ns() // 1_000_000
        soon_ms = now_ms + int(TICK_SECONDS_MAX * 1000)
        found = await asyncio.gather(*(self._until(shard, soon_ms) for shard in self._owned()))
        soon = [one for shard in found for one in shard]
        due = [one for one in soon if one[1] <= now_ms]
        oldest_ms = min((deadline for _, deadline in due), default=now_ms)
        OVERDUE_SECONDS.set((now_ms - oldest_ms) / 1000)
        self._called = {one: self._called[one] for one in due if one in self._called}
        await asyncio.gather(*(self._call(*one) for one in due))
        next_ms = min((deadline for _, deadline in soon if deadline > now_ms), default=soon_ms)
        return max(TICK_SECONDS_MIN, (next_ms - now_ms) / 1000)

    async def _until(self, shard: ShardKeys, moment_ms: int) -> list[tuple[str, int]]:
        """Deadlines of a shard up to a moment, the oldest first."""
        found = await self._log.client.zrange(
            shard.deadlines, 0, moment_ms, byscore=True, withscores=True, offset=0, num=DUE_MAX
        )
        return [(game.decode(), int(deadline)) for game, deadline in found]

    async def _call(self, game: str, deadline: int) -> None:
        now = time.monotonic()
        may_call, pause = self._called.get((game, deadline), (now, AGAIN_SECONDS_MIN))
        if now < may_call:
            return
        self._called[game, deadline] = (now + pause, min(2 * pause, AGAIN_SECONDS_MAX))
        at = time.time_ns() // 1_000_000
        command = Command(f"time.{secrets.token_hex(12)}", game, SYSTEM, CallTime(), at)
        await self._log.send(game, canonical(command))
        TIMES_CALLED.inc()
