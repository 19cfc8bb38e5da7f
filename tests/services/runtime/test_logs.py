"""Log lines: JSON for machines, readable for people, secrets for nobody."""

import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from services.runtime.logs import configure_logs

SEED = "5eed" * 16


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Logging is set up for the whole process: leave it as it was."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    structlog.reset_defaults()
    structlog.contextvars.clear_contextvars()
    root.handlers[:] = handlers
    root.setLevel(level)


def fail() -> None:
    seed = SEED
    raise ZeroDivisionError(f"a mistake about {len(seed)} letters")


def test_a_line_is_json_with_its_fields(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs("info", "json", "engine")
    structlog.get_logger().info("shard taken", shard=3)
    line = json.loads(capsys.readouterr().err)
    assert line.pop("timestamp").endswith("Z")
    assert line == {"event": "shard taken", "level": "info", "service": "engine", "shard": 3}


def test_what_is_not_worth_a_line_gets_none(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs("warning", "json", "engine")
    structlog.get_logger().info("nothing much")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("form", ["json", "console"])
def test_a_traceback_shows_no_variables(capsys: pytest.CaptureFixture[str], form: str) -> None:
    configure_logs("info", "json" if form == "json" else "console", "engine")
    try:
        fail()
    except ZeroDivisionError:
        structlog.get_logger().exception("command put aside", command="c1")
    said = capsys.readouterr().err
    assert "ZeroDivisionError: a mistake about 64 letters" in said
    assert "command put aside" in said
    assert SEED not in said


def test_libraries_speak_the_same_way(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs("info", "json", "engine")
    logging.getLogger("somebody.else").warning("take %s", "care")
    line = json.loads(capsys.readouterr().err)
    assert (line["event"], line["level"], line["service"]) == ("take care", "warning", "engine")
