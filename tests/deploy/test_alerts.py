"""Alerts: each is tested to fire and to stay quiet, and has a line in the runbook."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

from tests.deploy.watched import ALERTS, ALERTS_TEST, DASHBOARDS, alerts, dashboard_queries

ROOT = Path(__file__).parents[2]
PROMTOOL = shutil.which("promtool")
needs_promtool = pytest.mark.skipif(PROMTOOL is None, reason="there is no promtool here")


def promtool(*arguments: object) -> None:
    assert PROMTOOL is not None
    done = subprocess.run(
        [PROMTOOL, *map(str, arguments)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@needs_promtool
def test_every_alert_fires_when_it_should_and_only_then() -> None:
    promtool("test", "rules", ALERTS_TEST)


@needs_promtool
def test_prometheus_takes_its_configuration() -> None:
    promtool("check", "config", ALERTS.with_name("prometheus.yml"))


@needs_promtool
@pytest.mark.parametrize("dashboard", DASHBOARDS, ids=lambda path: path.stem)
def test_prometheus_takes_every_query_of_a_dashboard(dashboard: Path, tmp_path: Path) -> None:
    rules = [
        {"record": f"query_{number}", "expr": query}
        for number, query in enumerate(dashboard_queries(dashboard))
    ]
    file = tmp_path / "rules.yml"
    file.write_text(json.dumps({"groups": [{"name": "queries", "rules": rules}]}))
    promtool("check", "rules", file)


def test_every_alert_has_a_case_in_which_it_fires_and_one_in_which_it_does_not() -> None:
    tested: dict[str, set[bool]] = {}
    for case in yaml.safe_load(ALERTS_TEST.read_text())["tests"]:
        for check in case["alert_rule_test"]:
            tested.setdefault(check["alertname"], set()).add(bool(check["exp_alerts"]))
    assert tested == {rule["alert"]: {True, False} for rule in alerts()}


def test_every_alert_says_how_bad_it_is_and_what_to_do() -> None:
    page = (ROOT / "docs" / "operations.md").read_text()
    line = r'^\| <a id="(\w+)"></a>(\w+) \| (.+) \| (.+) \| (.+) \|$'
    lines = re.findall(line, page, re.MULTILINE)
    described = {anchor: name for anchor, name, *_ in lines}
    names = [rule["alert"] for rule in alerts()]
    assert len(set(names)) == len(names)
    assert described == {name.lower(): name for name in names}
    for rule in alerts():
        assert rule["labels"]["severity"] in ("critical", "warning")
        assert rule["annotations"]["summary"]
        assert rule["annotations"]["runbook"] == f"docs/operations.md#{rule['alert'].lower()}"
