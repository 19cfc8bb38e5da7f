"""A platform's quota of sockets."""

import pytest

from schemas.platform import PlatformLimits
from schemas.terms import Terms
from services.runtime.operations.clock import now_ms
from services.runtime.store.dispatch import Dispatcher
from services.runtime.store.event_log import EventLog
from tests.services.engines import Engines
from tests.services.full_client import stores_of
from tests.services.notifier.live_client import Notifier
from tests.services.notifier.tables import start_game

pytestmark = pytest.mark.anyio


async def test_only_as_many_sockets_as_the_quota_follow_a_platforms_tables(
    event_log: EventLog, engines: Engines, dispatcher: Dispatcher, notifier: Notifier
) -> None:
    await engines.start()
    registry = stores_of(event_log).platforms
    await registry.add("test", now_ms(), has_key=False)
    await registry.configure("test", shares_lobby=True, limits=PlatformLimits(sockets=1))
    await notifier.start()
    limited = await start_game(dispatcher, Terms(platform="test"))
    other = await start_game(dispatcher, Terms(platform="other"))
    token = notifier.token(limited, platform="test")
    other_token = notifier.token(other, platform="other")
    topic = {"type": "table", "table": limited, "token": token}
    async with notifier.connect() as first, notifier.connect() as second:
        await first.subscribe(limited, token, 4, "one")
        await first.subscribe(limited, token, 4, "two")
        assert await second.refusal_code(**topic) == "quota_exceeded"
        await second.subscribe(other, other_token, 4)
        for name in ("one", "two"):
            await first.send(type="unsubscribe", id=name)
            assert (await first.next())["code"] == "unsubscribed"
        await second.subscribe(limited, token, 4, "limited")
