"""The forge runs the same targets as .ci/run, and the hooks call our pinned tools."""

import re
from pathlib import Path

import yaml  # type: ignore[import-untyped]

ROOT = Path(__file__).parents[2]


def test_forge_runs_the_targets_of_the_local_script() -> None:
    local = re.findall(r"^make (\S+)$", (ROOT / ".ci" / "run").read_text(), re.MULTILINE)
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text())

    assert local
    assert workflow["jobs"]["make"]["strategy"]["matrix"]["target"] == local


def test_hooks_download_nothing() -> None:
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())

    assert [repo["repo"] for repo in config["repos"]] == ["local"]
    assert {hook["language"] for repo in config["repos"] for hook in repo["hooks"]} == {"system"}
