"""The projector: wires everything and does nothing else."""

import asyncio
import signal
from typing import Any

import structlog

from services.projector.leadership import run_while_leading
from services.projector.models import MODELS
from services.projector.projector import Projector
from services.runtime.connection import connect, parse_address
from services.runtime.event_log import EventLog
from services.runtime.health import Health, serve_health
from services.runtime.logs import configure_logs
from services.runtime.safety import check_server
from services.runtime.settings import Settings, printable
from services.runtime.tasks import end

log = structlog.get_logger()


async def run_projector(settings: Settings) -> None:
    """Until SIGTERM or SIGINT."""
    configure_logs(settings.log_level, settings.log_format, "projector")
    stopping = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    health = Health()
    url, health_server = serve_health(health, settings.health_host, settings.health_port)
    log.info("projector starts", health=url, **printable(settings))
    client: Any = connect(parse_address(settings.server))
    server = await check_server(client, settings.durability, settings.shards)
    event_log = EventLog(client, settings.shards)

    async def project() -> None:
        await Projector(event_log, MODELS, settings, health).run()

    leading = asyncio.create_task(run_while_leading(client, settings.lock_seconds, health, project))
    # A projector that does not project is of no use: it ends, and may be started again.
    leading.add_done_callback(lambda _: stopping.set())
    health.ready("start")
    log.info("projector ready", server=server)
    await stopping.wait()
    log.info("projector stops")
    await end(leading)
    await client.aclose()
    health_server.shutdown()
    health_server.server_close()
    log.info("projector stopped")
    if not leading.cancelled():
        leading.result()
