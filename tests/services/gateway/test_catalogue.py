"""The health request of the gateway."""

import pytest
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import RedisClusterException

from services.runtime.operations.settings import Settings
from services.runtime.store.event_log import EventLog
from tests.services.full_client import client_of
from tests.services.gateway.conftest import serve_gateway

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    "error", [ConnectionLost("down"), RedisClusterException("no node responds"), OSError("down")]
)
async def test_answers_503_while_the_server_is_unreachable(
    gateway_settings: Settings,
    event_log: EventLog,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
) -> None:
    async def fail() -> bool:
        raise error

    monkeypatch.setattr(client_of(event_log), "ping", fail)
    async with serve_gateway(gateway_settings, event_log) as gateway:
        problem = await gateway("GET", "/v1/health", status=503)
    assert problem["code"] == "unavailable"
