"""The engine: wires everything and does nothing else."""

import asyncio
import gc
import signal

import structlog

from services.engine.memory import Memory
from services.engine.shard import ShardWorker
from services.engine.timekeeper import Timekeeper
from services.runtime.connection import (
    SOCKET_TIMEOUT_SECONDS,
    connect,
    make_broker,
    parse_address,
)
from services.runtime.event_log import ENGINE_GROUP, EventLog
from services.runtime.health import Health, serve_health
from services.runtime.logs import configure_logs
from services.runtime.ownership import Ownership
from services.runtime.safety import check_server
from services.runtime.server_memory import watch_memory
from services.runtime.settings import Settings, printable
from services.runtime.tasks import end

log = structlog.get_logger()


async def run_engine(settings: Settings) -> None:
    """Until SIGTERM or SIGINT: then what is in hand is finished and the shards are let go."""
    configure_logs(settings.log_level, settings.log_format, "engine")
    stopping = _on_signals()
    health = Health()
    url, health_server = serve_health(health, settings.health_host, settings.health_port)
    log.info("engine starts", health=url, **printable(settings))
    address = parse_address(settings.server)
    client = connect(address)
    server = await check_server(client, settings.durability, settings.shards)
    event_log = EventLog(client, settings.shards)
    memory = Memory(event_log, settings.cache_games, settings.snapshot_every)
    broker = make_broker(address, apply_types=False, logger=None)
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
    log.info("engine ready", server=server, engine=ownership.id)
    await stopping.wait()
    log.info("engine stops")
    await end(keeping_time, watching)
    ownership.stopping.set()
    await asyncio.wait({owning}, timeout=settings.lock_seconds)
    await end(owning)
    await ownership.release_all()
    await broker.stop()
    await client.aclose()
    health_server.shutdown()
    health_server.server_close()
    log.info("engine stopped")
    if not owning.cancelled():
        owning.result()


def _on_signals() -> asyncio.Event:
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopping.set)
    return stopping
