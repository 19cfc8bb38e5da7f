"""One recorded game that the tests of the command line look at from all sides."""

from pathlib import Path

import pytest

from cli.setting import Wishes, setting_of
from games.history import Position
from games.playout import play_out
from schemas.commit import AnyCommit, canonical

History = list[tuple[AnyCommit, Position]]


@pytest.fixture(scope="session")
def history() -> History:
    """A whole game between three builders, with both expansions."""
    wishes = Wishes("city", seed=11, bots="builder", players=3, expansions="1,2")
    return list(play_out(setting_of(wishes).playout(0)))


@pytest.fixture(scope="session")
def lines(history: History) -> tuple[bytes, ...]:
    return tuple(canonical(commit) + b"\n" for commit, _ in history)


@pytest.fixture
def log(tmp_path: Path, lines: tuple[bytes, ...]) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"".join(lines))
    return path
