"""Write commit logs. A file or a folder of logs appears complete or not at all."""

import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from games.terminal_kit.errors import CommandLineError
from schemas.commit import AnyCommit, canonical


@contextmanager
def create_log(path: Path) -> Iterator[Callable[[AnyCommit], None]]:
    """Write a new file. It gets its name after the last commit is written."""
    partial = path.with_name(f".{path.name}.writing")
    with _naming_path(path):
        if path.exists():
            raise CommandLineError(f"{path}: the file already exists")
        file = partial.open("xb")

    def write(commit: AnyCommit) -> None:
        with _naming_path(path):
            file.write(_line(commit))

    try:
        with file:
            yield write
        with _naming_path(path):
            partial.rename(path)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


@contextmanager
def create_log_folder(folder: Path) -> Iterator[Callable[[str, Iterable[AnyCommit]], None]]:
    """Write logs to a folder that must be missing or empty.

    Logs go to a hidden folder inside it and move up after the last one is written. So the folder
    may be a mount point, and readers never see a partial run.
    """
    staging = folder / ".writing"
    created: list[Path] = []

    def write(name: str, commits: Iterable[AnyCommit]) -> None:
        with _naming_path(folder):
            (staging / f"{name}.jsonl").write_bytes(b"".join(map(_line, commits)))

    moved: list[Path] = []
    try:
        with _naming_path(folder):
            for missing in reversed(
                [path for path in (folder, *folder.parents) if not path.exists()]
            ):
                missing.mkdir()
                created.append(missing)
            if any(folder.iterdir()):
                raise CommandLineError(f"{folder}: the folder is not empty")
            staging.mkdir()
        yield write
        with _naming_path(folder):
            for log in sorted(staging.iterdir()):
                moved.append(log.rename(folder / log.name))
            staging.rmdir()
    except BaseException:
        shutil.rmtree(staging, ignore_errors=True)
        for log in moved:
            log.unlink()
        for path in reversed(created):
            path.rmdir()
        raise


def _line(commit: AnyCommit) -> bytes:
    return canonical(commit) + b"\n"


@contextmanager
def _naming_path(path: Path) -> Iterator[None]:
    """Report a file system error with the path."""
    try:
        yield
    except OSError as error:
        raise CommandLineError(f"{path}: {error.strerror}") from error
