"""Webhook dispatchers in the test process, in front of a real server."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from msgspec.structs import replace

from services.notifier.webhooks.dispatcher import WebhookDispatcher
from services.runtime.operations.health import Health
from services.runtime.operations.settings import Settings
from services.runtime.operations.tasks import cancel_tasks
from services.runtime.server.connection import connect, parse_address
from services.runtime.store.event_log import EventLog
from services.runtime.webhooks.deliveries import Deliveries
from tests.services.engines import SHARDS
from tests.services.full_client import client_of, stores_of
from tests.waiting import eventually


class Dispatchers:
    """Dispatchers that the test starts and stops, each with its own connections."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._running: list[tuple[asyncio.Task[None], EventLog]] = []

    async def start(self) -> None:
        log = EventLog(connect(parse_address(self._settings.server)), SHARDS)
        dispatcher = WebhookDispatcher(stores_of(log), self._settings, Health())
        self._running.append((asyncio.create_task(dispatcher.run()), log))

    async def start_and_wait(self) -> None:
        """Start a dispatcher and wait until it has a cursor in every feed."""
        await self.start()
        queue = Deliveries(client_of(self._running[0][1]))

        async def has_cursors() -> bool:
            shards = self._running[0][1].all_shards()
            return None not in [await queue.cursor(shard) for shard in shards]

        await eventually(has_cursors, "every feed has a cursor")

    async def stop(self) -> None:
        for task, log in self._running:
            await cancel_tasks(task)
            await client_of(log).aclose()
        self._running.clear()


@pytest.fixture
def webhook_settings(settings: Settings) -> Settings:
    return replace(settings, webhook_allow_private=True)


@pytest.fixture
async def dispatchers(
    webhook_settings: Settings, event_log: EventLog, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Dispatchers]:
    assert event_log is not None, "the server is empty before a dispatcher starts"
    monkeypatch.setattr("services.notifier.webhooks.retry_delay.RETRY_DELAY_SECONDS_MIN", 0.001)
    monkeypatch.setattr("services.notifier.webhooks.feed_follower.IDLE_SECONDS", 0.05)
    monkeypatch.setattr("services.notifier.webhooks.sender.POLL_SECONDS", 0.1)
    dispatchers = Dispatchers(webhook_settings)
    yield dispatchers
    await dispatchers.stop()
