"""Alerts and dashboards ask only for what a running system really tells."""

import asyncio
import importlib.util
import json
import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from prometheus_client.parser import text_string_to_metric_families

from schemas.city import CityOptions
from tests.client.house import House, house
from tests.deploy.watched import (
    DASHBOARDS,
    DEPLOY,
    Selector,
    all_queries,
    grouped_by,
    selectors,
)
from tests.services.servers import within

SECONDS = 30.0
SERVICES = {"engine", "gateway", "notifier", "projector"}
BY_PROMETHEUS = {"job", "instance"}
"""Labels that Prometheus itself adds."""

Told = dict[str, dict[str, set[str]]]
"""Metric -> label -> the values it has."""


async def _play(home: House) -> None:
    """One short game, so that everything has happened once."""
    async with home.moon() as moon:
        game = (await moon.gateway.open_table("city", CityOptions(2))).table
        for seat, player in enumerate(("Amber", "Basalt")):
            await moon.gateway.take_seat(game, seat, player)
        await moon.gateway.start_game(game)


def _scrape(home: House) -> Told:
    told: Told = {}
    for address in re.findall(r'"health": "(http://[\d.:]+)"', home.system.output):
        with urllib.request.urlopen(f"{address}/metrics", timeout=10) as answer:
            text = answer.read().decode()
        for family in text_string_to_metric_families(text):
            for sample in family.samples:
                labels = told.setdefault(sample.name, {})
                for name, value in sample.labels.items():
                    labels.setdefault(name, set()).add(value)
    return told


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Told]:
    with house(tmp_path_factory.mktemp("watching")) as home:
        for service in SERVICES:
            home.system.await_output(f'"event": "{service} starts"')
        asyncio.run(_play(home))

        def measured() -> Told | None:
            """Followers measure themselves every few seconds."""
            found = _scrape(home)
            followers = found.get("bluemoon_lag_entries", {}).get("follower", set())
            return found if {"engine", "projector", "webhooks"} <= followers else None

        yield within(SECONDS, measured, "all followers are measured")


def problems(query: str, told: Told) -> Iterator[str]:
    asked = [one for one in selectors(query) if one.metric != "up"]
    known = set(BY_PROMETHEUS)
    for one in asked:
        if one.metric not in told:
            yield f"{one.metric} is told by no service"
            continue
        known |= set(told[one.metric])
        yield from _wrong_labels(one, told[one.metric])
    for name in grouped_by(query) - known:
        yield f"nothing has a label {name}"


def _wrong_labels(one: Selector, labels: dict[str, set[str]]) -> Iterator[str]:
    for name, operator, value in one.labels:
        if name == "job" and operator == "=" and value not in SERVICES:
            yield f"there is no job {value}"
        elif name not in labels and name not in BY_PROMETHEUS:
            yield f"{one.metric} has no label {name}"
        elif name in labels and operator == "=" and value not in labels[name]:
            yield f"{name} of {one.metric} is never {value}"


def test_every_metric_and_label_in_a_query_exists(told: Told) -> None:
    queries = all_queries()
    assert len(queries) > 80
    found = {query: list(problems(query, told)) for query in queries}
    assert {query: wrong for query, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ("sum(bluemoon_gone_total)", "bluemoon_gone_total is told by no service"),
        ("rate(typing_error_total[5m])", "typing_error_total is told by no service"),
        ('bluemoon_lag{shard="1"}', "bluemoon_lag is told by no service"),
        ('bluemoon_ready{colour="red"}', "bluemoon_ready has no label colour"),
        ('up{job="engine"} + on() bluemoon_ready{job="x"}', "there is no job x"),
        ('bluemoon_lag_entries{follower="x"}', "follower of bluemoon_lag_entries is never x"),
        ("sum by (colour) (bluemoon_lag_entries)", "nothing has a label colour"),
    ],
)
def test_what_does_not_exist_is_found_out(query: str, problem: str) -> None:
    told: Told = {
        "bluemoon_ready": {},
        "bluemoon_lag_entries": {"follower": {"engine"}, "shard": {"1"}},
    }
    assert list(problems(query, told)) == [problem]


@pytest.fixture
def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate", DEPLOY / "grafana" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_dashboards_are_as_they_are_generated(generator: ModuleType) -> None:
    assert [path.stem for path in DASHBOARDS] == sorted(generator.DASHBOARDS)
    for path in DASHBOARDS:
        assert path.read_text() == generator.rendered(path.stem), "run `make dashboards`"


@pytest.mark.parametrize("path", DASHBOARDS, ids=lambda path: path.stem)
def test_a_dashboard_draws_every_panel_in_a_place_of_its_own(path: Path) -> None:
    found = json.loads(path.read_text())
    panels = found["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    taken: set[tuple[int, int]] = set()
    for panel in panels:
        place = panel["gridPos"]
        cells = {
            (place["x"] + column, place["y"] + line)
            for column in range(place["w"])
            for line in range(place["h"])
        }
        assert not taken & cells, f"{panel['title']} lies over another"
        assert place["x"] + place["w"] <= 24
        taken |= cells
