"""Recorded games are folded and decided again, and must come out as they were recorded."""

from pathlib import Path
from typing import get_args

import pytest

from games.codec import read_commit
from games.history import Position, audit
from games.playout import play_out
from games.registry import game_with_rules
from schemas.city import PlayEvent
from schemas.commit import canonical
from schemas.table import GameEnded
from tests.golden.legal_counts import counts, recorded
from tests.golden.record import FOLDER, golden_games

GAMES = sorted(FOLDER.glob("*.jsonl"))


def test_every_player_count_variant_and_expansion_is_recorded() -> None:
    assert {path.stem for path in GAMES} == {playout.id for playout in golden_games()}


def test_every_event_and_every_ending_but_the_rarest_is_recorded() -> None:
    """Running out of stones takes two players who block each other; a rule test shows it."""
    told: set[str] = set()
    endings: set[str] = set()
    for path in GAMES:
        for line in path.read_bytes().splitlines():
            for event in read_commit(line).events:
                told.add(type(event).__name__)
                if isinstance(event, GameEnded):
                    endings.add(event.reason)
    every = {kind.__name__ for kind in get_args(PlayEvent)}
    assert every - told == set()
    assert endings == {"obelisk", "city_finished", "stalemate", "resignation"}


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_is_decided_the_same_again(path: Path) -> None:
    position: Position | None = None
    for line in path.read_bytes().splitlines():
        commit = read_commit(line)
        assert canonical(commit) == line, f"commit {commit.seq} is not in canonical form"
        if position is None:
            game = game_with_rules(commit.rules)
            assert game is not None
            position = Position(game, path.stem)
        position = audit(position, commit)
    assert position is not None
    assert position.table is not None
    assert position.table.stage == "over"


def test_the_bots_play_a_recorded_game_the_same_again() -> None:
    """A change of the bots, or of the order of the legal list, is seen here."""
    playout = next(playout for playout in golden_games() if playout.id == "city-2p-standard-set2")
    played = b"".join(canonical(commit) + b"\n" for commit, _ in play_out(playout))
    assert played == (FOLDER / f"{playout.id}.jsonl").read_bytes()


def test_the_number_of_legal_sequences_is_as_recorded() -> None:
    assert counts() == recorded()
