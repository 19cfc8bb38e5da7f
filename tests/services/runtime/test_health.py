"""/live, /ready and /metrics, asked over HTTP."""

import json
import re
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from prometheus_client import Counter, Gauge, Histogram
from prometheus_client.parser import text_string_to_metric_families

from services.runtime import telemetry
from services.runtime.dispatch import Dispatcher
from services.runtime.health import HEARTBEAT_STALE_SECONDS, Health, serve_health
from tests.services.asking import ask_open, ask_seat, new_game
from tests.services.engines import Engines, eventually


class Probe:
    def __init__(self) -> None:
        self.health = Health()
        self.url, self._server = serve_health(self.health, "127.0.0.1", 0)

    def get(self, path: str) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(self.url + path, timeout=10) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    def said(self, path: str) -> tuple[int, dict[str, str]]:
        status, body = self.get(path)
        return status, json.loads(body)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def probe() -> Iterator[Probe]:
    probe = Probe()
    yield probe
    probe.close()


def test_a_service_is_alive_before_it_is_ready(probe: Probe) -> None:
    assert probe.said("/live") == (200, {"status": "ok"})
    assert probe.said("/ready") == (503, {"start": "not started yet"})
    probe.health.ready("start")
    assert probe.said("/ready") == (200, {"status": "ok"})


def test_reasons_not_to_be_ready_come_and_go(probe: Probe) -> None:
    probe.health.ready("start")
    probe.health.not_ready("shards", "no word from the server")
    assert probe.said("/ready") == (503, {"shards": "no word from the server"})
    assert probe.said("/live")[0] == 200
    probe.health.ready("shards")
    assert probe.said("/ready")[0] == 200


def test_a_loop_that_stops_turning_is_seen(probe: Probe, monkeypatch: pytest.MonkeyPatch) -> None:
    probe.health.ready("start")
    probe.health.beat("shard-1")
    probe.health.beat("shard-2")
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + HEARTBEAT_STALE_SECONDS - 1)
    assert probe.said("/ready")[0] == 200
    probe.health.beat("shard-2")
    monkeypatch.setattr(time, "monotonic", lambda: now + HEARTBEAT_STALE_SECONDS + 1)
    assert probe.said("/ready") == (503, {"shard-1": "its loop has stopped turning"})
    assert probe.said("/live")[0] == 503
    probe.health.forget("shard-1")
    assert probe.said("/live")[0] == 200


def test_what_is_not_there_is_said(probe: Probe) -> None:
    status, said = probe.said("/nothing")
    assert status == 404
    assert said == {"error": "no /nothing; there are /metrics, /live and /ready"}


METRICS: list[Any] = [
    value for value in vars(telemetry).values() if isinstance(value, Counter | Gauge | Histogram)
]
NAMES = [metric.describe()[0].name for metric in METRICS]
LABELS = {
    "operation",
    "status",
    "begin",
    "kind",
    "outcome",
    "code",
    "found",
    "shard",
    "follower",
    "loop",
    "model",
    "stream",
    "topic",
    "limit",
}
"""None of them could be a game or a player."""


def test_every_metric_is_named_and_explained_once() -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert all(name.startswith("bluemoon_") for name in NAMES)
    assert all(metric.describe()[0].documentation.endswith(".") for metric in METRICS)
    assert {label for metric in METRICS for label in metric._labelnames} <= LABELS


@pytest.mark.anyio
async def test_every_metric_is_there_after_a_run_and_no_game_is_a_label(
    probe: Probe, engines: Engines, dispatcher: Dispatcher
) -> None:
    engine = await engines.start(snapshot_every=1)
    games = [new_game(shard) for shard in range(4)]
    commands = [command for game in games for command in (ask_open(game), ask_seat(game))]
    for command in commands:
        assert (await dispatcher.send(command)).seq
    refused = await dispatcher.send(ask_seat(games[0]))
    assert refused.rejection is not None

    # The outcome is heard before the engine has counted it.
    awaited = (
        'bluemoon_lag_entries{follower="engine",shard="3"} 0.0',
        'kind="take_seat",outcome="rejected"',
    )

    async def measured() -> bool:
        text = probe.get("/metrics")[1]
        return all(sample in text for sample in awaited)

    await eventually(measured, "every shard was measured and every command counted")
    status, text = probe.get("/metrics")
    assert status == 200
    found = {family.name for family in text_string_to_metric_families(text)}
    assert set(NAMES) <= found
    for metric in NAMES:
        assert re.search(rf"^{metric}(_total|_count)?[ {{]", text, re.MULTILINE), metric
    for game in games:
        assert game not in text
    for command in commands:
        assert command.id not in text
    assert 'bluemoon_commands_total{code="",kind="open_table",outcome="accepted"}' in text
    assert 'kind="take_seat",outcome="rejected"' in text
    assert engine.health.problems() == {}
