"""Logs that earlier releases recorded: their bytes never change, and every release audits them."""

import re
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import pytest

from games.codec import UnreadableRecordError, read_commit
from games.duel.decks import DECKS
from games.history import Position, audit
from games.registry import rulebook_with_rules
from schemas.city.options import CityOptions
from schemas.commit import FORMAT
from schemas.duel.options import DuelOptions
from schemas.table import OpenTable
from tests.history.record import FOLDER, SUMS, sums

FROZEN = {
    "0.1.0": "8e74bc76d2641f479b9d23795a47ef5389e68654ab23bc414fc936f7f1a4e521",
}
"""SHA-256 of each release's SHA256SUMS. Add a line per release; never change one."""

LOGS = sorted(FOLDER.glob("*/*.jsonl"))


def opening(path: Path) -> OpenTable[object]:
    action = read_commit(path.read_bytes().splitlines()[0]).command.action
    assert isinstance(action, OpenTable)
    return action


def test_every_release_has_its_history() -> None:
    recorded = {path.name for path in FOLDER.iterdir() if re.fullmatch(r"[\d.]+", path.name)}
    assert recorded == set(FROZEN)
    assert version("bluemoon") in recorded, "record it with python -m tests.history.record"


@pytest.mark.parametrize("release", FROZEN)
def test_recorded_bytes_never_change(release: str) -> None:
    folder = FOLDER / release
    assert sha256((folder / SUMS).read_bytes()).hexdigest() == FROZEN[release]
    assert sums(folder) == (folder / SUMS).read_text()


@pytest.mark.parametrize("path", LOGS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recorded_log_passes_the_audit(path: Path) -> None:
    position: Position | None = None
    for line in path.read_bytes().splitlines():
        commit = read_commit(line)
        if position is None:
            rulebook = rulebook_with_rules(commit.rules)
            assert rulebook is not None
            assert commit.format == FORMAT
            position = Position(rulebook, commit.table)
        position = audit(position, commit)
    assert position is not None
    assert position.table is not None
    assert position.table.stage in ("over", "aborted")


def test_the_first_release_covers_all_options_and_decks() -> None:
    """Both games, all player counts, variants, expansions and decks."""
    logs = sorted((FOLDER / "0.1.0").glob("*.jsonl"))
    options = [opening(path).options for path in logs]
    cities = {
        (city.players, city.random_city, city.expansions)
        for city in options
        if isinstance(city, CityOptions)
    }
    decks = {
        deck
        for duel in options
        if isinstance(duel, DuelOptions)
        for deck in duel.decks
        if isinstance(deck, str)
    }
    assert len(logs) >= 40
    assert cities == {
        (players, random_city, expansions)
        for players in (2, 3, 4)
        for random_city in (False, True)
        for expansions in ((), (1,), (2,), (1, 2))
    }
    assert decks == set(DECKS)


@pytest.mark.parametrize("number", [0, 3, -1])
def test_a_changed_byte_of_a_recorded_log_is_detected(number: int) -> None:
    line = bytearray(
        (FOLDER / "0.1.0" / "city-changed-hands.jsonl").read_bytes().splitlines()[number]
    )
    line[line.index(b'"seq":') + 6] ^= 1
    with pytest.raises(UnreadableRecordError):
        read_commit(bytes(line))
