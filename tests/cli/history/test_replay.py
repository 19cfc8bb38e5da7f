"""`bluemoon replay`: positions for any viewer, and a one-line error for every bad log."""

import re
from itertools import islice
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from games.bots import random_bot
from games.city.names import LANGUAGES, Language, tile_name
from games.city.rulebook import CITY
from games.codec import read_commit
from games.playout import Playout, play_out
from schemas.city.options import CityOptions
from schemas.commit import canonical, seal
from tests.cli.runner import WIDE, call, error_from, run
from tests.games.city.playouts import History

Lines = tuple[bytes, ...]
MIDDLE = 60


def write(path: Path, lines: tuple[bytes, ...] | list[bytes]) -> Path:
    path.write_bytes(b"".join(lines))
    return path


def replaced(lines: Lines, number: int, line: bytes) -> list[bytes]:
    """The log with one line, counted from 1, replaced."""
    return [*lines[: number - 1], line, *lines[number:]]


def test_default_is_the_last_position_of_the_whole_table(log: Path, history: History) -> None:
    last = history[-1][1]
    assert last.table is not None
    winner = next(result.seat for result in last.table.results if result.won)

    result = call("replay", log, env=WIDE)

    assert result.exit_code == 0
    assert f"commit {last.seq}" in result.stdout
    assert f"{('Amber', 'Basalt', 'Coral')[winner]} wins." in result.stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_tiles_are_named_in_the_chosen_language(log: Path, language: Language) -> None:
    result = call("replay", log, "--at", MIDDLE, "--lang", language, env=WIDE)

    assert result.exit_code == 0
    for tile in ("courtyard", "palace", "university"):
        assert tile_name(tile, language) in result.stdout


def test_seat_sees_its_own_hand_and_the_size_of_others(log: Path, history: History) -> None:
    table = history[MIDDLE - 1][1].table
    assert table is not None
    assert table.play is not None

    shown = call("replay", log, "--at", MIDDLE, "--as", 1, env=WIDE).stdout

    for seat in (0, 2):
        assert f"{len(table.play.seats[seat].hand)} cards" in shown
    assert shown.count("◆?") == 2
    assert f"◆{table.play.seats[1].crystals}" in shown


@pytest.mark.parametrize(
    ("viewer", "named"),
    [("0", {"Amber"}), ("spectator", set()), ("table", {"Amber", "Basalt", "Coral"})],
)
def test_log_names_drawn_cards_only_to_their_owner(log: Path, viewer: str, named: set[str]) -> None:
    output = call("replay", log, "--at", MIDDLE, "--as", viewer, "--log").stdout

    draws = re.findall(r"^ (\w+) (?:is dealt|draws) (.*)\.$", output, re.MULTILINE)
    assert {name for name, _ in draws} == {"Amber", "Basalt", "Coral"}
    for name, drawn in draws:
        assert (re.fullmatch(r"\d+ cards?", drawn) is None) == (name in named)


def test_reads_a_log_from_stdin(lines: Lines) -> None:
    result = run("replay", "-", "--verify", stdin=b"".join(lines))

    assert result.returncode == 0
    assert result.stdout.startswith(b"-: ")


def test_table_before_the_start_shows_its_seats(log: Path) -> None:
    result = call("replay", log, "--at", 2)

    assert result.exit_code == 0
    assert "seat 0: Amber" in result.stdout
    assert "seat 1: free" in result.stdout


def test_player_id_cannot_control_the_terminal(tmp_path: Path) -> None:
    players = tuple((name, random_bot) for name in ("\x1b[2J\nAmber", "[bold]Basalt"))
    game = play_out(Playout(CITY, CityOptions(2), players, "seed", "game"))
    path = write(tmp_path / "log", [canonical(commit) + b"\n" for commit, _ in islice(game, 30)])

    assert "\x1b" not in error_from("replay", path, "--log")


def test_bad_line_cannot_control_the_terminal(tmp_path: Path, lines: Lines) -> None:
    evil = lines[4].replace(b'"type":"game_started"', b'"type":"\\u001b[2J\\n"')
    path = write(tmp_path / "log", replaced(lines, 5, evil))

    assert "\x1b" not in error_from("replay", path)


def test_stops_reading_after_the_chosen_position(tmp_path: Path, lines: Lines) -> None:
    path = write(tmp_path / "log", [*lines[:10], b"broken\n"])

    assert call("replay", path, "--at", 10).exit_code == 0
    assert error_from("replay", path).startswith(f"{path}:11: ")


# Bad input


def test_rejects_a_missing_file(tmp_path: Path) -> None:
    path = tmp_path / "nowhere.jsonl"
    assert error_from("replay", path) == f"{path}:1: No such file or directory"


def test_rejects_a_folder(tmp_path: Path) -> None:
    assert error_from("replay", tmp_path) == f"{tmp_path}:1: Is a directory"


