"""The queries of alerts and dashboards, and the metrics they select."""

import json
import re
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]
from msgspec import Struct

DEPLOY = Path(__file__).parents[2] / "deploy"
ALERTS = DEPLOY / "prometheus" / "alerts.yml"
ALERTS_TEST = DEPLOY / "prometheus" / "alerts_test.yml"
DASHBOARDS = sorted((DEPLOY / "grafana" / "dashboards").glob("*.json"))

VARIABLES = {"$__rate_interval": "5m", "$service": "engine", "$instance": ".*"}
"""Grafana variable -> a sample value."""


class Selector(Struct, frozen=True):
    """A metric in a query with its label matchers."""

    metric: str
    labels: tuple[tuple[str, str, str], ...]
    """Name, operator, value."""


def alerts() -> list[dict[str, Any]]:
    groups = yaml.safe_load(ALERTS.read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


def dashboard_queries(path: Path) -> list[str]:
    dashboard = json.loads(path.read_text())
    queries = [
        target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", ())
    ]
    for name, value in VARIABLES.items():
        queries = [query.replace(name, value) for query in queries]
    return queries


def series_of_alert_tests() -> list[str]:
    """Return the input of the alerts' tests."""
    tests = yaml.safe_load(ALERTS_TEST.read_text())["tests"]
    return [entry["series"] for test in tests for entry in test["input_series"]]


def all_queries() -> list[str]:
    queries = [rule["expr"] for rule in alerts()]
    return queries + [query for path in DASHBOARDS for query in dashboard_queries(path)]


def selectors(query: str) -> list[Selector]:
    """Return the selectors of a query: names before `{` or `[`, and known metric names."""
    matches = re.finditer(
        r"\b(?P<metric>up|(?:bluemoon|process|python)_\w+|\w+(?=[{\[]))(?P<labels>\{[^}]*\})?",
        query,
    )
    return [Selector(match["metric"], tuple(_labels(match["labels"] or ""))) for match in matches]


def _labels(text: str) -> list[tuple[str, str, str]]:
    return re.findall(r'(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"', text)


def grouped_by(query: str) -> set[str]:
    groups = re.findall(r"\bby \(([^)]*)\)", query)
    return {name.strip() for names in groups for name in names.split(",")}
