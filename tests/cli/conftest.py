"""Fixtures of the command-line tests."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from schemas.commit import canonical
from tests.cli.live import LiveSystem, live_system
from tests.games.city.playouts import History, three_builders
from tests.services.servers import DICE_SEED


@pytest.fixture(scope="session")
def history() -> History:
    return three_builders()


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
    """Remove settings from the environment, and fix the dice."""
    for name in list(os.environ):
        if name.startswith("BLUEMOON_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("BLUEMOON_DICE_SEED", DICE_SEED)


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSystem]:
    """A server with an engine. Each test uses its own tables."""
    with live_system(tmp_path_factory.mktemp("live")) as system:
        yield system