def test_rejects_an_empty_file(tmp_path: Path) -> None:
    path = write(tmp_path / "log", [])
    assert error_from("replay", path) == f"{path}:1: the file is empty, expected a commit"


def test_rejects_an_empty_stdin() -> None:
    assert error_from("replay", "-", stdin=b"") == "-:1: the file is empty, expected a commit"


def test_rejects_a_truncated_last_line(tmp_path: Path, lines: Lines) -> None:
    path = write(tmp_path / "log", [*lines[:4], lines[4][:-20]])
    assert error_from("replay", path).startswith(f"{path}:5: the last line is cut off: ")


def test_rejects_a_line_that_is_too_long(tmp_path: Path, lines: Lines) -> None:
    path = write(tmp_path / "log", [*lines[:2], b" " * (1 << 21)])
    assert error_from("replay", path).startswith(f"{path}:3: the line is longer than ")


@pytest.mark.parametrize("garbage", [b"{]\n", b"\n", b"\xff\xfe\n", b"[]\n", b"{}\n", b"null\n"])
def test_rejects_a_line_that_is_not_a_commit(tmp_path: Path, lines: Lines, garbage: bytes) -> None:
    path = write(tmp_path / "log", replaced(lines, 3, garbage))
    assert error_from("replay", path).startswith(f"{path}:3: ")


def test_rejects_unknown_rules(tmp_path: Path, lines: Lines) -> None:
    rules = read_commit(lines[0].removesuffix(b"\n")).rules.encode()
    path = write(tmp_path / "log", [lines[0].replace(rules, b"chess/1")])
    assert "unknown rules 'chess/1'" in error_from("replay", path)


def test_rejects_an_unknown_event(tmp_path: Path, lines: Lines) -> None:
    line = lines[4].replace(b'"type":"game_started"', b'"type":"game_stopped"')
    path = write(tmp_path / "log", replaced(lines, 5, line))

    output = error_from("replay", path)

    assert output.startswith(f"{path}:5: ")
    assert "game_stopped" in output


def test_rejects_an_added_field(tmp_path: Path, lines: Lines) -> None:
    commit = msgspec.json.decode(lines[3])
    commit["command"]["extra"] = 1
    path = write(tmp_path / "log", replaced(lines, 4, msgspec.json.encode(commit) + b"\n"))

    output = error_from("replay", path)

    assert output.startswith(f"{path}:4: ")
    assert "commit 4: its hash is " in output


@pytest.mark.parametrize("field", ["state", "prev", "hash"])
def test_rejects_a_wrong_digest(tmp_path: Path, lines: Lines, field: str) -> None:
    commit = msgspec.json.decode(lines[9])
    commit[field] = "0" * 64
    path = write(tmp_path / "log", replaced(lines, 10, msgspec.json.encode(commit) + b"\n"))

    assert error_from("replay", path).startswith(f"{path}:10: commit 10: ")


def test_rejects_a_state_that_does_not_follow_from_the_events(tmp_path: Path, lines: Lines) -> None:
    false = seal(replace(read_commit(lines[9].rstrip()), state="0" * 64))
    path = write(tmp_path / "log", replaced(lines, 10, canonical(false) + b"\n"))

    output = error_from("replay", path)

    assert output.startswith(f"{path}:10: commit 10: the state's digest is ")


def test_rejects_a_missing_commit(tmp_path: Path, lines: Lines) -> None:
    path = write(tmp_path / "log", [*lines[:6], *lines[7:]])
    assert error_from("replay", path) == f"{path}:7: commit 8: expected commit 7, got 8"


@pytest.mark.parametrize("at", [0, -1, 100_000])
def test_rejects_a_position_that_does_not_exist(log: Path, lines: Lines, at: int) -> None:
    output = error_from("replay", log, "--at", at)

    assert output.startswith(f"{log}")
    assert f"got {at}" in output
    if at > 0:
        assert f":{len(lines)}: --at: the last commit is {len(lines)}" in output


@pytest.mark.parametrize("viewer", ["3", "-1", "Amber", "", "²"])
def test_rejects_a_seat_that_does_not_exist(log: Path, viewer: str) -> None:
    output = error_from("replay", log, "--as", viewer)

    assert output.startswith(
        f"{log}:1: --as: expected table, spectator or a seat from 0 to 2, got "
    )


@pytest.mark.parametrize(
    ("arguments", "named"),
    [(["--at", "x"], "--at"), (["--lang", "it"], "--lang"), (["--nonsense"], "--nonsense")],
)
def test_rejects_invalid_replay_options(log: Path, arguments: list[str], named: str) -> None:
    assert named in error_from("replay", log, *arguments)


def test_bad_log_prints_no_traceback(tmp_path: Path, lines: Lines) -> None:
    path = write(tmp_path / "log", [*lines[:4], lines[4][:-20]])

    result = run("replay", path)

    assert result.returncode == 2
    assert result.stdout == b""
    assert result.stderr.count(b"\n") == 1
    assert result.stderr.startswith(f"{path}:5: ".encode())
