"""Golden games pass the audit, and the bots still play them the same way."""

from pathlib import Path
from typing import get_args

import pytest

from games.codec import read_commit
from games.duel.decks import DECKS
from games.history import Position, audit
from games.playout import play_out
from games.registry import rulebook_with_rules
from schemas.city.events import PlayEvent as CityPlayEvent
from schemas.commit import canonical
from schemas.duel.events import PlayEvent as DuelPlayEvent
from schemas.duel.options import DuelOptions
from schemas.table import GameEnded, OpenTable
from tests.golden.legal_counts import counts, recorded
from tests.golden.record import FOLDER, earlier_games, golden_games

GAMES = sorted(FOLDER.glob("*.jsonl"))
RAREST = {"CardCancelled", "CardsShown", "ChoiceMade", "ConditionWaived"}


def test_every_golden_game_is_recorded() -> None:
    """Every player count, variant and expansion of City, every pair of decks of the duel."""
    games = (*golden_games(), *earlier_games())
    assert {path.stem for path in GAMES} == {playout.table_id for playout in games}


def test_a_duel_of_every_pair_of_decks_is_recorded() -> None:
    """Checked in the recordings themselves, not by file name."""
    recorded_pairs = set()
    for path in GAMES:
        opened = read_commit(path.read_bytes().splitlines()[0]).command.action
        if isinstance(opened, OpenTable) and isinstance(opened.options, DuelOptions):
            recorded_pairs.add(frozenset(map(str, opened.options.decks)))
    pairs = {frozenset((own, other)) for own in DECKS for other in DECKS}
    assert len(pairs) == 45
    assert pairs - recorded_pairs == set()


def names_in(game: str) -> tuple[set[str], set[str]]:
    """Return the event names and the end reasons in a game's recorded tables."""
    event_names: set[str] = set()
    endings: set[str] = set()
    for path in GAMES:
        if path.stem.startswith(game):
            for line in path.read_bytes().splitlines():
                for event in read_commit(line).events:
                    event_names.add(type(event).__name__)
                    if isinstance(event, GameEnded):
                        endings.add(event.reason)
    return event_names, endings


@pytest.mark.parametrize("version", ["city-", "city2-"])
def test_every_event_and_all_but_the_rarest_ending_of_city_are_recorded(version: str) -> None:
    """`no_stones` needs players who block each other; a rule test covers it."""
    event_names, endings = names_in(version)
    assert {kind.__name__ for kind in get_args(CityPlayEvent)} - event_names == set()
    assert endings == {"obelisk", "city_finished", "stalemate", "resignation"}


def test_every_event_of_the_duel_but_the_rarest_is_recorded() -> None:
    """Scenarios cover the events that need a certain card at a certain moment."""
    event_names, endings = names_in("duel")
    assert {kind.__name__ for kind in get_args(DuelPlayEvent)} - event_names <= RAREST
    assert {"fourth_dragon", "resignation"} <= endings


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_passes_the_audit(path: Path) -> None:
    position: Position | None = None
    for line in path.read_bytes().splitlines():
        commit = read_commit(line)
        assert canonical(commit) == line, f"commit {commit.seq} is not in canonical form"
        if position is None:
            game = rulebook_with_rules(commit.rules)
            assert game is not None
            position = Position(game, path.stem)
        position = audit(position, commit)
    assert position is not None
    assert position.table is not None
    assert position.table.stage == "over"


@pytest.mark.parametrize("name", ["city2-2p-random-set2", "duel-hoax-vulca"])
def test_the_bots_reproduce_a_recorded_game(name: str) -> None:
    """Fails when the bots or the order of the legal list change."""
    playout = next(playout for playout in golden_games() if playout.table_id == name)
    played = b"".join(canonical(commit) + b"\n" for commit, _ in play_out(playout))
    assert played == (FOLDER / f"{playout.table_id}.jsonl").read_bytes()


def test_the_counts_of_legal_sequences_have_not_changed() -> None:
    assert counts() == recorded()
