"""One recorded game that the tests of the command line look at from all sides."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.setting import Wishes, setting_of
from games.history import Position
from games.playout import play_out
from schemas.commit import AnyCommit, canonical
from tests.cli.live import Live, live_system

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


@pytest.fixture(autouse=True)
def own_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings that happen to be in the environment are none of a test's."""
    for name in list(os.environ):
        if name.startswith("BLUEMOON_"):
            monkeypatch.delenv(name)


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server with an engine on it; each test has games of its own there."""
    with live_system(tmp_path_factory.mktemp("live")) as system:
        yield system
