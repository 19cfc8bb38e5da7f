"""The operations endpoint: services that respond, hang or are gone."""

import contextlib
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from services.runtime.operations.health import Health, serve_health
from services.runtime.operations.service_registry import registered, running_services
from services.runtime.store.event_log import EventLog
from tests.services.full_client import client_of
from tests.services.gateway.conftest import OPERATOR_KEY, PLATFORM_KEY, GatewayClient
from tests.services.projectors import Projectors
from tests.waiting import eventually

pytestmark = pytest.mark.anyio

PATH = "/v1/operations"


@contextlib.contextmanager
def responding() -> Iterator[tuple[str, Health]]:
    """Serve a real health address."""
    health = Health()
    url, server = serve_health(health, "127.0.0.1", 0)
    try:
        yield url, health
    finally:
        server.shutdown()
        server.server_close()


@contextlib.contextmanager
def hanging() -> Iterator[str]:
    """Accept connections and never respond."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"


def closed_port() -> str:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    return f"http://127.0.0.1:{port}"


async def test_returns_metrics_and_reports_unresponsive_services_as_down(
    gateway: GatewayClient, event_log: EventLog
) -> None:
    client = client_of(event_log)
    with responding() as (url, health), hanging() as hanging_url:
        async with (
            registered(client, "engine", url),
            registered(client, "notifier", hanging_url),
            registered(client, "projector", closed_port()),
        ):
            await eventually(lambda: _all_registered(event_log), "all three are registered")

            async def engine_is(*expected: bool) -> Any:
                """On a busy machine the engine may respond late and count as down."""
                response = await gateway("GET", PATH, token=OPERATOR_KEY)
                engine, *others = response["services"]
                assert [(other["name"], other["up"], other["ready"]) for other in others] == [
                    ("notifier", False, False),
                    ("projector", False, False),
                ]
                return response["services"] if (engine["up"], engine["ready"]) == expected else None

            await eventually(lambda: engine_is(True, False), "the engine is up, but not ready")
            health.ready("start")
            engine, *others = await eventually(lambda: engine_is(True, True), "it is ready")
    assert (engine["address"], engine["ready"]) == (url, True)
    names = {sample["name"] for sample in engine["samples"]}
    assert {"bluemoon_ready", "process_resident_memory_bytes"} < names
    assert [other["samples"] for other in others] == [[], []]


async def _all_registered(event_log: EventLog) -> bool:
    return len(await running_services(client_of(event_log))) == 3


async def test_returns_the_memory_use_of_the_server(gateway: GatewayClient) -> None:
    server = (await gateway("GET", PATH, token=OPERATOR_KEY))["server"]
    assert server["used_memory_bytes"] > 0
    assert server["memory_bytes_max"] is None
    assert 0 < server["memory_ratio"] < 1
    assert server["nodes"] in {1, 3}


async def test_counts_tables_by_stage_once_a_projector_has_run(
    gateway: GatewayClient, projectors: Projectors
) -> None:
    assert (await gateway("GET", PATH, token=OPERATOR_KEY))["tables"] is None
    await gateway.open_table()
    await gateway.start_game()
    await gateway.open_table(listed=False)
    projectors.start()
    await projectors.caught_up()
    tables = (await gateway("GET", PATH, token=OPERATOR_KEY))["tables"]
    assert tables == {"open": 2, "playing": 1, "over": 0, "aborted": 0, "voided": 0}


async def test_counts_unresolved_dead_letters(gateway: GatewayClient, event_log: EventLog) -> None:
    first, second, *_ = event_log.all_shards()
    for shard in (first, second, second):
        await client_of(event_log).xadd(shard.dead_letters, {"dead_letter": "{}"})
    await client_of(event_log).hset(second.resolved_dead_letters, "1-0", "dropped")
    assert (await gateway("GET", PATH, token=OPERATOR_KEY))["dead_letters"] == 2


async def test_requires_an_operator_key(gateway: GatewayClient) -> None:
    _, tokens = await gateway.start_game()
    assert (await gateway("GET", PATH, status=401))["code"] == "no_token"
    for token in (tokens[0], PLATFORM_KEY):
        problem = await gateway("GET", PATH, token=token, status=403)
        assert problem["code"] == "not_allowed"


async def test_an_operator_key_is_no_platform_key(gateway: GatewayClient) -> None:
    problem = await gateway("GET", "/v1/webhooks", token=OPERATOR_KEY, status=403)
    assert problem["code"] == "not_allowed"
