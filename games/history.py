"""Histories: make, replay and audit commits, one at a time.

A `Position` is a table's state at a seq. `advance` decides a command and makes its commit; `replay`
folds a recorded commit; `audit` also re-runs its command and requires the same events.
"""

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from games import table as tables
from games.codec import UnknownRulesError
from games.contract import AnyRulebook, DeckRulebook
from games.illegal_action import IllegalActionError
from games.registry import newest_rulebook, rulebook_with_rules
from games.unknown_rules import UnknownDeckRules, UnknownRules
from schemas.commit import (
    FORMAT,
    AnyCommit,
    Commit,
    RecordedCommand,
    canonical,
    digest,
    seal,
)
from schemas.table import AnyTable, OpenTable, TableOpened


class Position(Struct, frozen=True, gc=False):
    """A table's state after commit `seq`; 0 is before the first."""

    rulebook: AnyRulebook
    table_id: str
    seq: int = 0
    hash: str | None = None
    table: AnyTable | None = None
    at: int = 0
    """When commit `seq` was made."""


def start(first: AnyCommit) -> Position:
    """The position before a history's first commit. Raises UnknownRulesError."""
    return Position(_rulebook_of(first), first.table)


class DivergedError(Exception):
    """A history that is not valid from this commit on."""

    def __init__(self, seq: int, reason: str) -> None:
        super().__init__(f"commit {seq}: {reason}")
        self.seq = seq
        self.reason = reason


def advance(
    position: Position, command: RecordedCommand[Any], at: int, seed: str
) -> tuple[AnyCommit, Position]:
    """Decide a command and make its commit. Raises IllegalActionError when it is rejected.

    `seed` is used only by the command that opens the table. Time never goes backwards: `at` is
    raised to the time of the last commit and to the command's arrival.
    """
    events, table = tables.decide(
        position.rulebook, position.table, command.seat, command.action, seed, command.at
    )
    commit = seal(
        Commit(
            table=position.table_id,
            seq=position.seq + 1,
            rules=position.rulebook.rules,
            at=max(at, position.at, command.at),
            command=command,
            events=events,
            state=digest(table),
            prev=position.hash,
            format=UNSET if position.seq else FORMAT,
        )
    )
    return commit, _after(position, commit, table)


def replay(position: Position, commit: AnyCommit) -> Position:
    """Fold a commit that was read by `read_commit`, checking its chain, time and state digest.

    Raises DivergedError if the history is not valid, and UnknownRulesError if the rules it was
    played under are needed to tell.
    """
    _check_link(position, commit)
    try:
        return _after(position, commit, _folded(position, commit))
    except DivergedError as error:
        if isinstance(position.rulebook, UnknownRules):
            raise UnknownRulesError(commit.rules, str(error)) from error
        raise


def _folded(position: Position, commit: AnyCommit) -> AnyTable:
    table = position.table
    for event in commit.events:
        table = _fold(position, commit, table, event)
    if table is None:
        raise DivergedError(commit.seq, "it opens no table")
    if (actual := digest(table)) != commit.state:
        raise DivergedError(
            commit.seq, f"the state's digest is {actual}, but the commit says {commit.state}"
        )
    return table


def audit(position: Position, commit: AnyCommit) -> Position:
    """Fold a commit and re-run its command: the events must be the same and no law broken.

    Raises DivergedError, and UnknownRulesError if this release cannot re-run the command.
    """
    after = replay(position, commit)
    if isinstance(position.rulebook, UnknownRules):
        raise UnknownRulesError(commit.rules, "commands cannot be re-run")
    try:
        repeated, _ = advance(position, commit.command, commit.at, _seed_of(commit))
    except IllegalActionError as refusal:
        raise DivergedError(
            commit.seq, f"the rules refuse its command: {refusal.code}: {refusal.message}"
        ) from refusal
    if canonical(repeated.events) != canonical(commit.events):
        raise DivergedError(commit.seq, _first_difference(repeated.events, commit.events))
    assert after.table is not None
    if after.table.play is not None:
        for law in position.rulebook.broken_laws(after.table.play):
            raise DivergedError(commit.seq, f"a law is broken: {law}")
    return after


def _check_link(position: Position, commit: AnyCommit) -> None:
    if commit.seq != position.seq + 1:
        raise DivergedError(commit.seq, f"expected commit {position.seq + 1}, got {commit.seq}")
    if commit.table != position.table_id:
        raise DivergedError(
            commit.seq, f"it belongs to table {commit.table}, not to {position.table_id}"
        )
    if commit.rules != position.rulebook.rules:
        raise DivergedError(
            commit.seq, f"its rules are {commit.rules}, the table's are {position.rulebook.rules}"
        )
    if commit.prev != position.hash:
        raise DivergedError(
            commit.seq, f"it follows {commit.prev}, but the commit before is {position.hash}"
        )
    if commit.at < position.at:
        raise DivergedError(commit.seq, f"its time goes back from {position.at} to {commit.at}")
    if commit.at < commit.command.at:
        raise DivergedError(
            commit.seq, f"it is older ({commit.at}) than its command ({commit.command.at})"
        )
    expected_format = UNSET if position.seq else FORMAT
    if commit.format != expected_format:
        raise DivergedError(
            commit.seq, f"its format is {commit.format}, expected {expected_format}"
        )


def _fold(position: Position, commit: AnyCommit, table: AnyTable | None, event: Any) -> AnyTable:
    try:
        return tables.evolve(position.rulebook, table, event)
    except (
        AssertionError,
        LookupError,
        ValueError,
        AttributeError,
        TypeError,
        IllegalActionError,
    ) as error:
        # The event cannot have happened here: it refers to something that does not exist.
        kind = type(event).__struct_config__.tag
        reason = str(error) or type(error).__name__
        raise DivergedError(commit.seq, f"{kind} cannot follow: {reason}") from error


def _after(position: Position, commit: AnyCommit, table: AnyTable) -> Position:
    return Position(position.rulebook, position.table_id, commit.seq, commit.hash, table, commit.at)


def _rulebook_of(first: AnyCommit) -> AnyRulebook:
    rulebook = rulebook_with_rules(first.rules)
    if rulebook is not None:
        return rulebook
    newest = newest_rulebook(first.rules)
    if newest is None:
        raise UnknownRulesError(first.rules)
    amendments: tuple[str, ...] = ()
    for event in first.events:
        if isinstance(event, TableOpened) and not isinstance(event.amendments, UnsetType):
            amendments = event.amendments
    if isinstance(newest, DeckRulebook):
        return UnknownDeckRules(first.rules, amendments, newest, newest)
    return UnknownRules(first.rules, amendments, newest)


def _seed_of(commit: AnyCommit) -> str:
    """The seed that a table was opened with; other commands use none."""
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
