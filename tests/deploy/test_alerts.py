"""Alerts: each has tests of when it fires, and a row in the runbook."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

from tests.deploy.queries import ALERTS, ALERTS_TEST, DASHBOARDS, alerts, dashboard_queries

ROOT = Path(__file__).parents[2]
PROMTOOL = shutil.which("promtool")
needs_promtool = pytest.mark.skipif(PROMTOOL is None, reason="promtool is not installed")


def promtool(*arguments: object) -> None:
    assert PROMTOOL is not None
    result = subprocess.run(
        [PROMTOOL, *map(str, arguments)], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr


@needs_promtool
def test_alerts_fire_as_specified() -> None:
    promtool("test", "rules", ALERTS_TEST)


@needs_promtool
def test_prometheus_configuration_is_valid() -> None:
    promtool("check", "config", ALERTS.with_name("prometheus.yml"))


@needs_promtool
@pytest.mark.parametrize("dashboard", DASHBOARDS, ids=lambda path: path.stem)
def test_dashboard_queries_are_valid(dashboard: Path, tmp_path: Path) -> None:
    rules = [
        {"record": f"query_{number}", "expr": query}
        for number, query in enumerate(dashboard_queries(dashboard))
    ]
    file = tmp_path / "rules.yml"
    file.write_text(json.dumps({"groups": [{"name": "queries", "rules": rules}]}))
    promtool("check", "rules", file)


def test_every_alert_has_a_firing_and_a_quiet_case() -> None:
    tested: dict[str, set[bool]] = {}
    for case in yaml.safe_load(ALERTS_TEST.read_text())["tests"]:
        for check in case["alert_rule_test"]:
            tested.setdefault(check["alertname"], set()).add(bool(check["exp_alerts"]))
    assert tested == {rule["alert"]: {True, False} for rule in alerts()}


def test_every_alert_has_a_severity_and_a_runbook_row() -> None:
    page = (ROOT / "docs" / "operations.md").read_text()
    row = r'^\| <a id="(\w+)"></a>(\w+) \| (.+) \| (.+) \| (.+) \|$'
    rows = re.findall(row, page, re.MULTILINE)
    described = {anchor: name for anchor, name, *_ in rows}
    names = [rule["alert"] for rule in alerts()]
    assert len(set(names)) == len(names)
    assert described == {name.lower(): name for name in names}
    for rule in alerts():
        assert rule["labels"]["severity"] in ("critical", "warning")
        assert rule["annotations"]["summary"]
        assert rule["annotations"]["runbook"] == f"docs/operations.md#{rule['alert'].lower()}"
