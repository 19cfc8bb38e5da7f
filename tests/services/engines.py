"""Engines inside the test's own process, wired as `services/engine/main.py` wires them."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from msgspec.structs import replace

from services.engine.broker import make_broker
from services.engine.memory import Memory
from services.engine.shard import ShardWorker
from services.engine.timekeeper import Timekeeper
from services.runtime.connection import (
    SOCKET_TIMEOUT_SECONDS,
    connect,
    parse_address,
)
from services.runtime.event_log import ENGINE_GROUP, EventLog
from services.runtime.health import Health
from services.runtime.ownership import Ownership
from services.runtime.settings import Settings
from services.runtime.tasks import end

SHARDS = 4
DEADLINE_SECONDS = 90.0

T = TypeVar("T")


async def eventually(
    found: Callable[[], Awaitable[T]], what: str, seconds: float = DEADLINE_SECONDS
) -> T:
    """Ask until the answer is true, and give it back."""
    deadline = time.monotonic() + seconds
    while not (answer := await found()):
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}; last: {answer!r}"
        await asyncio.sleep(0.01)
    return answer


class Engine:
    def __init__(self, settings: Settings) -> None:
        address = parse_address(settings.server)
        self.settings = settings
        self.health = Health()
        self.client = connect(address)
        self.log = EventLog(self.client, settings.shards)
        self.memory = Memory(self.log, settings.cache_games, settings.snapshot_every)
        self.broker = make_broker(address, apply_types=False, logger=None)
        self.worker = ShardWorker(self.broker, self.log, self.memory, settings, self.health)
        self.ownership = Ownership(
            self.client, ENGINE_GROUP, self.log.all_shards(), settings.lock_seconds, self.health
        )
        self.ownership.taken, self.ownership.left = self.worker.take, self.worker.leave
        self.timekeeper = Timekeeper(self.log, lambda: self.ownership.owned, self.health)
        self._owning: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self.broker.connect()
        await self.broker.ping(SOCKET_TIMEOUT_SECONDS)
        self._owning = asyncio.create_task(self.ownership.run())
        self._keeping_time = asyncio.create_task(self.timekeeper.run())
        self.health.ready("start")

    @property
    def runs(self) -> bool:
        return self._owning is not None

    async def stop(self) -> None:
        """In order: what is in hand is finished."""
        if self._owning is None:
            return
        await end(self._keeping_time)
        self.ownership.stopping.set()
        await self._owning
        self._owning = None
        await self.ownership.release_all()
        await self.broker.stop()
        await self.client.aclose()


class Engines:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._all: list[Engine] = []

    async def start(self, **changes: object) -> Engine:
        """One more engine, settled: every shard has an owner."""
        engine = Engine(replace(self._settings, **changes))
        self._all.append(engine)
        await engine.start()
        await eventually(self._settled, "every shard is owned, and nobody has too many")
        return engine

    async def _settled(self) -> bool:
        running = [engine for engine in self._all if engine.runs]
        share = -(-SHARDS // len(running))
        owned = [len(engine.ownership.owned) for engine in running]
        return sum(owned) == SHARDS and max(owned) <= share

    async def stop_all(self) -> None:
        for engine in self._all:
            await engine.stop()
