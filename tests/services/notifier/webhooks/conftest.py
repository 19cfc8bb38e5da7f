"""Notifiers' offices inside the test's own process, in front of a real server."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from msgspec.structs import replace

from services.notifier.webhooks.office import Office
from services.runtime.connection import connect, parse_address
from services.runtime.deliveries import Deliveries
from services.runtime.event_log import EventLog
from services.runtime.health import Health
from services.runtime.settings import Settings
from services.runtime.tasks import end
from tests.services.engines import SHARDS, eventually


class Offices:
    """Started and stopped by a test, each with connections of its own."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._running: list[tuple[asyncio.Task[None], EventLog]] = []

    async def start(self) -> None:
        log = EventLog(connect(parse_address(self._settings.server)), SHARDS)
        office = Office(log, self._settings, Health())
        self._running.append((asyncio.create_task(office.run()), log))

    async def start_and_begin(self) -> None:
        """One that has found its place in every feed: it tells of what happens from now on."""
        await self.start()
        queue = Deliveries(self._running[0][1].client)

        async def begun() -> bool:
            shards = self._running[0][1].all_shards()
            return None not in [await queue.cursor(shard) for shard in shards]

        await eventually(begun, "every feed has a cursor")

    async def stop(self) -> None:
        for task, log in self._running:
            await end(task)
            await log.client.aclose()
        self._running.clear()


@pytest.fixture
def webhook_settings(settings: Settings) -> Settings:
    return replace(settings, webhook_allow_private=True)


@pytest.fixture
async def offices(
    webhook_settings: Settings, event_log: EventLog, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Offices]:
    assert event_log is not None, "the server is empty before an office opens"
    monkeypatch.setattr("services.notifier.webhooks.pauses.PAUSE_SECONDS_MIN", 0.001)
    monkeypatch.setattr("services.notifier.webhooks.follower.IDLE_SECONDS", 0.05)
    monkeypatch.setattr("services.notifier.webhooks.courier.LOOK_SECONDS", 0.1)
    offices = Offices(webhook_settings)
    yield offices
    await offices.stop()
