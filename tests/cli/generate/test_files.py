"""Generated files are fresh, and a stale one is reported."""

from pathlib import Path

import pytest

from cli.generate import asyncapi, openapi, users
from cli.generate.files import write_or_check


def test_openapi_file_is_fresh() -> None:
    assert openapi.FILE.read_text(encoding="utf-8") == openapi.render()


def test_users_file_is_fresh() -> None:
    assert users.FILE.read_text(encoding="utf-8") == users.render()


def test_stale_file_is_reported_and_rewritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stale = tmp_path / "asyncapi.json"
    stale.write_text("{}\n", encoding="utf-8")
    content = asyncapi.render()

    assert write_or_check(stale, content, ["--check"]) == 1
    assert "asyncapi.json is stale: run `make schemas`" in capsys.readouterr().err
    assert write_or_check(stale, content, []) == 0
    assert write_or_check(stale, content, ["--check"]) == 0


def test_rejects_unknown_arguments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert write_or_check(tmp_path / "file", "", ["--what"]) == 2
    assert "expected no argument or --check, got: --what" in capsys.readouterr().err
