"""`bluemoon replay --verify`: a valid history passes, and the first invalid commit is named."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games import table as tables
from games.city.rulebook import CITY
from games.codec import commit_decoder, read_commit
from games.history import Position
from games.history import replay as fold
from schemas.commit import canonical, digest, seal
from tests.cli.runner import call, error_from, run
from tests.games.city.playouts import History

Lines = tuple[bytes, ...]


def forged(lines: Lines, number: int, change: Any) -> bytes:
    """Line `number` with a change to its events, and matching digests."""
    position = Position(CITY, read_commit(lines[0].rstrip()).table)
    for line in lines[: number - 1]:
        position = fold(position, read_commit(line.rstrip()))
    raw = msgspec.json.decode(lines[number - 1])
    change(raw["events"])
    commit = commit_decoder(raw["rules"]).decode(msgspec.json.encode(raw))
    table = position.table
    for event in commit.events:
        table = tables.evolve(CITY, table, event)
    return canonical(seal(msgspec.structs.replace(commit, state=digest(table)))) + b"\n"


def line_with(lines: Lines, event: str) -> int:
    """Return the number of the first line with an event of this type."""
    tag = f'"type":"{event}"'.encode()
    return next(number for number, line in enumerate(lines, 1) if tag in line)


def test_valid_history_is_summarised_on_one_line(log: Path, history: History) -> None:
    last = history[-1][1]
    events = sum(len(commit.events) for commit, _ in history)

    result = run("replay", log, "--verify")

    assert result.returncode == 0
    assert result.stderr == b""
    output = result.stdout.decode()
    assert output.count("\n") == 1
    assert output.startswith(f"{log}: {len(history)} commits and {events} events verified; ")
    assert "wins" in output
    assert output.endswith(f"final hash {last.hash}\n")


def test_unfinished_history_is_valid(tmp_path: Path, lines: Lines) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"".join(lines[:30]))

    result = call("replay", path, "--verify")

    assert result.exit_code == 0
    assert "30 commits" in result.stdout
    assert "not over (playing)" in result.stdout


def test_changed_event_breaks_the_hash(tmp_path: Path, lines: Lines) -> None:
    number = line_with(lines, "figure_moved")
    path = tmp_path / "log"
    flipped = re.sub(rb'"steps":\d', b'"steps":9', lines[number - 1])
    assert flipped != lines[number - 1]
    path.write_bytes(b"".join((*lines[: number - 1], flipped, *lines[number:])))

    output = error_from("replay", path, "--verify")

    assert output.startswith(f"{path}:{number}: commit {number}: its hash is ")


def test_changed_event_with_fixed_digests_is_detected(tmp_path: Path, lines: Lines) -> None:
    number = line_with(lines, "figure_moved")

    def one_step_more(events: list[Any]) -> None:
        events[0]["steps"] += 1

    path = tmp_path / "log"
    path.write_bytes(b"".join((*lines[: number - 1], forged(lines, number, one_step_more))))

    assert call("replay", path).exit_code == 0, "replaying alone does not detect it"
    output = error_from("replay", path, "--verify")
    assert output.startswith(f"{path}:{number}: commit {number}: event 0 differs: the rules say ")


def test_manipulated_shuffle_is_detected(tmp_path: Path, lines: Lines) -> None:
    number = line_with(lines, "city_founded")

    def best_cards_last(events: list[Any]) -> None:
        deck = next(event for event in events if event["type"] == "city_founded")["deck"]
        deck[-2:] = reversed(deck[-2:])
        assert deck[-1] != deck[-2]

    path = tmp_path / "log"
    path.write_bytes(b"".join((*lines[: number - 1], forged(lines, number, best_cards_last))))

    output = error_from("replay", path, "--verify")
    assert output.startswith(f"{path}:{number}: commit {number}: event 1 differs: ")


def test_missing_commit_is_detected(tmp_path: Path, lines: Lines) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"".join((*lines[:20], *lines[21:])))

    assert error_from("replay", path, "--verify") == (
        f"{path}:21: commit 22: expected commit 21, got 22"
    )


@pytest.mark.parametrize("field", ["state", "hash", "prev"])
def test_edited_digest_is_detected(tmp_path: Path, lines: Lines, field: str) -> None:
    raw = msgspec.json.decode(lines[14])
    raw[field] = raw[field][:-1] + ("0" if raw[field][-1] != "0" else "1")
    line = msgspec.json.encode(raw, order="sorted") + b"\n"
    path = tmp_path / "log"
    path.write_bytes(b"".join((*lines[:14], line, *lines[15:])))

    assert error_from("replay", path, "--verify").startswith(f"{path}:15: commit 15: ")


def test_non_canonical_bytes_are_detected(tmp_path: Path, lines: Lines) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"".join((lines[0], lines[1].replace(b":", b": ", 1), *lines[2:])))

    error = error_from("replay", path, "--verify")
    assert error.startswith(f"{path}:2: commit 2: its hash is ")


@pytest.mark.parametrize("arguments", [["--at", 3], ["--as", 0], ["--log"]])
def test_verify_cannot_be_combined_with_other_options(log: Path, arguments: list[object]) -> None:
    assert "--verify checks the whole game" in error_from("replay", log, "--verify", *arguments)
