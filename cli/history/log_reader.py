"""Read commit logs: files with one canonical commit per line."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from cli.history.commit_replay import History, ReplayFunction, replay_lines
from games.terminal_kit.errors import CommandLineError
from games.terminal_kit.json_output import unescape_json

STDIN = "-"
LINE_BYTES_MAX = 1 << 20


def read_log(source: str, step: ReplayFunction, *, exact: bool) -> History:
    """Yield each commit of a log with the position after it. Raises CommandLineError."""
    yield from replay_lines(source, _lines(source), step, exact=exact)


def _lines(source: str) -> Iterator[tuple[int, bytes]]:
    number = 0
    try:
        with _open(source) as file:
            while line := file.readline(LINE_BYTES_MAX + 1):
                number += 1
                if len(line) > LINE_BYTES_MAX:
                    raise CommandLineError(
                        f"{source}:{number}: the line is longer than {LINE_BYTES_MAX} bytes"
                    )
                yield number, _recorded(line)
    except OSError as error:
        raise CommandLineError(f"{source}:{number + 1}: {error.strerror}") from error


def _recorded(line: bytes) -> bytes:
    """Return the line as it was recorded: `table log --json` escapes unprintable characters, and
    hashes are of the recorded bytes."""
    if b"\\u" not in line:
        return line
    try:
        return unescape_json(line.decode()).encode()
    except UnicodeError:
        return line


@contextmanager
def _open(source: str) -> Iterator[BinaryIO]:
    if source == STDIN:
        yield sys.stdin.buffer
    else:
        with Path(source).open("rb") as file:
            yield file
