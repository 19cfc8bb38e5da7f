"""The projector: wires everything and does nothing else."""

import asyncio

import structlog

from services.projector.leadership import run_while_leading
from services.projector.models import MODELS
from services.projector.projector import Projector
from services.runtime.service import running, stopping_on_signals
from services.runtime.settings import Settings
from services.runtime.tasks import end

log = structlog.get_logger()


async def run_projector(settings: Settings) -> None:
    """Until SIGTERM or SIGINT."""
    stopping = stopping_on_signals()
    async with running(settings, "projector") as footing:
        health = footing.health

        async def project() -> None:
            await Projector(footing.event_log, MODELS, settings, health).run()

        leading = asyncio.create_task(
            run_while_leading(footing.client, settings.lock_seconds, health, project)
        )
        # A projector that does not project is of no use: it ends, and may be started again.
        leading.add_done_callback(lambda _: stopping.set())
        health.ready("start")
        log.info("projector ready", server=footing.server)
        await stopping.wait()
        log.info("projector stops")
        await end(leading)
    if not leading.cancelled():
        leading.result()
