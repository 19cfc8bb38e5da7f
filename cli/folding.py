"""Folding lines of commits into positions, each held to its place in the history."""

from collections.abc import Callable, Iterable, Iterator

from cli.failure import Failure
from games.codec import Unreadable, read_commit
from games.history import Diverged, Position
from games.registry import game_with_rules
from schemas.commit import AnyCommit, canonical

Step = Callable[[Position, AnyCommit], Position]
"""`games.history.replay` or `audit`: how a commit is folded, and how closely it is looked at."""


def folded(
    source: str, lines: Iterable[tuple[int, bytes]], step: Step, *, exact: bool
) -> Iterator[tuple[AnyCommit, Position]]:
    """Each commit with the position after it. Raises Failure at the first that does not fit.

    `exact` also wants every line to be the canonical bytes of its commit.
    """
    position: Position | None = None
    for number, line in lines:
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
