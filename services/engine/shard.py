"""One owned shard: first what the last owner left, then what comes, and tidying up in between."""

import asyncio
import contextlib
import time
from typing import Any

import structlog
from faststream.redis import RedisBroker

from services.engine.backlog import claim, is_left, is_read, is_suspect, oldest, place
from services.engine.batch import Batch, Entry
from services.engine.intake import make_intake
from services.engine.memory import Memory
from services.engine.quarantine import Quarantine
from services.runtime.connection import BLOCK_MS, is_outage
from services.runtime.event_log import ENGINE_GROUP, BehindError, EventLog, NotOwnerError
from services.runtime.health import Health
from services.runtime.keys import ShardKeys
from services.runtime.settings import Settings
from services.runtime.tasks import end
from services.runtime.telemetry import BEHIND, FENCED, LAG_ENTRIES, OLDEST_SECONDS, SHARD
from services.runtime.trimming import trim

TEND_SECONDS = 2.0
RETRY_SECONDS = 0.5
LEFT_IDLE_MS = 1_000
"""What was delivered so long ago is in nobody's hands any more."""
SILENT_MS_MAX = 3 * BLOCK_MS
"""A reader that has not asked for so long is stuck: it asks whenever a blocked read has ended."""

log = structlog.get_logger()


class ShardWorker:
    """Reads a shard's commands while its lock's token is good."""

    def __init__(
        self,
        broker: RedisBroker,
        event_log: EventLog,
        memory: Memory,
        settings: Settings,
        health: Health,
    ) -> None:
        self._broker = broker
        self._log = event_log
        self._memory = memory
        self._settings = settings
        self._health = health
        self._quarantine = Quarantine()
        self._intakes: dict[ShardKeys, Any] = {}
        self._tasks: dict[ShardKeys, asyncio.Task[None]] = {}
        self._batches: dict[ShardKeys, Batch] = {}
        self._answered: dict[ShardKeys, tuple[int, int]] = {}
        """Up to where what was pending has been answered."""
        self._in_hand: dict[ShardKeys, asyncio.Lock] = {}
        self._trouble: dict[ShardKeys, asyncio.Event] = {}
        """Set when something is pending that should not wait."""
        self._deciding = asyncio.Lock()
        for shard in event_log.all_shards():
            self._in_hand[shard] = asyncio.Lock()
            self._trouble[shard] = asyncio.Event()
            self._intakes[shard] = make_intake(
                broker, shard, settings.batch_max, self._handler(shard)
            )

    async def take(self, shard: ShardKeys, token: str) -> None:
        """Own the shard from now on; the work is done in a task of its own."""
        self._answered[shard] = (0, 0)
        self._batches[shard] = Batch(self._log, self._memory, shard, token, self._deciding)
        self._tasks[shard] = asyncio.create_task(self._work(shard))

    async def leave(self, shard: ShardKeys) -> None:
        """Read no more, answer what was read, then let go."""
        async with self._in_hand[shard]:
            await end(self._tasks.pop(shard))
        await self._stop_reading(shard)
        try:
            # What was delivered while the reader stopped: the next owner need not wait for it.
            await self._answer_pending(shard, counts=False)
        except NotOwnerError:
            self._fenced(shard)
        except Exception as error:
            _complain("commands are left to the next owner", error, shard)
        self._batches.pop(shard, None)
        self._health.forget(_loop(shard))
        # From now on these are another's figures.
        for figure in (LAG_ENTRIES, OLDEST_SECONDS):
            figure.remove(*_label(shard))
        # Another owner writes these games from now on.
        self._memory.forget_shard(shard)

    def _handler(self, shard: ShardKeys) -> Any:
        async def handle(entries: list[Entry]) -> None:
            await self._process(shard, entries)

        return handle

    async def _process(self, shard: ShardKeys, entries: list[Entry]) -> None:
        """What was read just now. What can't be answered stays pending, and is taken up there."""
        async with self._in_hand[shard]:
            batch = self._batches.get(shard)
            new = self._unanswered(shard, entries)
            if batch is None or not new:
                return
            self._health.beat(_loop(shard))
            try:
                async with self._quarantine.together():
                    await batch.process(new)
            except NotOwnerError:
                self._fenced(shard)
                self._trouble[shard].set()
            except BehindError:
                BEHIND.inc()
                self._trouble[shard].set()
            except Exception as error:
                self._memory.forget_shard(shard)
                _complain("batch failed", error, shard)
                self._trouble[shard].set()

    def _unanswered(self, shard: ShardKeys, entries: list[Entry]) -> list[Entry]:
        """Without those that were answered as pending ones while they waited here."""
        answered = self._answered[shard]
        if place(entries[0].id) > answered:
            return entries
        return [entry for entry in entries if place(entry.id) > answered]

    def _fenced(self, shard: ShardKeys) -> None:
        """Whatever else comes in belongs to the new owner; the ownership loop will notice."""
        self._batches.pop(shard, None)
        self._memory.forget_shard(shard)
        FENCED.inc()
        log.warning("batch refused: another engine owns the shard", **_names(shard))

    async def _work(self, shard: ShardKeys) -> None:
        """First what the last owner left, before anything new is read. Then, every few seconds and
        when there is trouble: entries left behind, a stuck reader, trimming, figures."""
        # What kills engine after engine is found out: each new owner counts as one more delivery.
        counts = True
        trouble = self._trouble[shard]
        trouble.set()
        while shard in self._batches:
            try:
                await self._log.ensure_group(shard)
                if trouble.is_set() or await is_left(self._log, shard, LEFT_IDLE_MS):
                    trouble.clear()
                    await self._answer_pending(shard, counts=counts)
                counts = False
                await self._read_on(shard)
                await trim(self._log, shard, self._settings)
                await self._measure(shard)
                self._health.beat(_loop(shard))
            except NotOwnerError:
                self._fenced(shard)
            except Exception as error:
                trouble.set()
                counts = counts or not is_outage(error)
                self._memory.forget_shard(shard)
                _complain("tending a shard failed", error, shard)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(trouble.wait(), TEND_SECONDS)
        # A reader that goes on would take commands away from the new owner.
        await self._stop_reading(shard)

    async def _answer_pending(self, shard: ShardKeys, *, counts: bool) -> None:
        """Entries that were delivered and never answered, oldest first."""
        async with self._in_hand[shard]:
            while (batch := self._batches.get(shard)) is not None:
                pending = await oldest(self._log, shard, self._settings.batch_max)
                if not pending:
                    return
                log.info("answering what was left pending", entries=len(pending), **_names(shard))
                suspect, hall = is_suspect(pending[0]), self._quarantine
                async with hall.alone() if suspect else hall.together():
                    entries = await claim(self._log, shard, pending, counts=counts)
                    await batch.process(entries)
                self._answered[shard] = place(pending[-1]["message_id"])

    async def _read_on(self, shard: ShardKeys) -> None:
        """FastStream stops a subscriber for good when its group is lost, and makes a long pause
        after an error."""
        intake = self._intakes[shard]
        at_work = self._in_hand[shard].locked()
        if intake.running and not at_work and not await is_read(self._log, shard, SILENT_MS_MAX):
            log.warning("the reader is stuck", **_names(shard))
            await self._stop_reading(shard)
        if not intake.running:
            await intake.start()
            log.info("reading commands", **_names(shard))

    async def _stop_reading(self, shard: ShardKeys) -> None:
        """Until nothing is read any more: FastStream only asks its tasks to end."""
        intake = self._intakes[shard]
        reading = list(intake.tasks)
        await intake.stop()
        await end(*reading)

    async def _measure(self, shard: ShardKeys) -> None:
        """How far behind the true head the engines are."""
        groups = await self._log.client.xinfo_groups(shard.commands)
        delivered = next(
            g["last-delivered-id"] for g in groups if g["name"] == ENGINE_GROUP.encode()
        )
        waiting = await self._log.client.xrange(
            shard.commands, min=b"(" + delivered, count=self._settings.batch_max
        )
        pending = await self._log.client.xpending(shard.commands, ENGINE_GROUP)
        label = _label(shard)
        LAG_ENTRIES.labels(*label).set(len(waiting) + pending["pending"])
        oldest = pending["min"] or (waiting[0][0] if waiting else None)
        age = time.time() - int(oldest.split(b"-")[0]) / 1000 if oldest else 0.0
        OLDEST_SECONDS.labels(*label).set(max(0.0, age))


def _complain(about: str, error: Exception, shard: ShardKeys) -> None:
    if is_outage(error):
        log.warning(about, error=str(error), **_names(shard))
    else:
        log.error(about, exc_info=error, **_names(shard))


def _loop(shard: ShardKeys) -> str:
    return f"shard-{shard.number}"


def _label(shard: ShardKeys) -> tuple[str, str]:
    return str(shard.number), ENGINE_GROUP


def _names(shard: ShardKeys) -> dict[str, int]:
    return {SHARD: shard.number}
