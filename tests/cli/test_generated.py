"""Files made from the code are fresh, and a stale one is named."""

from pathlib import Path

import pytest

from cli import asyncapi, openapi
from cli.generated import keep


def test_the_openapi_file_is_what_the_code_says() -> None:
    assert openapi.FILE.read_text(encoding="utf-8") == openapi.rendered()


def test_a_stale_file_is_named_and_written_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stale = tmp_path / "asyncapi.json"
    stale.write_text("{}\n", encoding="utf-8")
    content = asyncapi.rendered()

    assert keep(stale, content, ["--check"]) == 1
    assert "asyncapi.json is stale: run `make schemas`" in capsys.readouterr().err
    assert keep(stale, content, []) == 0
    assert keep(stale, content, ["--check"]) == 0


def test_an_argument_nobody_knows_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert keep(tmp_path / "file", "", ["--what"]) == 2
    assert "expected no argument or --check, got: --what" in capsys.readouterr().err
