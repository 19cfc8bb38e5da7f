"""The /live, /ready and /metrics endpoints, over HTTP."""

import contextlib
import json
import re
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from prometheus_client import Counter, Gauge, Histogram
from prometheus_client.parser import text_string_to_metric_families

from services.runtime.operations import telemetry
from services.runtime.operations.health import HEARTBEAT_STALE_SECONDS, Health, serve_health
from services.runtime.operations.health_server import CONNECTIONS_MAX
from services.runtime.store.dispatch import Dispatcher
from tests.services.commands import new_table_id, open_command, seat_command
from tests.services.engines import Engines
from tests.waiting import DEADLINE_SECONDS, eventually


class HealthClient:
    def __init__(self) -> None:
        self.health = Health()
        self.url, self._server = serve_health(self.health, "127.0.0.1", 0)

    def get(self, path: str) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(self.url + path, timeout=DEADLINE_SECONDS) as response:
                return response.status, response.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    def get_json(self, path: str) -> tuple[int, dict[str, str]]:
        status, body = self.get(path)
        return status, json.loads(body)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def health_client() -> Iterator[HealthClient]:
    health_client = HealthClient()
    yield health_client
    health_client.close()


def test_is_live_before_it_is_ready(health_client: HealthClient) -> None:
    assert health_client.get_json("/live") == (200, {"status": "ok"})
    assert health_client.get_json("/ready") == (503, {"start": "not started yet"})
    health_client.health.ready("start")
    assert health_client.get_json("/ready") == (200, {"status": "ok"})


def test_is_ready_when_all_reasons_are_cleared(health_client: HealthClient) -> None:
    health_client.health.ready("start")
    health_client.health.not_ready("shards", "server unreachable")
    assert health_client.get_json("/ready") == (503, {"shards": "server unreachable"})
    assert health_client.get_json("/live")[0] == 200
    health_client.health.ready("shards")
    assert health_client.get_json("/ready")[0] == 200


def test_detects_a_loop_without_heartbeat(
    health_client: HealthClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    health_client.health.ready("start")
    health_client.health.beat("shard-1")
    health_client.health.beat("shard-2")
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + HEARTBEAT_STALE_SECONDS - 1)
    assert health_client.get_json("/ready")[0] == 200
    health_client.health.beat("shard-2")
    monkeypatch.setattr(time, "monotonic", lambda: now + HEARTBEAT_STALE_SECONDS + 1)
    assert health_client.get_json("/ready") == (503, {"shard-1": "no heartbeat"})
    assert health_client.get_json("/live")[0] == 503
    health_client.health.forget("shard-1")
    assert health_client.get_json("/live")[0] == 200


def test_unknown_paths_are_not_found(health_client: HealthClient) -> None:
    status, body = health_client.get_json("/nothing")
    assert status == 404
    assert body == {"error": "/nothing not found; expected /metrics, /live or /ready"}


def test_silent_connections_do_not_block_probes(health_client: HealthClient) -> None:
    host, port = health_client.url.removeprefix("http://").split(":")
    with contextlib.ExitStack() as silent:
        for _ in range(2 * CONNECTIONS_MAX):
            connection = silent.enter_context(socket.create_connection((host, int(port))))
            connection.sendall(b"GET /live HTTP/1.1\r\nHost: ")
        assert health_client.get_json("/live") == (200, {"status": "ok"})


def test_a_slow_request_is_ended(
    health_client: HealthClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.runtime.operations.health_server._QuietHandler.timeout", 0.1)
    host, port = health_client.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=DEADLINE_SECONDS) as connection:
        connection.sendall(b"GET /live HTTP/1.1\r\n")
        assert connection.recv(1) == b""


METRICS: list[Any] = [
    value for value in vars(telemetry).values() if isinstance(value, Counter | Gauge | Histogram)
]
NAMES = [metric.describe()[0].name for metric in METRICS]
LABELS = {
    "operation",
    "status",
    "from",
    "action",
    "outcome",
    "code",
    "result",
    "shard",
    "follower",
    "loop",
    "model",
    "stream",
    "topic",
    "limit",
}
"""None of them identifies a table or a player."""


def test_metric_names_are_unique_and_documented() -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert all(name.startswith("bluemoon_") for name in NAMES)
    assert all(metric.describe()[0].documentation.endswith(".") for metric in METRICS)
    assert {label for metric in METRICS for label in metric._labelnames} <= LABELS


@pytest.mark.anyio
async def test_exposes_every_metric_and_no_table_or_command_id(
    health_client: HealthClient, engines: Engines, dispatcher: Dispatcher
) -> None:
    engine = await engines.start(snapshot_every=1)
    table_ids = [new_table_id(shard) for shard in range(4)]
    commands = [
        command
        for table_id in table_ids
        for command in (open_command(table_id), seat_command(table_id))
    ]
    for command in commands:
        assert (await dispatcher.send(command)).seq
    outcome = await dispatcher.send(seat_command(table_ids[0]))
    assert outcome.rejection is not None
    rejected = f'action="take_seat",code="{outcome.rejection.code}",outcome="rejected"'

    # The outcome is published before the engine counts it.
    expected = (
        'bluemoon_lag_entries{follower="engine",shard="3"} 0.0',
        rejected,
    )

    async def is_measured() -> bool:
        text = health_client.get("/metrics")[1]
        return all(sample in text for sample in expected)

    await eventually(is_measured, "all shards are measured and all commands counted")
    status, text = health_client.get("/metrics")
    assert status == 200
    families = {family.name for family in text_string_to_metric_families(text)}
    assert set(NAMES) <= families
    for metric in NAMES:
        assert re.search(rf"^{metric}(_total|_count)?[ {{]", text, re.MULTILINE), metric
    for table_id in table_ids:
        assert table_id not in text
    for command in commands:
        assert command.id not in text
    assert 'bluemoon_commands_total{action="open_table",code="",outcome="accepted"}' in text
    assert engine.health.problems() == {}
