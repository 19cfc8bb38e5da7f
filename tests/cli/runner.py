"""Run `bluemoon` in tests."""

import os
import subprocess
import sys
from pathlib import Path

from typer.testing import CliRunner, Result

from cli.main import app

BLUEMOON = Path(sys.executable).with_name("bluemoon")
WIDE = {"COLUMNS": "130"}


def call(
    *arguments: object, stdin: bytes | None = None, env: dict[str, str] | None = None
) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin, env=env)


def run(*arguments: object, stdin: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
    """Run the installed command in a process."""
    return subprocess.run(
        [BLUEMOON, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        check=False,
        env={name: value for name, value in os.environ.items() if name != "COLUMNS"},
    )


def error_from(*arguments: object, stdin: bytes | None = None) -> str:
    """Return the one-line error of a call and check that it prints nothing else."""
    result = call(*arguments, stdin=stdin)
    assert result.exit_code == 2, result.output
    assert isinstance(result.exception, SystemExit)
    assert result.stdout == ""
    assert result.stderr.endswith("\n")
    assert result.stderr.count("\n") == 1, result.stderr
    return result.stderr.removesuffix("\n")
