"""docs/operations.md says what is true of the settings and metrics."""

import re
from pathlib import Path

from services.gateway.told_metrics import FAMILIES
from services.runtime.settings import described
from services.runtime.telemetry import REGISTRY
from tests.cli.calling import call

OPERATIONS = (Path(__file__).parents[2] / "docs" / "operations.md").read_text()


def test_every_setting_stands_there_with_its_default_and_meaning() -> None:
    rows = [
        f"| `{name}` | {f'`{default}`' if default else ''} | {meaning} |"
        for name, default, meaning in described()
    ]
    table = OPERATIONS.split("## Settings")[1]
    assert [line for line in table.splitlines() if line.startswith("| `")] == rows


def test_every_metric_and_setting_that_is_named_exists() -> None:
    metrics = {sample for family in REGISTRY.collect() for sample in (family.name,)}
    named = set(re.findall(r"`(bluemoon_\w+?)(?:_total)?`", OPERATIONS))
    assert named
    assert named - metrics == set()
    settings = {name for name, _, _ in described()}
    assert set(re.findall(r"BLUEMOON_[A-Z_]+", OPERATIONS)) - settings == set()


def test_the_metrics_that_the_gateway_tells_are_all_named() -> None:
    table = OPERATIONS.split("### All of it at once")[1].split("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("|")]
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert sorted(named) == sorted(FAMILIES)


def test_every_command_that_is_named_exists() -> None:
    named = set(re.findall(r"`bluemoon ([a-z]+)(?: ([a-z]+))?", OPERATIONS))
    assert len(named) > 10
    for words in named:
        shown = call(*filter(None, words), "--help")
        assert shown.exit_code == 0, f"there is no `bluemoon {' '.join(words)}`"
