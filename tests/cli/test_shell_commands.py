"""Commands to paste name the program and the settings that locate the system."""

import io
import os
import sys
from pathlib import Path

import pytest
from rich.console import Console

from cli.live_demo.status import DemoStatus
from cli.live_demo.status_table import status_table
from cli.shell_commands import program, shell_command
from services.runtime.operations.settings import Settings
from services.runtime.store.shard_stats import ShardsReport

BIN = Path(sys.executable).parent
COMMAND = "BLUEMOON_DATA='my games' .venv/bin/bluemoon table tail demo-12345678"


def test_program_is_named_as_the_shell_finds_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", f"{BIN}:{os.environ['PATH']}")
    assert program() == ["bluemoon"]
    # Another program of that name does not count.
    other = tmp_path / "bluemoon"
    other.write_text("#!/bin/sh\n")
    other.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert program() == [str(BIN / "bluemoon")]
    monkeypatch.chdir(BIN.parent.parent)
    assert program() == [f"{BIN.parent.name}/{BIN.name}/bluemoon"]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (Settings(), ""),
        (Settings(data="my games"), "BLUEMOON_DATA='my games' "),
        (
            Settings(server="redis://there:6379/0", shards=4),
            "BLUEMOON_SERVER=redis://there:6379/0 BLUEMOON_SHARDS=4 ",
        ),
        (Settings(server="redis://:secret@there:6379/0"), ""),
    ],
)
def test_locating_settings_come_first(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, expected: str
) -> None:
    monkeypatch.setenv("PATH", str(BIN))
    assert (
        shell_command(settings, "table", "tail", "demo-1")
        == f"{expected}bluemoon table tail demo-1"
    )


def render_box(width: int, url: str) -> str:
    status = DemoStatus(
        title="Blue Moon",
        seconds=1,
        running=1,
        finished=0,
        abandoned=0,
        sent=0,
        rejected=0,
        commands_per_second=0,
        p50=None,
        p99=None,
        report=ShardsReport((), ()),
        restarts=0,
        endings=(),
        notices=(),
        url=url,
        tail_command=COMMAND,
    )
    console = Console(width=width, record=True, file=io.StringIO())
    console.print(status_table(status, width))
    return console.export_text()


def test_box_shows_the_browser_address() -> None:
    assert "http://127.0.0.1:8080" in render_box(80, "http://127.0.0.1:8080")
    assert "not ready yet" in render_box(80, "")


def test_box_shows_the_command_only_if_it_fits_on_one_line() -> None:
    exact_width = len(COMMAND) + 14
    assert COMMAND in render_box(exact_width, "")
    assert "table tail" not in render_box(exact_width - 1, "")
