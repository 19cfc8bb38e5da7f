"""Decodes responses and frames into typed records; the rules name the types of each game.

Redacted fields arrive as a count or as null. The decoded records equal those that
`schemas.redaction.redact` returns, so that code need not know where a view came from.
"""

from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import Raw, Struct, field
from msgspec.structs import replace

from client.errors import UnreadableError
from games.codec import read_commit as read_full_commit
from games.codec import redacted_commit_type, view_type
from games.contract import AnyRulebook
from games.names import event_with_names, table_with_names
from games.registry import rulebook_with_rules, rulebooks
from schemas.commit import AnyCommit, RedactedCommit
from schemas.legal import Skip
from schemas.redaction import Viewer, restore_types
from schemas.table import AnyTable

T = TypeVar("T")

AnyRedactedCommit = RedactedCommit[Any, Any]

DECODE_ERRORS = (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError, RecursionError)


class View(Struct, frozen=True):
    """A table at a seq, redacted for one viewer."""

    seq: int
    viewer: Viewer
    table: AnyTable
    figures: Any = None
    """Figures computed by the rules, in the game's own type; None before the start."""
    to_act: tuple[int, ...] = ()
    """The seats that the table waits for."""
    actions: tuple[Any, ...] = ()
    """Legal actions of the viewer's seat now, in the game's own types. Empty for spectators and in
    earlier views."""
    skips: tuple[Skip, ...] = ()
    """Which of `actions` end a phase of the turn in which the seat could still act."""
    names: dict[str, str] = field(default_factory=dict)
    """Player id -> name, for everyone at the table. `table` shows names in place of ids."""

    @property
    def rulebook(self) -> AnyRulebook:
        return rulebook_for(self.table.rules)

    @property
    def is_over(self) -> bool:
        """Whether the game is over or the table was aborted or voided."""
        return self.table.stage in ("over", "aborted", "voided")


class Commits(Struct, frozen=True):
    """A page of a history: redacted while the game runs, complete once it is over."""

    latest_seq: int
    commits: tuple[AnyCommit | AnyRedactedCommit, ...]


class _RawView(Struct):
    seq: int
    viewer: Viewer
    view: Raw
    figures: Raw = Raw(b"null")
    to_act: tuple[int, ...] = ()
    actions: Raw = Raw(b"[]")
    skips: tuple[Skip, ...] = ()
    names: dict[str, str] = field(default_factory=dict)


class _RawCommits(Struct):
    latest_seq: int
    commits: tuple[Raw, ...]


class _CommonFields(Struct):
    rules: str
    hash: str | None = None


def decode(content: bytes | Raw, record_type: type[T]) -> T:
    """Decode a record. Raises UnreadableError."""
    try:
        return msgspec.json.decode(content, type=record_type)
    except DECODE_ERRORS as error:
        raise UnreadableError(f"invalid response: {error}") from error


def rulebook_for(rules: str) -> AnyRulebook:
    """Return the rulebook of these rules. Raises UnreadableError if this client lacks them."""
    rulebook = rulebook_with_rules(rules)
    if rulebook is None:
        known = ", ".join(rulebooks())
        raise UnreadableError(f"the table uses the rules {rules!r}; this client knows: {known}")
    return rulebook


def read_view(content: bytes) -> View:
    raw = decode(content, _RawView)
    common = decode(raw.view, _CommonFields)
    table = decode(raw.view, _table_type(common.rules))
    rulebook = rulebook_for(common.rules)
    figures_type: Any = rulebook.figures_type
    figures = decode(raw.figures, figures_type | None if figures_type else type(None))
    actions = decode(raw.actions, tuple[rulebook.action_type, ...])  # type: ignore[name-defined] # of the game
    named = table_with_names(restore_types(table), raw.names)
    return View(raw.seq, raw.viewer, named, figures, raw.to_act, actions, raw.skips, raw.names)


def read_commits(content: bytes) -> Commits:
    raw = decode(content, _RawCommits)
    return Commits(raw.latest_seq, tuple(map(_read_commit, raw.commits)))


def _read_commit(content: Raw) -> AnyCommit | AnyRedactedCommit:
    common = decode(content, _CommonFields)
    if common.hash is None:
        return _restore_types(decode(content, _commit_type(common.rules)))
    rulebook_for(common.rules)
    try:
        return read_full_commit(bytes(content))
    except ValueError as error:
        raise UnreadableError(f"invalid commit: {error}") from error


def read_redacted_commit(builtins: Any) -> AnyRedactedCommit:
    """Convert the commit of a live frame, which was decoded before its rules were known."""
    try:
        rules = msgspec.convert(builtins, _CommonFields).rules
        return _restore_types(msgspec.convert(builtins, _commit_type(rules)))
    except DECODE_ERRORS as error:
        raise UnreadableError(f"invalid commit: {error}") from error


def commit_with_names(commit: AnyRedactedCommit, names: dict[str, str]) -> AnyRedactedCommit:
    """Return the commit with names in place of player ids. For display only."""
    action = event_with_names(commit.command.action, names)
    return replace(
        commit,
        command=replace(commit.command, action=action),
        events=tuple(event_with_names(event, names) for event in commit.events),
    )


def _restore_types(commit: Any) -> AnyRedactedCommit:
    restored: AnyRedactedCommit = restore_types(commit)
    return restored


@cache
def _table_type(rules: str) -> Any:
    return view_type(rulebook_for(rules))


@cache
def _commit_type(rules: str) -> Any:
    return redacted_commit_type(rulebook_for(rules))
