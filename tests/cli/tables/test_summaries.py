"""A table's stage follows from its last commit alone and equals the replayed stage."""

import pytest

from cli.setup.game_setup import SetupOptions, build_setup
from cli.tables.summaries import _decoder, _stage
from games.history import Position, advance
from games.playout import play_out
from schemas.commit import AnyCommit, RecordedCommand, canonical
from schemas.table import SYSTEM, AbortTable, LeaveSeat, Resign, Stage, VoidTable
from tests.games.city.playouts import History


def stage_of(commit: AnyCommit) -> Stage:
    return _stage(_decoder.decode(canonical(commit)))


def test_stage_at_every_commit_of_a_game(history: History) -> None:
    for commit, position in history:
        assert position.table is not None
        assert stage_of(commit) == position.table.stage


@pytest.mark.parametrize(
    ("after", "sender", "action"),
    [
        (2, SYSTEM, AbortTable()),
        (2, 0, LeaveSeat()),
        (9, 0, Resign()),
        (9, SYSTEM, VoidTable("cheating")),
    ],
)
def test_stage_after_actions_that_bots_never_send(after: int, sender: int, action: object) -> None:
    played = play_out(build_setup(SetupOptions("city", 3, "builder", 3)).playout(0))
    position: Position = next(position for commit, position in played if commit.seq == after)

    commit, next_position = advance(position, RecordedCommand("x", sender, action, 1), 1, "")

    assert next_position.table is not None
    assert stage_of(commit) == next_position.table.stage
