"""Composition root of the projector."""

import asyncio

import structlog

from services.projector.leadership import run_while_leading
from services.projector.models import MODELS
from services.projector.projector import Projector
from services.runtime.operations.service import service_context, stop_event_on_signals
from services.runtime.operations.settings import Settings
from services.runtime.operations.tasks import cancel_tasks

log = structlog.get_logger()


async def run_projector(settings: Settings) -> None:
    """Run until SIGTERM or SIGINT."""
    stopping = stop_event_on_signals()
    async with service_context(settings, "projector") as context:
        health = context.health

        async def project() -> None:
            await Projector(context.stores, MODELS, settings, health).run()

        lock = context.stores.generations.leader_lock(settings.lock_seconds)
        leading = asyncio.create_task(run_while_leading(lock, health, project))
        # Without this task the process is useless. Exit, so that a supervisor restarts it.
        leading.add_done_callback(lambda _: stopping.set())
        health.ready("start")
        log.info("projector ready", server=context.server)
        await stopping.wait()
        log.info("projector stopping")
        await cancel_tasks(leading)
    if not leading.cancelled():
        leading.result()
