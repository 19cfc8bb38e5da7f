"""Writing commit logs: a file or a folder of them appears whole or not at all."""

import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from cli.failure import Failure
from schemas.commit import AnyCommit, canonical


@contextmanager
def new_log(path: Path) -> Iterator[Callable[[AnyCommit], None]]:
    """A file that must not exist yet; it gets its name when the last commit is written."""
    partial = path.with_name(f".{path.name}.writing")
    with _failing_at(path):
        if path.exists():
            raise Failure(f"{path}: the file exists already")
        file = partial.open("xb")

    def write(commit: AnyCommit) -> None:
        with _failing_at(path):
            file.write(_line(commit))

    try:
        with file:
            yield write
        with _failing_at(path):
            partial.rename(path)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


@contextmanager
def new_folder(folder: Path) -> Iterator[Callable[[str, Iterable[AnyCommit]], None]]:
    """A folder that must be missing or empty.

    Logs are written to a hidden folder inside and moved up when the last one is done: so the
    target may be a mount point, and whoever looks in between sees no half-written run.
    """
    staging = folder / ".writing"
    made: list[Path] = []

    def write(name: str, commits: Iterable[AnyCommit]) -> None:
        with _failing_at(folder):
            (staging / f"{name}.jsonl").write_bytes(b"".join(map(_line, commits)))

    moved: list[Path] = []
    try:
        with _failing_at(folder):
            for missing in reversed([p for p in (folder, *folder.parents) if not p.exists()]):
                missing.mkdir()
                made.append(missing)
            if any(folder.iterdir()):
                raise Failure(f"{folder}: the folder is not empty")
            staging.mkdir()
        yield write
        with _failing_at(folder):
            for log in sorted(staging.iterdir()):
                moved.append(log.rename(folder / log.name))
            staging.rmdir()
    except BaseException:
        shutil.rmtree(staging, ignore_errors=True)
        for log in moved:
            log.unlink()
        for path in reversed(made):
            path.rmdir()
        raise


def _line(commit: AnyCommit) -> bytes:
    return canonical(commit) + b"\n"


@contextmanager
def _failing_at(path: Path) -> Iterator[None]:
    """What the file system refuses, the user is told with the path."""
    try:
        yield
    except OSError as error:
        raise Failure(f"{path}: {error.strerror}") from error
