"""Fixture: a notifier in front of a real server and engine."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from services.runtime.operations.settings import Settings
from services.runtime.store.event_log import EventLog
from tests.services.engines import Engines
from tests.services.notifier.live_client import Notifier
from tests.services.projectors import Projectors

KEY = "a key that signs tokens in tests only"
PLATFORM_KEY = "the key of a platform"
OTHER_KEY = "the key of another platform"


@pytest.fixture
async def notifier(
    settings: Settings, event_log: EventLog, tmp_path: Path
) -> AsyncIterator[Notifier]:
    """A notifier that the test starts, with the settings it needs."""
    keys = {
        "token_keys": (f"test:{KEY}",),
        "platform_keys": (f"test:{PLATFORM_KEY}", f"other:{OTHER_KEY}"),
        "shared_lobbies": ("test",),
    }
    notifier = Notifier(replace(settings, data=str(tmp_path), **keys), event_log)
    yield notifier
    await notifier.stop()


@pytest.fixture
async def running(engines: Engines, projectors: Projectors, notifier: Notifier) -> Notifier:
    """A notifier with an engine and a projector."""
    await engines.start()
    projectors.start()
    return await notifier.start()
