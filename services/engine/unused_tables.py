"""Ends tables that nobody uses: open, but never started; running, but abandoned or left to bots.

The append script writes the expiry of a table with each of its commits, so expiries survive
crashes. The owner of a shard enforces them with ordinary commands.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence

import structlog

from games.history import Position
from games.table import to_act
from schemas.commit import AnyCommand, Command, canonical
from schemas.table import SYSTEM, AbortTable, Resign, Sender, VoidTable
from services.engine.table_lifetimes import is_deserted, is_left_to_bots
from services.runtime.operations.clock import now_ms
from services.runtime.operations.health import Health
from services.runtime.operations.settings import IdleTablePolicy
from services.runtime.operations.telemetry import EXPIRED_DEADLINES, TABLE
from services.runtime.server.connection import CONNECTION_ERRORS
from services.runtime.store.deadlines import Deadline, Deadlines
from services.runtime.store.event_log import EventLog
from services.runtime.store.keys import ShardKeys
from services.runtime.store.snapshots import load_position

TICK_SECONDS = 2.0
TABLES_PER_TICK_MAX = 100
"""Per shard. The rest waits for the next tick."""
RETRY_SECONDS = 60.0
"""Pause before a table that did not end is ended again."""

log = structlog.get_logger()


class UnusedTables:
    def __init__(
        self,
        event_log: EventLog,
        expiries: Deadlines,
        owned: Callable[[], Sequence[ShardKeys]],
        policy: IdleTablePolicy,
        health: Health,
    ) -> None:
        self._log = event_log
        self._expiries = expiries
        self._owned = owned
        self._policy = policy
        self._health = health
        self._retry_at: dict[str, float] = {}

    async def run(self) -> None:
        """Run until cancelled."""
        while True:
            try:
                await self.tick()
                self._health.beat("unused tables")
            except CONNECTION_ERRORS as error:
                log.warning("unused tables: server unreachable", error=str(error))
            await asyncio.sleep(TICK_SECONDS)

    async def tick(self) -> None:
        """End the tables that have expired."""
        now = now_ms()
        by_shard = await asyncio.gather(
            *(self._expiries.until(shard, now, TABLES_PER_TICK_MAX) for shard in self._owned())
        )
        due = [expiry for expiries in by_shard for expiry in expiries]
        due_ids = {expiry.table_id for expiry in due}
        self._retry_at = {
            table_id: at for table_id, at in self._retry_at.items() if table_id in due_ids
        }
        for expiry in due:
            await self._end(expiry)

    async def _end(self, expiry: Deadline) -> None:
        now = time.monotonic()
        if now < self._retry_at.get(expiry.table_id, now):
            return
        self._retry_at[expiry.table_id] = now + RETRY_SECONDS
        try:
            position = await load_position(self._log, expiry.table_id)
        except CONNECTION_ERRORS:
            raise
        except Exception as error:
            log.error("unused table not ended", error=repr(error), **{TABLE: expiry.table_id})
            return
        if position is None:
            return
        for command in ending_commands(position, self._policy):
            await self._log.send(expiry.table_id, canonical(command))
            EXPIRED_DEADLINES.inc()


def ending_commands(position: Position, policy: IdleTablePolicy) -> list[AnyCommand]:
    """Return the commands that end an expired table.

    Each expects the seq it was made for, so nothing happens if somebody acts in the meantime.
    """
    table = position.table
    assert table is not None, "every commit leaves a table"
    if table.stage == "open":
        reason = "all guests have left" if is_deserted(table) else "nobody started the game in time"
        return [_command(position, SYSTEM, AbortTable(reason))]
    if table.stage != "playing":
        return []
    if is_left_to_bots(table):
        # Nobody returns from a resignation, so this holds whatever the bots do meanwhile. The last
        # bot wins, and the people keep their places.
        bots = [table_seat.seat for table_seat in table.seats if not table_seat.resigned]
        return [Command(_new_id(), position.table_id, seat, Resign()) for seat in bots[:-1]]
    if policy == "void":
        return [_command(position, SYSTEM, VoidTable("nobody acted in time"))]
    return [
        _command(position, seat, Resign(), later=number)
        for number, seat in enumerate(to_act(position.rulebook, table))
    ]


def _command(
    position: Position, sender: Sender, action: AbortTable | VoidTable | Resign, later: int = 0
) -> AnyCommand:
    return Command(_new_id(), position.table_id, sender, action, position.seq + later)


def _new_id() -> str:
    return f"unused.{secrets.token_hex(12)}"
