"""Logs appear complete or not at all."""

from pathlib import Path

import pytest

from cli.history.log_writer import create_log, create_log_folder
from games.terminal_kit.errors import CommandLineError
from schemas.commit import canonical
from tests.games.city.playouts import History


def test_log_appears_only_when_complete(tmp_path: Path, history: History) -> None:
    path = tmp_path / "game.jsonl"
    commit = history[0][0]

    with create_log(path) as write:
        write(commit)
        assert not path.exists()

    assert path.read_bytes() == canonical(commit) + b"\n"
    assert list(tmp_path.iterdir()) == [path]


def test_interrupted_log_is_removed(tmp_path: Path, history: History) -> None:
    def interrupt() -> None:
        with create_log(tmp_path / "game.jsonl") as write:
            write(history[0][0])
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupt()

    assert list(tmp_path.iterdir()) == []


def test_log_never_overwrites_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"precious")

    with pytest.raises(CommandLineError, match="already exists"), create_log(path):
        pass

    assert path.read_bytes() == b"precious"


def test_interrupted_folder_is_removed_with_created_parents(
    tmp_path: Path, history: History
) -> None:
    folder = tmp_path / "a" / "b"

    def interrupt() -> None:
        with create_log_folder(folder) as write:
            write("one", [history[0][0]])
            assert list(folder.glob("*.jsonl")) == []
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupt()

    assert list(tmp_path.iterdir()) == []


def test_existing_empty_folder_survives_an_interrupt(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), create_log_folder(tmp_path):
        raise KeyboardInterrupt

    assert tmp_path.exists()
    assert list(tmp_path.iterdir()) == []


def test_failed_move_is_rolled_back(
    tmp_path: Path, history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    rename = Path.rename

    def refuse_the_second(path: Path, target: Path) -> Path:
        if path.name == "two.jsonl":
            raise OSError(28, "No space left on device")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", refuse_the_second)

    def write_two() -> None:
        with create_log_folder(tmp_path) as write:
            write("one", [history[0][0]])
            write("two", [history[0][0]])

    with pytest.raises(CommandLineError, match="No space left on device"):
        write_two()

    assert list(tmp_path.iterdir()) == []
