"""Projectors inside the test's own process."""

import asyncio

from services.projector.models import MODELS
from services.projector.projector import Projector
from services.runtime.event_log import EventLog
from services.runtime.generations import live_generation, rebuild_lock
from services.runtime.health import Health
from services.runtime.settings import Settings
from services.runtime.tasks import end
from tests.services.engines import eventually


class Projectors:
    """Started and killed by a test."""

    def __init__(self, event_log: EventLog, settings: Settings) -> None:
        self._log = event_log
        self._settings = settings
        self._running: list[asyncio.Task[None]] = []

    def start(self) -> asyncio.Task[None]:
        projector = Projector(self._log, MODELS, self._settings, Health())
        task = asyncio.create_task(projector.run())
        self._running.append(task)
        return task

    async def stop(self) -> None:
        await end(*self._running)
        self._running = []

    async def caught_up(self) -> None:
        """Until every model has every commit, or has parked its game, and nothing is rebuilt."""
        await eventually(self._has_all, "every model has every commit")

    async def _has_all(self) -> bool:
        log = self._log
        for model in MODELS:
            live = await live_generation(log.client, model.name)
            if live is None or await log.client.exists(rebuild_lock(model.name)):
                return False
            seqs = await log.client.hgetall(live.seqs)
            parked = await log.client.hkeys(live.parked)
            for shard in log.all_shards():
                for game, seq in (await log.client.hgetall(shard.games)).items():
                    if seqs.get(game) != seq and game not in parked:
                        return False
        return True
