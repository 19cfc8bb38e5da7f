"""Reading commit logs: one canonical commit a line."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from cli.failure import Failure
from cli.folding import Step, folded
from games.history import Position
from schemas.commit import AnyCommit

STDIN = "-"
LINE_BYTES_MAX = 1 << 20


def positions(source: str, step: Step, *, exact: bool) -> Iterator[tuple[AnyCommit, Position]]:
    """Each commit of a log with the position after it. Raises Failure at the first that does not
    fit."""
    yield from folded(source, _lines(source), step, exact=exact)


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
