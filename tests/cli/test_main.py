"""The `bluemoon` command itself: version, help and unknown commands."""

import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.main import app
from tests.cli.runner import error_from

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"


def test_version_matches_pyproject() -> None:
    declared = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]["version"]

    result = CliRunner().invoke(app, ["--version"])

    assert result.exit_code == 0
    assert result.output == f"{declared}\n"


def test_no_arguments_print_the_help() -> None:
    result = CliRunner().invoke(app, [])

    assert result.exit_code == 0
    assert "Usage: bluemoon" in result.output
    assert "--version" in result.output


@pytest.mark.parametrize("command", [[], ["demo"], ["simulate"], ["replay"]])
def test_help_has_an_example(command: list[str]) -> None:
    result = CliRunner().invoke(app, [*command, "--help"])

    assert result.exit_code == 0
    assert f"bluemoon {command[0] if command else 'demo'} " in result.output
    assert "Example" in result.output


def test_unknown_command_is_rejected_on_one_line() -> None:
    assert "replya" in error_from("replya")
