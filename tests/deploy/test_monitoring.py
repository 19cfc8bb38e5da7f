"""Alerts and dashboards use only metrics and labels that a running system exposes."""

import asyncio
import importlib.util
import json
import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from prometheus_client import Counter, Gauge, Histogram
from prometheus_client.parser import text_string_to_metric_families

from schemas.city.options import CityOptions
from services.gateway.exposed_metrics import sample_labels
from services.runtime.operations import telemetry
from tests.client.local_system import LocalSystem, run_local_system
from tests.deploy.queries import (
    DASHBOARDS,
    DEPLOY,
    Selector,
    all_queries,
    grouped_by,
    selectors,
    series_of_alert_tests,
)
from tests.waiting import DEADLINE_SECONDS, wait_until

SERVICES = {"engine", "gateway", "notifier", "projector"}
PROMETHEUS_LABELS = {"job", "instance"}
"""Labels added by Prometheus."""

Exposed = dict[str, dict[str, set[str]]]
"""Metric -> label -> values."""


async def _play(local_system: LocalSystem) -> None:
    """Start a game, so that every metric has a value."""
    async with local_system.moon() as moon:
        table_id = (await moon.gateway.open_table("city", CityOptions(2))).table
        for seat, player in enumerate(("Amber", "Basalt")):
            await moon.gateway.take_seat(table_id, seat, player)
        await moon.gateway.start_game(table_id)


def _scrape(local_system: LocalSystem) -> Exposed:
    exposed: Exposed = {}
    for address in re.findall(r'"health": "(http://[\d.:]+)"', local_system.process.output):
        with urllib.request.urlopen(f"{address}/metrics", timeout=DEADLINE_SECONDS) as response:
            text = response.read().decode()
        for family in text_string_to_metric_families(text):
            for sample in family.samples:
                labels = exposed.setdefault(sample.name, {})
                for name, value in sample.labels.items():
                    labels.setdefault(name, set()).add(value)
    return exposed


@pytest.fixture(scope="module")
def exposed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Exposed]:
    with run_local_system(tmp_path_factory.mktemp("monitoring")) as local_system:
        for service in SERVICES:
            local_system.process.await_output(f'"event": "{service} starts"')
        asyncio.run(_play(local_system))

        def measured() -> Exposed | None:
            """Wait for all followers: they measure themselves every few seconds."""
            metrics = _scrape(local_system)
            followers = metrics.get("bluemoon_lag_entries", {}).get("follower", set())
            return metrics if {"engine", "projector", "webhooks"} <= followers else None

        yield wait_until(measured, "all followers are measured")


def problems(query: str, exposed: Exposed) -> Iterator[str]:
    queried = [selector for selector in selectors(query) if selector.metric != "up"]
    labels = set(PROMETHEUS_LABELS)
    for selector in queried:
        if selector.metric not in exposed:
            yield f"no service exposes {selector.metric}"
            continue
        labels |= set(exposed[selector.metric])
        yield from _label_problems(selector, exposed[selector.metric])
    for name in grouped_by(query) - labels:
        yield f"no metric has a label {name}"


def _label_problems(selector: Selector, labels: dict[str, set[str]]) -> Iterator[str]:
    for name, operator, value in selector.labels:
        if name == "job" and operator == "=" and value not in SERVICES:
            yield f"no job {value}"
        elif name not in labels and name not in PROMETHEUS_LABELS:
            yield f"{selector.metric} has no label {name}"
        elif name in labels and operator == "=" and value not in labels[name]:
            yield f"{name} of {selector.metric} is never {value}"


def test_queried_metrics_and_labels_exist(exposed: Exposed) -> None:
    queries = all_queries()
    assert len(queries) > 80
    problems_by_query = {query: list(problems(query, exposed)) for query in queries}
    assert {query: texts for query, texts in problems_by_query.items() if texts} == {}


@pytest.mark.parametrize("query", sorted({*all_queries(), *series_of_alert_tests()}))
def test_names_are_in_the_registry(query: str) -> None:
    registered = {
        name: set(labels)
        for metric in vars(telemetry).values()
        if isinstance(metric, Counter | Gauge | Histogram)
        for name, labels in sample_labels(metric).items()
    }
    for selector in selectors(query):
        if selector.metric.startswith("bluemoon_"):
            assert selector.metric in registered
            names = {name for name, _, _ in selector.labels} - PROMETHEUS_LABELS
            assert names <= registered[selector.metric], selector.metric


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ("sum(bluemoon_gone_total)", "no service exposes bluemoon_gone_total"),
        ("rate(typing_error_total[5m])", "no service exposes typing_error_total"),
        ('bluemoon_lag{shard="1"}', "no service exposes bluemoon_lag"),
        ('bluemoon_ready{colour="red"}', "bluemoon_ready has no label colour"),
        ('up{job="engine"} + on() bluemoon_ready{job="x"}', "no job x"),
        ('bluemoon_lag_entries{follower="x"}', "follower of bluemoon_lag_entries is never x"),
        ("sum by (colour) (bluemoon_lag_entries)", "no metric has a label colour"),
    ],
)
def test_detects_unknown_metrics_and_labels(query: str, problem: str) -> None:
    exposed: Exposed = {
        "bluemoon_ready": {},
        "bluemoon_lag_entries": {"follower": {"engine"}, "shard": {"1"}},
    }
    assert list(problems(query, exposed)) == [problem]


@pytest.fixture
def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate", DEPLOY / "grafana" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_dashboards_are_up_to_date(generator: ModuleType) -> None:
    assert [path.stem for path in DASHBOARDS] == sorted(generator.DASHBOARDS)
    for path in DASHBOARDS:
        assert path.read_text() == generator.render(path.stem), "run `make dashboards`"


@pytest.mark.parametrize("path", DASHBOARDS, ids=lambda path: path.stem)
def test_dashboard_panels_do_not_overlap(path: Path) -> None:
    panels = json.loads(path.read_text())["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    taken: set[tuple[int, int]] = set()
    for panel in panels:
        grid = panel["gridPos"]
        cells = {
            (grid["x"] + column, grid["y"] + line)
            for column in range(grid["w"])
            for line in range(grid["h"])
        }
        assert not taken & cells, f"{panel['title']} overlaps another panel"
        assert grid["x"] + grid["w"] <= 24
        taken |= cells
