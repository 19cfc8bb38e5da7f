"""The commands and programs in README.md work as pasted."""

import json
import re
import subprocess
import sys
import time
from http import HTTPStatus
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.cli.runner import call
from tests.client.local_system import LocalSystem
from tests.waiting import wait_until

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
MOVES = 10


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


def for_system(text: str, local_system: LocalSystem) -> str:
    """Replace the default addresses with those of a test's system."""
    return text.replace("http://127.0.0.1:8080", local_system.gateway).replace(
        "ws://127.0.0.1:8081", local_system.live
    )


def test_shows_its_use_on_the_first_screen() -> None:
    first_screen = README.splitlines()[:25]
    assert any(line.startswith("make run") for line in first_screen)
    assert any(line.startswith("make test") for line in first_screen)
    assert any(line.startswith("curl ") for line in first_screen)
    assert any(line.startswith("![") for line in first_screen)


def test_names_only_make_targets_that_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    prose = re.sub(r"^```.*?^```", "", README, flags=re.DOTALL | re.MULTILINE)
    named = set(re.findall(r"\bmake ([a-z-]+)", "\n".join(re.findall(r"`[^`]+`", prose))))
    assert {"run", "test", "test-all", "test-docker", "test-chaos"} <= named
    assert named <= targets


def test_names_only_commands_and_options_that_exist() -> None:
    lines = re.findall(r"^\.venv/bin/bluemoon (.*?)(?: *#.*)?$", README, re.MULTILINE)
    assert len(lines) > 8
    for line in lines:
        words = line.split()
        command = [word for word in words[:2] if word.isalpha()]
        result = call(*command, "--help", env={"COLUMNS": "200"})
        if result.exit_code != 0:
            result = call(*command[:1], "--help", env={"COLUMNS": "200"})
        assert result.exit_code == 0, line
        for option in re.findall(r"--[a-z-]+", line):
            assert option in result.stdout, line


def test_the_request_opens_a_table(local_system: LocalSystem) -> None:
    [command] = [block for block in blocks("") if block.startswith("curl ")]
    result = subprocess.run(
        ["bash", "-c", for_system(command, local_system)],
        capture_output=True,
        text=True,
        check=True,
    )
    seat = json.loads(result.stdout)
    assert list(seat) == re.findall(r'"(\w+)":', README.split("token of your seat:\n")[1][:80])
    token = {"Authorization": f"Bearer {seat['token']}"}
    view = httpx.get(f"{local_system.gateway}/v1/tables/{seat['table']}/view", headers=token)
    assert view.json()["viewer"] == seat["seat"]


def test_the_program_plays(local_system: LocalSystem, tmp_path: Path) -> None:
    [program] = blocks("python")
    name = f"readme {time.time_ns()}"
    path = tmp_path / "play.py"
    path.write_text(for_system(program, local_system).replace("Amber", name))
    playing = subprocess.Popen([sys.executable, path], cwd=ROOT, stderr=subprocess.PIPE, text=True)

    def table_with_moves() -> dict[str, Any] | None:
        if playing.poll() is not None:
            assert playing.stderr is not None
            pytest.fail(playing.stderr.read())
        response = httpx.get(f"{local_system.gateway}/v1/tables")
        if response.status_code != HTTPStatus.OK:
            # We ask too often, or the list is not built yet.
            time.sleep(float(response.headers.get("Retry-After", 1)))
            return None
        rows: list[dict[str, Any]] = response.json()["tables"]
        return next((row for row in rows if name in row["players"] and row["seq"] >= MOVES), None)

    try:
        wait_until(table_with_moves, "the program plays")
    finally:
        playing.kill()
        playing.communicate()
