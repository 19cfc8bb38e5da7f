"""The generic terminal UI shows every game, tried here on the games that have their own."""

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from games import table as tables
from games.codec import read_commit
from games.history import Position, replay
from games.registry import plugins, rulebook_with_rules
from games.terminal import Scene, Sentence
from games.terminal_kit.generic import GenericTerminal
from games.terminal_kit.narration import narrate_commit
from schemas.redaction import SPECTATOR
from schemas.table import AnyTable

GOLDEN = Path(__file__).parents[2] / "golden"
LOGS = {"city": "city-3p-standard", "duel": "duel-hoax-vulca"}
COMMITS = 40


def positions(game: str) -> list[tuple[bytes, Position]]:
    position: Position | None = None
    found = []
    for line in (GOLDEN / f"{LOGS[game]}.jsonl").read_bytes().splitlines()[:COMMITS]:
        commit = read_commit(line)
        if position is None:
            rulebook = rulebook_with_rules(commit.rules)
            assert rulebook is not None
            position = Position(rulebook, commit.table)
        position = replay(position, commit)
        found.append((line, position))
    return found


def drawn(ui: GenericTerminal, view: AnyTable, rows: int | None = None) -> str:
    console = Console(file=StringIO(), width=100, no_color=True, _environ={})
    sentences = [Sentence(f"sentence {number}.") for number in range(3)]
    console.print(ui.draw(Scene(view, "title", sentences, rows=rows)))
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("game", LOGS)
def test_positions_events_and_choices_of_a_game(game: str) -> None:
    plugin = plugins()[game]
    ui = GenericTerminal(plugin)
    for line, position in positions(game):
        table = position.table
        assert table is not None
        for viewer in (None, 0, SPECTATOR):
            for sentence in narrate_commit(ui, read_commit(line), table, viewer, "en"):
                assert sentence.text.endswith(".")
        for seat in tables.to_act(plugin.rulebook, table):
            view, legal = tables.view(table, seat), tables.legal(plugin.rulebook, table, seat)
            choices = ui.list_choices(view, seat, legal, "en")
            assert {choice.action for choice in choices} == set(legal)
            assert len({(choice.heading, choice.words) for choice in choices}) == len(legal)


@pytest.mark.parametrize("game", LOGS)
def test_hidden_hands_are_counted(game: str) -> None:
    ui = GenericTerminal(plugins()[game])
    table = positions(game)[-1][1].table
    assert table is not None

    assert "hidden" not in drawn(ui, table)
    assert " hidden" in drawn(ui, tables.view(table, 0))
    assert plugins()[game].names["en"] in drawn(ui, table).splitlines()[0]


def test_latest_events_fill_the_rows_below() -> None:
    ui = GenericTerminal(plugins()["duel"])
    table = positions("duel")[-1][1].table
    assert table is not None
    height = len(drawn(ui, table).splitlines()) - 3

    assert "sentence 2." in drawn(ui, table, rows=height + 1)
    assert "sentence 1." not in drawn(ui, table, rows=height + 1)
