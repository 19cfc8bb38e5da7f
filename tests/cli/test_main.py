"""The `bluemoon` command itself: its version, and its help when called with nothing."""

import tomllib
from pathlib import Path

from typer.testing import CliRunner

from cli.main import app

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"


def test_version_is_the_one_the_project_declares() -> None:
    declared = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]["version"]

    result = CliRunner().invoke(app, ["--version"])

    assert result.exit_code == 0
    assert result.output == f"{declared}\n"


def test_without_arguments_it_explains_itself() -> None:
    result = CliRunner().invoke(app, [])

    assert "Usage: bluemoon" in result.output
    assert "--version" in result.output
