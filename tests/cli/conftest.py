"""Fixtures of the command-line tests."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.setup.game_setup import SetupOptions, build_setup
from games.history import Position
from games.playout import play_out
from schemas.commit import AnyCommit, canonical
from tests.cli.live import LiveSystem, live_system

History = list[tuple[AnyCommit, Position]]


@pytest.fixture(scope="session")
def history() -> History:
    """A complete game between three builders with both expansions."""
    setup_options = SetupOptions("city", seed=11, bots="builder", players=3, expansions="1,2")
    return list(play_out(build_setup(setup_options).playout(0)))


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
    """Remove settings from the environment."""
    for name in list(os.environ):
        if name.startswith("BLUEMOON_"):
            monkeypatch.delenv(name)


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSystem]:
    """A server with an engine. Each test uses its own tables."""
    with live_system(tmp_path_factory.mktemp("live")) as system:
        yield system
