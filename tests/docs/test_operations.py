"""docs/operations.md names the settings, metrics and commands that exist."""

import re
from pathlib import Path

from services.gateway.exposed_metrics import FAMILIES
from services.runtime.operations.settings import describe_settings
from services.runtime.operations.telemetry import REGISTRY
from tests.cli.runner import call

OPERATIONS = (Path(__file__).parents[2] / "docs" / "operations.md").read_text()


def test_lists_every_setting_with_its_default_and_meaning() -> None:
    rows = [
        f"| `{name}` | {f'`{default}`' if default else ''} | {meaning} |"
        for name, default, meaning in describe_settings()
    ]
    table = OPERATIONS.split("## Settings")[1]
    assert [line for line in table.splitlines() if line.startswith("| `")] == rows


def test_names_only_metrics_and_settings_that_exist() -> None:
    metrics = {family.name for family in REGISTRY.collect()}
    named = set(re.findall(r"`(bluemoon_\w+?)(?:_total)?`", OPERATIONS))
    assert named
    assert named - metrics == set()
    settings = {name for name, _, _ in describe_settings()}
    assert set(re.findall(r"BLUEMOON_[A-Z_]+", OPERATIONS)) - settings == set()


def test_lists_the_metrics_of_the_operations_api() -> None:
    table = OPERATIONS.split("### Operations API")[1].split("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("|")]
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert sorted(named) == sorted(FAMILIES)


def test_names_only_commands_that_exist() -> None:
    named = set(re.findall(r"`bluemoon ([a-z-]+)(?: ([a-z-]+))?", OPERATIONS))
    assert len(named) > 10
    for words in named:
        result = call(*filter(None, words), "--help")
        assert result.exit_code == 0, f"`bluemoon {' '.join(words)}` does not exist"
