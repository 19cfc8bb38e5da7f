"""Reading commit logs: one canonical commit a line, each held to its place in the history."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from cli.failure import Failure
from games.codec import Unreadable, read_commit
from games.history import Diverged, Position
from games.registry import game_with_rules
from schemas.commit import AnyCommit, canonical

STDIN = "-"
LINE_BYTES_MAX = 1 << 20

Step = Callable[[Position, AnyCommit], Position]
"""`games.history.replay` or `audit`: how a commit is folded, and how closely it is looked at."""


def positions(source: str, step: Step, *, exact: bool) -> Iterator[tuple[AnyCommit, Position]]:
    """Each commit with the position after it. Raises Failure at the first that does not fit.

    `exact` also wants every line to be the canonical bytes of its commit.
    """
    position: Position | None = None
    for number, line in _lines(source):
        commit = _commit(source, number, line)
        if exact and canonical(commit) != line.removesuffix(b"\n"):
            raise Failure(f"{source}:{number}: commit {commit.seq}: the line is not canonical JSON")
        if position is None:
            game = game_with_rules(commit.rules)
            assert game is not None, "a commit is read only by rules that are known"
            position = Position(game, commit.game)
        try:
            position = step(position, commit)
        except Diverged as error:
            raise Failure(f"{source}:{number}: {error}") from error
        yield commit, position
    if position is None:
        raise Failure(f"{source}:1: the file is empty, expected a commit")


def _commit(source: str, number: int, line: bytes) -> AnyCommit:
    try:
        return read_commit(line)
    except Unreadable as error:
        whole = line.endswith(b"\n")
        reason = str(error) if whole else f"the last line is cut off: {error}"
        raise Failure(f"{source}:{number}: {reason}") from error


def _lines(source: str) -> Iterator[tuple[int, bytes]]:
    number = 0
    try:
        with _opened(source) as file:
            while line := file.readline(LINE_BYTES_MAX + 1):
                number += 1
                if len(line) > LINE_BYTES_MAX:
                    raise Failure(
                        f"{source}:{number}: the line is longer than {LINE_BYTES_MAX} bytes"
                    )
                yield number, line
    except OSError as error:
        raise Failure(f"{source}:{number + 1}: {error.strerror}") from error


@contextmanager
def _opened(source: str) -> Iterator[BinaryIO]:
    if source == STDIN:
        yield sys.stdin.buffer
    else:
        with Path(source).open("rb") as file:
            yield file
