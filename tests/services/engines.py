"""Engines in the test process, wired like `services/engine/main.py`."""

import asyncio

from msgspec.structs import replace

from services.engine.broker import make_broker
from services.engine.context import EngineContext
from services.engine.memory import Memory
from services.engine.owned_streams import OwnedStreams
from services.engine.seeds import seed_source
from services.engine.timekeeper import Timekeeper
from services.engine.unused_tables import UnusedTables
from services.runtime.operations.health import Health
from services.runtime.operations.settings import Settings
from services.runtime.operations.tasks import cancel_tasks
from services.runtime.server.connection import (
    SOCKET_TIMEOUT_SECONDS,
    connect,
    parse_address,
)
from services.runtime.store.event_log import ENGINE_GROUP
from services.runtime.stores import Stores
from tests.waiting import eventually

SHARDS = 4


class Engine:
    def __init__(self, settings: Settings) -> None:
        address = parse_address(settings.server)
        self.settings = settings
        self.health = Health()
        self.client = connect(address)
        self.stores = Stores(self.client, settings.shards)
        self.log = self.stores.event_log
        self.memory = Memory(self.log, settings.cache_tables, settings.snapshot_every)
        self.broker = make_broker(address)
        self.ownership = self.stores.ownership(ENGINE_GROUP, settings.lock_seconds, self.health)
        self.context = EngineContext(
            self.stores,
            self.log,
            self.memory,
            settings,
            self.health,
            seed_source(settings.dice_seed),
            self.ownership.layout_changed,
        )
        streams = OwnedStreams(self.broker, self.context, read_together=address.kind != "cluster")
        self.ownership.on_acquire, self.ownership.on_release = streams.acquire, streams.release
        self.timekeeper = Timekeeper(
            self.log, self.stores.deadlines, self.ownership.owned_shards, self.health
        )
        self.unused_tables = UnusedTables(
            self.log,
            self.stores.expiries,
            self.ownership.owned_shards,
            settings.idle_table_policy,
            self.health,
        )
        self._ownership_task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self.broker.connect()
        await self.broker.ping(SOCKET_TIMEOUT_SECONDS)
        # A cluster client fails when its very first commands run concurrently.
        await self.client.ping()
        self._ownership_task = asyncio.create_task(self.ownership.run())
        self._timekeeper_task = asyncio.create_task(self.timekeeper.run())
        self._unused_tables_task = asyncio.create_task(self.unused_tables.run())
        self.health.ready("start")

    @property
    def is_running(self) -> bool:
        return self._ownership_task is not None

    async def stop_keeping_time(self) -> None:
        """Stop enforcing deadlines."""
        await cancel_tasks(self._timekeeper_task, self._unused_tables_task)

    async def stop(self) -> None:
        """Stop gracefully: finish the current batches."""
        if self._ownership_task is None:
            return
        await self.stop_keeping_time()
        self.ownership.stopping.set()
        await self._ownership_task
        self._ownership_task = None
        await self.ownership.release_all()
        await self.broker.stop()
        await self.client.aclose()


class Engines:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._all: list[Engine] = []

    async def start(self, **changes: object) -> Engine:
        """Start an engine and wait until the command streams are evenly owned."""
        engine = Engine(replace(self._settings, **changes))
        self._all.append(engine)
        await engine.start()
        await eventually(self._is_settled, "the shards are evenly owned")
        return engine

    async def _is_settled(self) -> bool:
        running = [engine for engine in self._all if engine.is_running]
        layouts = await running[0].log.layouts.read_all()
        streams = sum(len(layout.readable_streams) for layout in layouts)
        share = -(-streams // len(running))
        owned = [len(engine.ownership.owned) for engine in running]
        return sum(owned) == streams and max(owned) <= share

    async def stop_all(self) -> None:
        for engine in self._all:
            await engine.stop()
