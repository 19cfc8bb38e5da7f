"""`bluemoon demo`: a game to look at, on a terminal and through a pipe."""

import os
import pty
import signal
import time
from pathlib import Path

import pytest

from games.city.names import LANGUAGES, Language, tile_name
from tests.cli.calling import BLUEMOON, call, refusal, run


def test_through_a_pipe_it_tells_the_game_and_shows_the_end() -> None:
    started = time.monotonic()

    result = run("demo", "city", "--seed", 3)

    assert time.monotonic() - started < 60, "nobody waits at the end of a pipe"
    assert result.returncode == 0
    told = result.stdout.decode()
    assert told.startswith("seed 3 · Amber (builder), Basalt (builder), Coral (builder)\n")
    assert "The game begins." in told
    assert "The game is over" in told
    assert "obelisk" in told
    assert "\n1. " in told
    assert "--out game.jsonl" in told
    assert "\x1b" not in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_tiles_are_named_in_the_language_asked_for(language: Language) -> None:
    told = call("demo", "city", "--seed", 1, "--players", 2, "--lang", language).stdout

    assert tile_name("university", language) in told


def test_a_random_seed_is_told_and_gives_the_same_game_again() -> None:
    told = call("demo", "city", "--bots", "builder").stdout
    seed = told.split()[1]

    assert call("demo", "city", "--seed", seed).stdout == told


def test_it_writes_what_simulate_writes(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"

    told = call("demo", "city", "--seed", 7, "--out", log).stdout
    call("simulate", "city", "--seed", 7, "--games", 1, "--out", tmp_path / "games")

    assert f"bluemoon replay {log}" in told
    assert log.read_bytes() == (tmp_path / "games" / "city-7-000000.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess"], "there is no game 'chess'"),
        (["city", "--as", "3"], "--as: expected table, spectator or a seat from 0 to 2, got '3'"),
        (["city", "--speed", "-1"], "--speed: expected 0 or more, got -1.0"),
        (["city", "--speed", "nan"], "--speed: expected 0 or more, got nan"),
        (["city", "--lang", "xx"], "--lang"),
    ],
)
def test_a_bad_call_says_why(arguments: list[str], said: str) -> None:
    assert said in refusal("demo", *arguments)


def test_it_never_replaces_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine"
    path.write_text("precious", encoding="utf-8")

    assert refusal("demo", "city", "--out", path) == f"{path}: the file exists already"
    assert path.read_text(encoding="utf-8") == "precious"


def on_a_terminal(columns: int, rows: int, *arguments: str, interrupt: bool) -> tuple[int, str]:
    """The exit code and all that was written to a terminal of this size."""
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
def test_on_a_terminal_ctrl_c_ends_it_cleanly(tmp_path: Path, columns: int, rows: int) -> None:
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
def test_on_a_terminal_too_small_for_a_picture_it_tells_the_game() -> None:
    code, written = on_a_terminal(
        60, 20, "demo", "city", "--seed", "3", "--speed", "0", interrupt=False
    )

    assert code == 0
    assert "The game is over" in written
