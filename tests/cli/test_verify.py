"""`bluemoon replay --verify`: a true history passes, and the first false commit is named."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games import table as tables
from games.city.game import CITY
from games.codec import read_commit
from games.history import Position
from games.history import replay as fold
from schemas.commit import canonical, digest, seal
from tests.cli.calling import call, refusal, run
from tests.cli.conftest import History

Lines = tuple[bytes, ...]


def forged(lines: Lines, number: int, change: Any) -> bytes:
    """Line `number` with a change to its events, and digests that fit: a forger who can count."""
    position = Position(CITY, read_commit(lines[0]).game)
    for line in lines[: number - 1]:
        position = fold(position, read_commit(line))
    raw = msgspec.json.decode(lines[number - 1])
    change(raw["events"])
    commit = read_commit(msgspec.json.encode(raw))
    table = position.table
    for event in commit.events:
        table = tables.evolve(CITY, table, event)
    return canonical(seal(msgspec.structs.replace(commit, state=digest(table)))) + b"\n"


def line_with(lines: Lines, event: str) -> int:
    """The number of the first line with an event of this type."""
    tag = f'"type":"{event}"'.encode()
    return next(number for number, line in enumerate(lines, 1) if tag in line)


def test_a_true_history_is_summed_up_on_one_line(log: Path, history: History) -> None:
    last = history[-1][1]
    events = sum(len(commit.events) for commit, _ in history)

    result = run("replay", log, "--verify")

    assert result.returncode == 0
    assert result.stderr == b""
    said = result.stdout.decode()
    assert said.count("\n") == 1
    assert said.startswith(f"{log}: {len(history)} commits and {events} events verified; ")
    assert "wins" in said
    assert said.endswith(f"final hash {last.hash}\n")


def test_a_history_that_goes_on_is_true_as_well(tmp_path: Path, lines: Lines) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"".join(lines[:30]))

    result = call("replay", path, "--verify")

    assert result.exit_code == 0
    assert "30 commits" in result.stdout
    assert "not over (playing)" in result.stdout


def test_a_flipped_event_breaks_the_hash(tmp_path: Path, lines: Lines) -> None:
    number = line_with(lines, "figure_moved")
    path = tmp_path / "log"
    flipped = re.sub(rb'"steps":\d', b'"steps":9', lines[number - 1])
    assert flipped != lines[number - 1]
    path.write_bytes(b"".join((*lines[: number - 1], flipped, *lines[number:])))

    said = refusal("replay", path, "--verify")

    assert said.startswith(f"{path}:{number}: commit {number}: its hash is ")


def test_a_flipped_event_with_digests_that_fit_is_decided_differently(
    tmp_path: Path, lines: Lines
) -> None:
    number = line_with(lines, "figure_moved")

    def one_step_more(events: list[Any]) -> None:
        events[0]["steps"] += 1

    path = tmp_path / "log"
    path.write_bytes(b"".join((*lines[: number - 1], forged(lines, number, one_step_more))))

    assert call("replay", path).exit_code == 0, "folding alone can't tell"
    said = refusal("replay", path, "--verify")
    assert said.startswith(f"{path}:{number}: commit {number}: event 0 differs: the rules say ")


def test_a_shuffle_to_somebodys_liking_is_found(tmp_path: Path, lines: Lines) -> None:
    number = line_with(lines, "city_founded")

    def best_cards_last(events: list[Any]) -> None:
        deck = next(event for event in events if event["type"] == "city_founded")["deck"]
        deck[-2:] = reversed(deck[-2:])
        assert deck[-1] != deck[-2]

    path = tmp_path / "log"
    path.write_bytes(b"".join((*lines[: number - 1], forged(lines, number, best_cards_last))))

    said = refusal("replay", path, "--verify")
    assert said.startswith(f"{path}:{number}: commit {number}: event 1 differs: ")


def test_a_dropped_commit_is_found(tmp_path: Path, lines: Lines) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"".join((*lines[:20], *lines[21:])))

    assert refusal("replay", path, "--verify") == (
        f"{path}:21: commit 22: expected commit 21, found 22"
    )


@pytest.mark.parametrize("field", ["state", "hash", "prev"])
def test_an_edited_digest_is_found(tmp_path: Path, lines: Lines, field: str) -> None:
    raw = msgspec.json.decode(lines[14])
    raw[field] = raw[field][:-1] + ("0" if raw[field][-1] != "0" else "1")
    line = msgspec.json.encode(raw, order="sorted") + b"\n"
    path = tmp_path / "log"
    path.write_bytes(b"".join((*lines[:14], line, *lines[15:])))

    assert refusal("replay", path, "--verify").startswith(f"{path}:15: commit 15: ")


def test_the_same_commit_in_other_bytes_is_found(tmp_path: Path, lines: Lines) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"".join((lines[0], lines[1].replace(b":", b": ", 1), *lines[2:])))

    assert call("replay", path).exit_code == 0
    assert refusal("replay", path, "--verify") == (
        f"{path}:2: commit 2: the line is not canonical JSON"
    )


@pytest.mark.parametrize("arguments", [["--at", 3], ["--as", 0], ["--log"]])
def test_verifying_is_about_the_whole_game(log: Path, arguments: list[object]) -> None:
    assert "--verify checks the whole game" in refusal("replay", log, "--verify", *arguments)
