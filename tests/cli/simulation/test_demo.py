"""`bluemoon demo`: a game between bots, on a terminal and through a pipe."""

import os
import pty
import signal
import time
from pathlib import Path

import pytest

from games.city.names import LANGUAGES, Language, tile_name
from tests.cli.runner import BLUEMOON, call, error_from, run


def test_pipe_gets_the_narration_and_the_final_position() -> None:
    started = time.monotonic()

    result = run("demo", "city", "--seed", 3)

    assert time.monotonic() - started < 60, "there is no pause in a pipe"
    assert result.returncode == 0
    output = result.stdout.decode()
    assert output.startswith("seed 3 · Amber (builder), Basalt (builder), Coral (builder)\n")
    assert "The game begins." in output
    assert "The game is over" in output
    assert "obelisk" in output
    assert "\n1. " in output
    assert "--out game.jsonl" in output
    assert "\x1b" not in output


@pytest.mark.parametrize("language", LANGUAGES)
def test_tiles_are_named_in_the_chosen_language(language: Language) -> None:
    output = call("demo", "city", "--seed", 1, "--players", 2, "--lang", language).stdout

    assert tile_name("university", language) in output


def test_random_seed_is_printed_and_reproduces_the_game() -> None:
    output = call("demo", "city", "--bots", "builder").stdout
    seed = output.split()[1]

    assert call("demo", "city", "--seed", seed).stdout == output


def test_writes_the_same_log_as_simulate(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"

    output = call("demo", "city", "--seed", 7, "--out", log).stdout
    call("simulate", "city", "--seed", 7, "--games", 1, "--out", tmp_path / "games")

    assert f"bluemoon replay {log}" in output
    assert log.read_bytes() == (tmp_path / "games" / "city-7-000000.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess"], "there is no game 'chess'"),
        (["city", "--as", "3"], "--as: expected table, spectator or a seat from 0 to 2, got '3'"),
        (["city", "--speed", "-1"], "--speed: expected 0 or more, got -1.0"),
        (["city", "--speed", "nan"], "--speed: expected 0 or more, got nan"),
        (["city", "--lang", "xx"], "--lang"),
    ],
)
def test_rejects_invalid_options(arguments: list[str], message: str) -> None:
    assert message in error_from("demo", *arguments)


def test_never_overwrites_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine"
    path.write_text("precious", encoding="utf-8")

    assert error_from("demo", "city", "--out", path) == f"{path}: the file already exists"
    assert path.read_text(encoding="utf-8") == "precious"


def on_a_terminal(columns: int, rows: int, *arguments: str, interrupt: bool) -> tuple[int, str]:
    """Return the exit code and everything written to a terminal of this size."""
    child, terminal = pty.fork()
    if child == 0:
        size = {"COLUMNS": str(columns), "LINES": str(rows), "TERM": "xterm-256color"}
        os.execve(BLUEMOON, [str(BLUEMOON), *arguments], {**os.environ, **size})
    written = b""
    while True:
        try:
            chunk = os.read(terminal, 1 << 16)
        except OSError:  # the terminal is closed when the child is gone
            break
        if not chunk:
            break
        written += chunk
        if interrupt and b"begins turn 1" in written:
            os.kill(child, signal.SIGINT)
            interrupt = False
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    return os.waitstatus_to_exitcode(status), written.decode()


# Forking is safe here: the child becomes another program at once.
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(("columns", "rows"), [(130, 40), (80, 24)])
def test_ctrl_c_on_a_terminal_exits_cleanly(tmp_path: Path, columns: int, rows: int) -> None:
    log = tmp_path / "game.jsonl"

    code, written = on_a_terminal(
        columns, rows, "demo", "city", "--seed", "3", "--out", str(log), interrupt=True
    )

    assert code == 130
    assert "Courtyard" in written
    assert "Traceback" not in written
    assert written.endswith("\x1b[?25h"), "the cursor is back"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_small_terminal_gets_the_narration() -> None:
    code, written = on_a_terminal(
        60, 20, "demo", "city", "--seed", "3", "--speed", "0", interrupt=False
    )

    assert code == 0
    assert "The game is over" in written
