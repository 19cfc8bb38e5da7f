"""The engine process: wires its parts and runs them."""

import asyncio
import gc

import structlog

from services.engine.broker import make_broker
from services.engine.context import EngineContext
from services.engine.memory import Memory
from services.engine.owned_streams import OwnedStreams
from services.engine.seeds import seed_source
from services.engine.timekeeper import Timekeeper
from services.engine.unused_tables import UnusedTables
from services.runtime.operations.service import service_context, stop_event_on_signals
from services.runtime.operations.settings import Settings
from services.runtime.operations.tasks import cancel_tasks
from services.runtime.server.connection import (
    SOCKET_TIMEOUT_SECONDS,
    parse_address,
)
from services.runtime.store.event_log import ENGINE_GROUP

log = structlog.get_logger()


async def run_engine(settings: Settings) -> None:
    """Run until SIGTERM or SIGINT, then finish the current batches and release the shards."""
    stopping = stop_event_on_signals()
    async with service_context(settings, "engine") as context:
        stores, health = context.stores, context.health
        event_log = stores.event_log
        memory = Memory(event_log, settings.cache_tables, settings.snapshot_every)
        address = parse_address(settings.server)
        broker = make_broker(address)
        new_seed = seed_source(settings.dice_seed)
        ownership = stores.ownership(ENGINE_GROUP, settings.lock_seconds, health)
        streams = OwnedStreams(
            broker,
            EngineContext(
                stores, event_log, memory, settings, health, new_seed, ownership.layout_changed
            ),
            # A cluster refuses to read streams of different slots together.
            read_together=address.kind != "cluster",
        )
        await broker.connect()
        # A cluster client fails when its very first commands run concurrently.
        await broker.ping(SOCKET_TIMEOUT_SECONDS)
        # What is loaded now is never freed: spare the garbage collector from scanning it.
        gc.collect()
        gc.freeze()
        ownership.on_acquire, ownership.on_release = streams.acquire, streams.release
        ownership_task = asyncio.create_task(ownership.run())
        timekeeper = Timekeeper(event_log, stores.deadlines, ownership.owned_shards, health)
        timekeeper_task = asyncio.create_task(timekeeper.run())
        unused_tables = UnusedTables(
            event_log,
            stores.expiries,
            ownership.owned_shards,
            settings.idle_table_policy,
            health,
        )
        unused_tables_task = asyncio.create_task(unused_tables.run())
        memory_task = asyncio.create_task(stores.deployment.watch_memory())
        # Without one of these loops the engine is useless: stop, so that it is restarted.
        for task in (ownership_task, timekeeper_task, unused_tables_task):
            task.add_done_callback(lambda _: stopping.set())
        health.ready("start")
        log.info("engine ready", server=context.server, engine=ownership.id)
        await stopping.wait()
        log.info("engine stopping")
        await cancel_tasks(timekeeper_task, unused_tables_task, memory_task)
        ownership.stopping.set()
        await asyncio.wait({ownership_task}, timeout=settings.lock_seconds)
        await cancel_tasks(ownership_task)
        await ownership.release_all()
        await broker.stop()
    for task in (ownership_task, timekeeper_task, unused_tables_task):
        if not task.cancelled():
            task.result()
