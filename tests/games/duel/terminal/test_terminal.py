"""Blue Moon in the terminal: sentences, pictures and choices for every viewer."""

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from rich.console import Console

from cli.play.choices import choice_lines, number_choices
from games import table as tables
from games.codec import read_commit
from games.duel.rulebook import DUEL_1
from games.duel.terminal.narration import SENTENCES, SILENT_EVENTS
from games.duel.terminal.ui import TERMINAL
from games.history import Position, replay
from games.terminal import Scene, Sentence
from games.terminal_kit.narration import narrate_commit
from schemas.commit import AnyCommit
from schemas.duel.actions import PlayAction
from schemas.duel.events import PlayEvent
from schemas.redaction import SPECTATOR, Viewer
from schemas.table import GameEnded
from tests.cli.runner import call

GOLDEN = Path(__file__).parents[3] / "golden"
GAMES = ["duel-buka-buka", "duel-hoax-mimix", "duel-pillar-aqua", "duel-interventions"]
NOT_FOR_READERS = ("None", "facedown", "_", "hoax-", "buka-", "mimix-", "pillar-", "aqua-")
"""Ids and placeholders that must not appear in sentences."""
VIEWERS: list[Viewer | None] = [None, 0, 1, SPECTATOR]


def history(name: str) -> Iterator[tuple[AnyCommit, Position]]:
    position = Position(DUEL_1, name)
    for line in (GOLDEN / f"{name}.jsonl").read_bytes().splitlines():
        commit = read_commit(line)
        position = replay(position, commit)
        yield commit, position


def test_every_event_has_a_sentence_or_is_silent() -> None:
    own = set(get_args(PlayEvent)) - {GameEnded}
    assert own == {*SENTENCES, *SILENT_EVENTS}


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("name", GAMES)
def test_game_is_narrated_for_every_viewer(name: str, viewer: Viewer | None) -> None:
    for commit, position in history(name):
        assert position.table is not None
        for sentence in narrate_commit(TERMINAL, commit, position.table, viewer, "en"):
            assert sentence.text.endswith("."), sentence
            assert not any(word in sentence.text for word in NOT_FOR_READERS), sentence


def test_hidden_cards_are_narrated_as_a_number() -> None:
    drawn = [
        [
            sentence.text
            for sentence in narrate_commit(TERMINAL, commit, position.table, viewer, "en")
        ]
        for viewer in (0, 1)
        for commit, position in history("duel-hoax-vulca")
        if commit.seq == 4 and position.table is not None
    ]
    own, other = drawn
    assert own != other
    assert "duelist-1 draws 6 cards." in own
    assert "duelist-0 draws 6 cards." in other


@pytest.mark.parametrize("name", GAMES)
def test_every_action_is_numbered_and_described(name: str) -> None:
    kinds: set[type] = set()
    for _, position in history(name):
        table = position.table
        assert table is not None
        for seat in tables.to_act(DUEL_1, table):
            view, legal = tables.view(table, seat), tables.legal(DUEL_1, table, seat)
            choices = number_choices(TERMINAL.list_choices(view, seat, legal, "en"))
            assert [choice.number for choice in choices] == list(range(1, len(legal) + 1))
            assert {choice.choice.action for choice in choices} == set(legal)
            text = " ".join(line.plain for line in choice_lines(choices, everything=True))
            assert all(f"{choice.number} " in text for choice in choices)
            assert not any(word in text for word in NOT_FOR_READERS), text
            assert sum(len(line.plain) for line in choice_lines(choices)) < 4000
            kinds |= set(map(type, legal))
    assert kinds <= set(get_args(PlayAction))


def drawn(name: str, at: int, viewer: Viewer | None) -> str:
    table = next(p.table for commit, p in history(name) if commit.seq == at)
    assert table is not None
    console = Console(width=100, color_system=None, highlight=False)
    with console.capture() as captured:
        view = table if viewer is None else tables.view(table, viewer)
        console.print(TERMINAL.draw(Scene(view, "a duel")))
    return captured.get()


def test_picture_shows_power_dragons_and_hands_of_both_sides() -> None:
    picture = drawn("duel-hoax-vulca", 40, None)
    for words in (
        "turn 15 · duelist-0 · turn start · fight in fire",
        "0 duelist-0 · Xelethotiras ◀ to play",
        "▲▲  power 4 fire  1 earth",
        "combat    Glimmer 2/3 · Fireblast 3/2  on 1 covered card",
        "Wall of Fire",
    ):
        assert words in picture


@pytest.mark.parametrize("rows", [16, 18, 30])
def test_log_fits_below_the_sides(rows: int) -> None:
    table = next(p.table for commit, p in history("duel-hoax-vulca") if commit.seq == 40)
    assert table is not None
    sentences = [Sentence(f"sentence {number}.") for number in range(50)]
    console = Console(width=80, color_system=None, highlight=False)
    with console.capture() as captured:
        console.print(TERMINAL.draw(Scene(table, "a duel", sentences, rows=rows)))
    shown = captured.get().splitlines()
    assert len(shown) == rows
    assert "sentence 49." in shown[-1]


def test_picture_hides_the_other_hand() -> None:
    picture = drawn("duel-hoax-vulca", 40, 0)
    assert "Wall of Fire" not in picture
    assert "hand      6 cards" in picture


def test_finished_game_is_shown_with_its_winner() -> None:
    *_, (commit, _) = history("duel-hoax-vulca")
    picture = drawn("duel-hoax-vulca", commit.seq, SPECTATOR)
    assert "wins." in picture.splitlines()[0]


def test_demo_and_replay_show_a_duel(tmp_path: Path) -> None:
    log = tmp_path / "duel.jsonl"
    sentences = call("demo", "duel", "--seed", 1, "--decks", "hoax,vulca", "--out", log)
    assert sentences.exit_code == 0
    assert "A duel table opens: Hoax against Vulca." in sentences.stdout
    assert "starts a fight with" in sentences.stdout
    assert "retreats: " in sentences.stdout
    shown = call("replay", log, "--at", 40, "--as", "0", "--lang", "de")
    assert shown.exit_code == 0
    assert "power" in shown.stdout
