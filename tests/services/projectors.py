"""Projectors in the test process."""

import asyncio

from services.projector.models import MODELS
from services.projector.projector import Projector
from services.runtime.operations.health import Health
from services.runtime.operations.settings import Settings
from services.runtime.operations.tasks import cancel_tasks
from services.runtime.readmodels.generations import live_generation, rebuild_lock
from services.runtime.store.event_log import EventLog
from tests.services.full_client import client_of, stores_of
from tests.waiting import eventually


class Projectors:
    """Starts and stops projectors."""

    def __init__(self, event_log: EventLog, settings: Settings) -> None:
        self._log = event_log
        self._settings = settings
        self._running: list[asyncio.Task[None]] = []

    def start(self) -> asyncio.Task[None]:
        projector = Projector(stores_of(self._log), MODELS, self._settings, Health())
        task = asyncio.create_task(projector.run())
        self._running.append(task)
        return task

    async def stop(self) -> None:
        await cancel_tasks(*self._running)
        self._running = []

    async def caught_up(self) -> None:
        """Wait until every model has every commit of every table that is not parked."""
        await eventually(self._is_caught_up, "every model has every commit")

    async def _is_caught_up(self) -> bool:
        log = self._log
        for model in MODELS:
            live = await live_generation(client_of(log), model.name)
            if live is None or await client_of(log).exists(rebuild_lock(model.name)):
                return False
            seqs = await client_of(log).hgetall(live.seqs)
            parked = await client_of(log).hkeys(live.parked)
            for shard in log.all_shards():
                for table_id, seq in (await log.last_seqs(shard)).items():
                    key = table_id.encode()
                    if int(seqs.get(key, 0)) != seq and key not in parked:
                        return False
        return True
