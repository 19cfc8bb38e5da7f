"""A game's stage is told from its last commit alone: at every commit, what a replay says."""

import pytest

from cli.game_summaries import _decoder, _stage
from cli.setting import Wishes, setting_of
from games.history import Position, advance
from games.playout import play_out
from schemas.commit import AnyCommit, Cause, canonical
from schemas.table import SYSTEM, AbortTable, LeaveSeat, Resign, Stage
from tests.cli.conftest import History


def stage_of(commit: AnyCommit) -> Stage:
    return _stage(_decoder.decode(canonical(commit)))


def test_at_every_commit_of_a_game(history: History) -> None:
    for commit, position in history:
        assert position.table is not None
        assert stage_of(commit) == position.table.stage


@pytest.mark.parametrize(
    ("after", "actor", "action"),
    [(2, SYSTEM, AbortTable()), (2, 0, LeaveSeat()), (9, 0, Resign())],
)
def test_after_what_bots_do_not_do(after: int, actor: int, action: object) -> None:
    played = play_out(setting_of(Wishes("city", 3, "builder", 3)).playout(0))
    position: Position = next(at for commit, at in played if commit.seq == after)

    commit, then = advance(position, Cause("x", actor, action, 1), 1, "")

    assert then.table is not None
    assert stage_of(commit) == then.table.stage
