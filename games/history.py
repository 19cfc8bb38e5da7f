"""Histories: commits made, folded and audited, one at a time.

A `Position` is where a history stands. `advance` decides a command and makes its commit; `replay`
folds a commit that exists; `audit` does more: it decides the command again and wants the same
bytes.
"""

from typing import Any

from msgspec import Struct

from games import table as tables
from games.contract import Game
from games.illegal import Illegal
from schemas.commit import AnyCommit, Cause, Commit, canonical, digest, hash_of, seal
from schemas.table import AnyTable, OpenTable, TableOpened


class Position(Struct, frozen=True, gc=False):
    """A history up to and including commit `seq`; 0 is before the first."""

    game: Game
    id: str
    seq: int = 0
    hash: str | None = None
    table: AnyTable | None = None


class Diverged(Exception):  # noqa: N818 - says what a history did
    """A history is not what it claims to be, from this commit on."""

    def __init__(self, seq: int, reason: str) -> None:
        super().__init__(f"commit {seq}: {reason}")
        self.seq = seq
        self.reason = reason


def advance(
    position: Position, cause: Cause[Any], at: int, seed: str
) -> tuple[AnyCommit, Position]:
    """Decide a command. Raises Illegal when it is refused; then nothing has happened.

    `seed` is used only by the command that opens the table.
    """
    events, table = tables.decide(
        position.game, position.table, cause.seat, cause.action, seed, cause.at
    )
    commit = seal(
        Commit(
            game=position.id,
            seq=position.seq + 1,
            rules=position.game.rules,
            at=at,
            command=cause,
            events=events,
            state=digest(table),
            prev=position.hash,
        )
    )
    return commit, _after(position, commit, table)


def replay(position: Position, commit: AnyCommit) -> Position:
    """Fold a commit, holding it to its place in the chain and to its digests."""
    _check_place(position, commit)
    table = position.table
    for event in commit.events:
        table = _fold(position, commit, table, event)
    if table is None:
        raise Diverged(commit.seq, "it opens no table")
    if (actual := digest(table)) != commit.state:
        raise Diverged(
            commit.seq, f"the state's digest is {actual}, but the commit says {commit.state}"
        )
    return _after(position, commit, table)


def audit(position: Position, commit: AnyCommit) -> Position:
    """Fold a commit and decide its command again: the same events, and every law kept."""
    after = replay(position, commit)
    cause = commit.command
    try:
        again, _ = advance(position, cause, commit.at, _seed_of(commit))
    except Illegal as refusal:
        raise Diverged(
            commit.seq, f"the rules refuse its command: {refusal.code}: {refusal.message}"
        ) from refusal
    if canonical(again.events) != canonical(commit.events):
        raise Diverged(commit.seq, _first_difference(again.events, commit.events))
    assert after.table is not None
    if after.table.play is not None:
        for law in position.game.broken_laws(after.table.play):
            raise Diverged(commit.seq, f"a law is broken: {law}")
    return after


def _check_place(position: Position, commit: AnyCommit) -> None:
    if commit.seq != position.seq + 1:
        raise Diverged(commit.seq, f"expected commit {position.seq + 1}, found {commit.seq}")
    if commit.game != position.id:
        raise Diverged(commit.seq, f"it belongs to game {commit.game}, not to {position.id}")
    if commit.rules != position.game.rules:
        raise Diverged(
            commit.seq, f"its rules are {commit.rules}, the game's are {position.game.rules}"
        )
    if commit.prev != position.hash:
        raise Diverged(
            commit.seq, f"it follows {commit.prev}, but the commit before is {position.hash}"
        )
    if (actual := hash_of(commit)) != commit.hash:
        raise Diverged(commit.seq, f"its hash is {actual}, but it says {commit.hash}")


def _fold(position: Position, commit: AnyCommit, table: AnyTable | None, event: Any) -> AnyTable:
    try:
        return tables.evolve(position.game, table, event)
    except (AssertionError, LookupError, ValueError, AttributeError, TypeError, Illegal) as error:
        # An event that cannot have happened here: what it speaks of does not exist.
        kind = type(event).__struct_config__.tag
        reason = str(error) or type(error).__name__
        raise Diverged(commit.seq, f"{kind} cannot follow: {reason}") from error


def _after(position: Position, commit: AnyCommit, table: AnyTable) -> Position:
    return Position(position.game, position.id, commit.seq, commit.hash, table)


def _seed_of(commit: AnyCommit) -> str:
    """The seed that a table was opened with; other commands draw none."""
    if isinstance(commit.command.action, OpenTable):
        for event in commit.events:
            if isinstance(event, TableOpened):
                return event.seed
    return ""


def _first_difference(decided: tuple[Any, ...], recorded: tuple[Any, ...]) -> str:
    for number, (ours, theirs) in enumerate(zip(decided, recorded, strict=False)):
        if canonical(ours) != canonical(theirs):
            return (
                f"event {number} differs: the rules say {canonical(ours).decode()}, "
                f"the commit says {canonical(theirs).decode()}"
            )
    return f"the rules say {len(decided)} events, the commit has {len(recorded)}"
