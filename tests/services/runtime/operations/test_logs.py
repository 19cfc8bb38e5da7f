"""Log lines: formats, levels, and no secrets."""

import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from services.runtime.operations.logs import configure_logs

SEED = "5eed" * 16


@pytest.fixture(autouse=True)
def restore_logging() -> Iterator[None]:
    """Logging is process-wide: restore it after each test."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    structlog.reset_defaults()
    structlog.contextvars.clear_contextvars()
    root.handlers[:] = handlers
    root.setLevel(level)


def fail() -> None:
    seed = SEED
    raise ZeroDivisionError(f"an error about {len(seed)} letters")


def test_writes_json_lines(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs("info", "json", "engine")
    structlog.get_logger().info("shard acquired", shard=3)
    line = json.loads(capsys.readouterr().err)
    assert line.pop("timestamp").endswith("Z")
    assert line == {"event": "shard acquired", "level": "info", "service": "engine", "shard": 3}


def test_skips_lines_below_the_level(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs("warning", "json", "engine")
    structlog.get_logger().info("a detail")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("form", ["json", "console"])
def test_tracebacks_show_no_variables(capsys: pytest.CaptureFixture[str], form: str) -> None:
    configure_logs("info", "json" if form == "json" else "console", "engine")
    try:
        fail()
    except ZeroDivisionError:
        structlog.get_logger().exception("command failed", command="c1")
    output = capsys.readouterr().err
    assert "ZeroDivisionError: an error about 64 letters" in output
    assert "command failed" in output
    assert SEED not in output


def test_formats_library_logs_the_same_way(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs("info", "json", "engine")
    logging.getLogger("library").warning("take %s", "care")
    line = json.loads(capsys.readouterr().err)
    assert (line["event"], line["level"], line["service"]) == ("take care", "warning", "engine")
