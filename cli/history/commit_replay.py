"""Replay lines of commits, checking that each fits the position before it."""

from collections.abc import Callable, Iterable, Iterator

from games.codec import (
    HashMismatchError,
    UnknownRulesError,
    UnreadableRecordError,
    read_commit,
)
from games.history import DivergedError, Position, start
from games.terminal_kit.errors import CommandLineError
from schemas.commit import AnyCommit, canonical

History = Iterator[tuple[AnyCommit, Position]]
"""Each commit with the position after it."""
ReplayFunction = Callable[[Position, AnyCommit], Position]
"""`games.history.replay`, or `audit` for the thorough check."""


class NotAuditableError(CommandLineError):
    """A history under rules that this release does not know."""


def replay_lines(
    source: str, lines: Iterable[tuple[int, bytes]], step: ReplayFunction, *, exact: bool
) -> History:
    """Yield each commit with the position after it.

    Raises CommandLineError at the first line that is not a commit or does not fit. With `exact`,
    every line must also be the canonical bytes of its commit.
    """
    position: Position | None = None
    for number, line in lines:
        commit = _read(source, number, line)
        if exact and canonical(commit) != line.removesuffix(b"\n"):
            raise CommandLineError(
                f"{source}:{number}: commit {commit.seq}: the line is not canonical JSON"
            )
        try:
            position = step(position or start(commit), commit)
        except UnknownRulesError as error:
            raise NotAuditableError(f"{source}:{number}: {error}") from error
        except DivergedError as error:
            raise CommandLineError(f"{source}:{number}: {error}") from error
        yield commit, position
    if position is None:
        raise CommandLineError(f"{source}:1: the file is empty, expected a commit")


def _read(source: str, number: int, line: bytes) -> AnyCommit:
    try:
        return read_commit(line.removesuffix(b"\n"))
    except UnknownRulesError as error:
        raise NotAuditableError(f"{source}:{number}: {error}") from error
    except HashMismatchError as error:
        raise CommandLineError(f"{source}:{number}: {error}") from error
    except UnreadableRecordError as error:
        is_complete = line.endswith(b"\n")
        reason = str(error) if is_complete else f"the last line is cut off: {error}"
        raise CommandLineError(f"{source}:{number}: {reason}") from error
