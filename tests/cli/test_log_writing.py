"""Logs appear whole or not at all."""

from pathlib import Path

import pytest

from cli.failure import Failure
from cli.log_writing import new_folder, new_log
from schemas.commit import canonical
from tests.cli.conftest import History


def test_a_log_has_no_name_until_it_is_whole(tmp_path: Path, history: History) -> None:
    path = tmp_path / "game.jsonl"
    commit = history[0][0]

    with new_log(path) as write:
        write(commit)
        assert not path.exists()

    assert path.read_bytes() == canonical(commit) + b"\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_log_that_was_given_up_is_gone(tmp_path: Path, history: History) -> None:
    def give_up() -> None:
        with new_log(tmp_path / "game.jsonl") as write:
            write(history[0][0])
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        give_up()

    assert list(tmp_path.iterdir()) == []


def test_a_log_never_replaces_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"precious")

    with pytest.raises(Failure, match="exists already"), new_log(path):
        pass

    assert path.read_bytes() == b"precious"


def test_a_folder_that_was_given_up_is_gone_with_its_parents(
    tmp_path: Path, history: History
) -> None:
    folder = tmp_path / "a" / "b"

    def give_up() -> None:
        with new_folder(folder) as write:
            write("one", [history[0][0]])
            assert list(folder.glob("*.jsonl")) == []
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        give_up()

    assert list(tmp_path.iterdir()) == []


def test_an_empty_folder_stays_when_the_run_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), new_folder(tmp_path):
        raise KeyboardInterrupt

    assert tmp_path.exists()
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_refuses_takes_back_what_was_moved(
    tmp_path: Path, history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    rename = Path.rename

    def refuse_the_second(path: Path, target: Path) -> Path:
        if path.name == "two.jsonl":
            raise OSError(28, "No space left on device")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", refuse_the_second)

    def write_two() -> None:
        with new_folder(tmp_path) as write:
            write("one", [history[0][0]])
            write("two", [history[0][0]])

    with pytest.raises(Failure, match="No space left on device"):
        write_two()

    assert list(tmp_path.iterdir()) == []
