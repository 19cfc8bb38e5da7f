"""The engine: wires everything and does nothing else."""

import asyncio
import gc

import structlog

from services.engine.broker import make_broker
from services.engine.memory import Memory
from services.engine.shard import ShardWorker
from services.engine.timekeeper import Timekeeper
from services.runtime.connection import (
    SOCKET_TIMEOUT_SECONDS,
    parse_address,
)
from services.runtime.event_log import ENGINE_GROUP
from services.runtime.ownership import Ownership
from services.runtime.server_memory import watch_memory
from services.runtime.service import running, stopping_on_signals
from services.runtime.settings import Settings
from services.runtime.tasks import end

log = structlog.get_logger()


async def run_engine(settings: Settings) -> None:
    """Until SIGTERM or SIGINT: then what is in hand is finished and the shards are let go."""
    stopping = stopping_on_signals()
    async with running(settings, "engine") as footing:
        client, event_log, health = footing.client, footing.event_log, footing.health
        memory = Memory(event_log, settings.cache_games, settings.snapshot_every)
        broker = make_broker(parse_address(settings.server), apply_types=False, logger=None)
        worker = ShardWorker(broker, event_log, memory, settings, health)
        await broker.connect()
        # A cluster's client loses its way when its very first commands come at the same time.
        await broker.ping(SOCKET_TIMEOUT_SECONDS)
        ownership = Ownership(
            client, ENGINE_GROUP, event_log.all_shards(), settings.lock_seconds, health
        )
        # What is loaded now stays for good: no collection of garbage needs to look at it again.
        gc.collect()
        gc.freeze()
        ownership.taken, ownership.left = worker.take, worker.leave
        owning = asyncio.create_task(ownership.run())
        timekeeper = Timekeeper(event_log, lambda: ownership.owned, health)
        keeping_time = asyncio.create_task(timekeeper.run())
        watching = asyncio.create_task(watch_memory(client))
        # An engine that looks after no shards is of no use: it ends, and may be started again.
        for looking_after in (owning, keeping_time):
            looking_after.add_done_callback(lambda _: stopping.set())
        health.ready("start")
        log.info("engine ready", server=footing.server, engine=ownership.id)
        await stopping.wait()
        log.info("engine stops")
        await end(keeping_time, watching)
        ownership.stopping.set()
        await asyncio.wait({owning}, timeout=settings.lock_seconds)
        await end(owning)
        await ownership.release_all()
        await broker.stop()
    for looked_after in (owning, keeping_time):
        if not looked_after.cancelled():
            looked_after.result()
